import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { runCommand, startFakeApi } from '../../test/support/fake-api.ts'
import { temporaryDirectory } from '../../test/support/temporary.ts'
import type { StatusView } from '../contract/status.ts'
import type { Context } from './context.ts'

const BIN = fileURLToPath(new URL('../../bin/upperhand.mjs', import.meta.url))
const GEMINI = '{\n  // mine\n  "theme": "dark"\n}\n'

function homeWithGemini() {
  const directory = temporaryDirectory()
  const home = directory.path
  const file = join(home, '.gemini', 'settings.json')
  mkdirSync(join(home, '.gemini'))
  writeFileSync(file, GEMINI)
  const env = { HOME: home, UPPERHAND_HOME: join(home, 'data'), PATH: '/nowhere' }
  return {
    home,
    file,
    read: () => readFileSync(file, 'utf8'),
    run: (args: readonly string[], overrides: Partial<Context> = {}) =>
      runCommand(args, { env, directory: home, program: BIN, ...overrides }),
    [Symbol.dispose]: directory[Symbol.dispose],
  }
}

/** A person at a terminal who types these lines. */
function typing(text: string): Partial<Context> {
  const readable = new PassThrough()
  readable.end(text)
  return { isInteractive: true, streams: { readable, writable: new PassThrough() } }
}

describe('connect', () => {
  it('shows the change, makes it, and says how to undo it', async () => {
    using home = homeWithGemini()
    const { code, out, err } = await home.run(['connect', 'gemini-cli', '--yes'])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain(`--- ${home.file}\n+++ ${home.file}\n@@ -1,4 +1,12 @@\n`)
    expect(out).toContain('+    "upperhand": {\n')
    expect(out).toMatch(/Connected: gemini-cli\.\nThe file as it was: .*backups\/gemini-cli\/.*-settings\.json\n/)
    expect(out).toMatch(/Undo: node .*upperhand\.mjs"? disconnect gemini-cli\n$/)
    expect(home.read()).toContain(JSON.stringify(BIN))
    expect(home.read()).toContain(JSON.stringify(process.execPath))
    expect(await home.run(['connect', 'gemini-cli', '--yes'])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Gemini CLI is already connected\./),
    })
    expect(await home.run(['disconnect', 'gemini-cli', '-y'])).toMatchObject({ code: 0 })
    expect(home.read()).toBe(GEMINI)
  })

  it.each([
    ['without a terminal', [], {}, 2],
    ['with --json', ['--json'], { isInteractive: true }, 2],
    ['after a no', [], typing('n\n'), 8],
    ['after nothing', [], typing(''), 8],
    ['with --dry-run', ['--dry-run'], {}, 0],
  ])('changes nothing %s', async (_when, args, overrides, exit) => {
    using home = homeWithGemini()
    const { code } = await home.run(['connect', 'gemini-cli', ...args], overrides)
    expect(code).toBe(exit)
    expect(home.read()).toBe(GEMINI)
  })

  it('asks a person at a terminal, one client at a time', async () => {
    using home = homeWithGemini()
    mkdirSync(join(home.home, '.codex'))
    const { code, out } = await home.run(['connect', 'gemini-cli'], typing('y\n'))
    expect(code).toBe(0)
    expect(out).toContain('Connected: gemini-cli.')
  })

  it('connects all that are there', async () => {
    using home = homeWithGemini()
    mkdirSync(join(home.home, '.codex'))
    const { code, out } = await home.run(['connect', '--all', '--yes', '--json'])
    expect(code).toBe(0)
    const { clients } = JSON.parse(out)
    expect(clients).toMatchObject([
      { client: 'codex', kind: 'edit', status: 'done', how: 'edit', backup: null, fellBack: null },
      { client: 'gemini-cli', kind: 'edit', status: 'done', diff: expect.stringContaining('@@') },
    ])
    expect(Object.keys(clients[0])).not.toContain('after')
    expect((await home.run(['disconnect', '--all', '--yes'])).out).toMatch(/Disconnected: gemini-cli[\s\S]*codex/)
    expect(home.read()).toBe(GEMINI)
    expect(await home.run(['disconnect', '--all', '--yes'])).toMatchObject({ out: 'No client is connected.\n' })
  })

  it('goes on after one that is refused, prints what to paste, and ends with its code', async () => {
    using home = homeWithGemini()
    writeFileSync(home.file, '{ "mcpServers": [')
    const { code, out } = await home.run(['connect', 'gemini-cli', 'cursor', '--yes'])
    expect(code).toBe(1)
    expect(out).toMatch(/was left as it is\. It is not valid JSON \(line 1\)/)
    expect(out).toContain(`By hand: put this into ${home.file}\n  {\n    "mcpServers": {\n      "upperhand": {`)
    expect(out).toContain('Connected: cursor.')
    expect(home.read()).toBe('{ "mcpServers": [')
  })

  it('shows nothing that could hide', async () => {
    using home = homeWithGemini()
    writeFileSync(home.file, '{\n  "evil\u202e": "\u001b[2J"\n}\n'.replace('\u001b', '\\u001b'))
    const { out } = await home.run(['connect', 'gemini-cli', '--dry-run'])
    expect(out).toContain('"evil\\u{202e}"')
  })

  it.each([
    ['no client', ['connect'], 2, /Found here: gemini-cli\./],
    ['clients and --all', ['connect', 'codex', '--all'], 2, /Say which clients/],
    ['an unknown client', ['connect', 'emacs'], 4, /These are: claude-code, /],
    ['an impossible profile', ['connect', 'codex', '--profile', '../x'], 2, /cannot be the id/],
    ['an address while nothing runs', ['connect', 'codex', '--http'], 9, /is not running/],
    ['Open WebUI while nothing runs', ['connect', 'open-webui'], 9, /is not running/],
    ['nothing to disconnect', ['disconnect'], 2, /Say which clients/],
  ])('refuses %s', async (_what, args, exit, reason) => {
    using home = homeWithGemini()
    const { code, err } = await home.run([...args, '--yes'])
    expect(err).toMatch(reason)
    expect(code).toBe(exit)
  })
})

describe('with upperhand running', () => {
  const profile = (id: string, level: 'execute_with_confirm' | 'full_access') => ({ id, label: id, level, tools: 1 })
  const status: Partial<StatusView> = {
    mcpUrl: 'http://127.0.0.1:4133/mcp',
    level: null,
    activeProfile: 'workspace-agent',
    profiles: [profile('workspace-agent', 'execute_with_confirm'), profile('remote-primitives', 'full_access')],
  }
  const TOKEN = 'agents-token-0123456789-0123456789-0123'

  async function running() {
    const api = await startFakeApi({ 'GET /api/status': { body: status } })
    writeFileSync(join(api.home, 'token'), `${TOKEN}\n`, { mode: 0o600 })
    return api
  }

  it('writes address and token, and shows only the address', async () => {
    await using api = await running()
    const { code, out } = await api.run(['connect', 'cursor', '--http', '--profile', 'remote-primitives', '--yes'])
    expect(code).toBe(0)
    expect(out).not.toContain(TOKEN)
    expect(JSON.parse(readFileSync(join(api.directory, '.cursor', 'mcp.json'), 'utf8'))).toEqual({
      mcpServers: {
        upperhand: {
          url: 'http://127.0.0.1:4133/mcp/p/remote-primitives',
          headers: { Authorization: `Bearer ${TOKEN}` },
        },
      },
    })
  })

  it.each([
    ['is offered where upperhand asks', [], true],
    ['is not offered where it would not', ['--profile', 'remote-primitives'], false],
  ])('a single gate %s', async (_when, args, isOffered) => {
    await using api = await running()
    const { out } = await api.run(['connect', 'claude-code', '--yes', ...args])
    expect(out.includes('mcp__upperhand__*')).toBe(isOffered)
  })

  it('knows which profiles there are', async () => {
    await using api = await running()
    expect(await api.run(['connect', 'codex', '--profile', 'mine', '--yes'])).toMatchObject({
      code: 4,
      err: expect.stringMatching(/These are: workspace-agent, remote-primitives\./),
    })
  })

  it('tells what to enter in Open WebUI', async () => {
    await using api = await running()
    const { code, out } = await api.run(['connect', 'open-webui'])
    expect(code).toBe(0)
    expect(out).toContain('URL: http://127.0.0.1:4133/mcp\n')
    expect(out).toContain(`Token: ${TOKEN}\n`)
    expect(out).toContain('http://host.docker.internal:4133/mcp')
  })
})

describe('clients', () => {
  it('lists all, found or not, connected or not', async () => {
    using home = homeWithGemini()
    await home.run(['connect', 'gemini-cli', '--profile', 'read-only', '--yes'])
    const { out } = await home.run(['clients'])
    expect(out).toMatch(/^claude-code +not found$/m)
    expect(out).toMatch(/^gemini-cli +installed +connected \(stdio, read-only\) +~\/\.gemini\/settings\.json$/m)
    expect(out).toMatch(/^Open WebUI is connected by hand/m)
    const { clients } = JSON.parse((await home.run(['clients', '--json'])).out)
    expect(clients).toHaveLength(10)
    expect(clients[3]).toMatchObject({ id: 'gemini-cli', isDetected: true, state: 'connected', profile: 'read-only' })
  })

  it('makes nothing', async () => {
    using home = homeWithGemini()
    await home.run(['clients'])
    await home.run(['connect', 'gemini-cli', '--dry-run'])
    expect(() => readFileSync(join(home.home, 'data'))).toThrow(/ENOENT/)
  })
})
