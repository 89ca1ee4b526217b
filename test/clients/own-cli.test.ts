import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createClients } from '../../src/clients/clients.ts'
import type { CommandPlan, Plan } from '../../src/clients/plan.ts'
import { temporaryDirectory } from '../support/temporary.ts'

const TEXT = '# mine\nmodel = "o3"\n'
const ENTRY = '\n[mcp_servers.upperhand]\ncommand = "/opt/node"\nargs = ["/opt/upperhand.mjs", "stdio"]\n'

/** A home with a program `codex` on its path that does what `script` says; it knows `file`, `entry` and `fs`. */
function worldWith(script: string | null, text = TEXT) {
  const directory = temporaryDirectory()
  const path = (...names: string[]) => join(directory.path, ...names)
  const file = path('home', '.codex', 'config.toml')
  for (const name of ['bin', 'home', 'home/.codex']) mkdirSync(path(name))
  writeFileSync(file, text)
  if (script !== null) {
    const known = `const fs = require('node:fs'); const file = ${JSON.stringify(file)}; const entry = ${JSON.stringify(ENTRY)}`
    const trace = `fs.appendFileSync(${JSON.stringify(path('trace'))}, process.argv.slice(2).join(' ') + '\\n')`
    writeFileSync(path('bin', 'codex'), `#!${process.execPath}\n${known}\n${trace}\n${script}\n`)
    chmodSync(path('bin', 'codex'), 0o755)
  }
  const clients = createClients({
    env: { PATH: path('bin') },
    home: path('home'),
    platform: process.platform,
    runtime: '/opt/node',
    bin: '/opt/upperhand.mjs',
    backups: path('backups'),
    commandTimeoutMs: 1_500,
  })
  return {
    clients,
    path,
    read: () => readFileSync(file, 'utf8'),
    ran: () => readFileSync(path('trace'), 'utf8').trim().split('\n'),
    [Symbol.dispose]: directory[Symbol.dispose],
  }
}

function command(plan: Plan): CommandPlan {
  if (plan.kind !== 'command') throw new Error(`expected a command, got ${JSON.stringify(plan)}`)
  return plan
}

const OWN = { byCommand: true }

describe("the client's own program", () => {
  it('is run when a person asks for it; what it leaves out is added', async () => {
    using world = worldWith('fs.appendFileSync(file, entry)')
    const applied = await world.clients.apply(command(world.clients.plan('codex', OWN)))
    expect(applied).toMatchObject({ how: 'command', fellBack: null })
    expect(world.ran()).toEqual(['mcp add upperhand -- /opt/node /opt/upperhand.mjs stdio'])
    expect(world.read()).toContain('tool_timeout_sec = 3600')
    expect(world.read().startsWith(TEXT)).toBe(true)
    const undone = world.clients.planUndo('codex')
    if (undone.kind === 'edit') await world.clients.apply(undone)
    expect(world.read()).toBe(TEXT)
  })

  it('may lay out the file anew: undoing brings it back all the same', async () => {
    using world = worldWith(`fs.writeFileSync(file, 'model = "o3"\\n' + entry)`)
    await world.clients.apply(command(world.clients.plan('codex', OWN)))
    expect(world.read()).not.toContain('# mine')
    const undone = world.clients.planUndo('codex')
    if (undone.kind === 'edit') await world.clients.apply(undone)
    expect(world.read()).toBe(TEXT)
  })

  it.each([
    ['hangs', 'setInterval(() => {}, 1000)', /did not end within 2 seconds/],
    [
      'hangs with a child',
      `require('node:child_process').spawn(process.execPath, ['-e', 'fs = require("node:fs"); setTimeout(() => fs.writeFileSync("alive", ""), 2500)'], { stdio: 'inherit' }); setInterval(() => {}, 1000)`,
      /did not end/,
    ],
    ['fails', 'console.error("not signed in"); process.exit(3)', /ended with code 3\. not signed in/],
    ['says it did and did not', '', /ended well, but the file does not show it/],
    ['is killed', 'process.kill(process.pid, "SIGKILL")', /ended with SIGKILL/],
  ])('that %s is followed by the edit, and that is said', async (_what, script, reason) => {
    using world = worldWith(script)
    const applied = await world.clients.apply(command(world.clients.plan('codex', OWN)))
    expect(applied).toMatchObject({ how: 'edit', fellBack: expect.stringMatching(reason) })
    expect(world.clients.plan('codex').kind).toBe('unchanged')
    const undone = world.clients.planUndo('codex')
    if (undone.kind === 'edit') await world.clients.apply(undone)
    expect(world.read()).toBe(TEXT)
    expect(existsSync(world.path('home', 'alive'))).toBe(false)
  })

  it('that hangs after its work has done it', async () => {
    using world = worldWith('fs.appendFileSync(file, entry); setInterval(() => {}, 1000)')
    await world.clients.apply(command(world.clients.plan('codex', OWN)))
    expect(world.read().match(/\[mcp_servers\.upperhand\]/g)).toHaveLength(1)
    expect(world.clients.plan('codex').kind).toBe('unchanged')
  })

  it('that damages the file has its work undone', async () => {
    using world = worldWith('fs.appendFileSync(file, "[[[")')
    await expect(world.clients.apply(command(world.clients.plan('codex', OWN)))).rejects.toMatchObject({
      code: 'EXECUTION_FAILED',
      message: expect.stringMatching(/put back as it was/),
    })
    expect(world.read()).toBe(TEXT)
  })

  it('that is not there leaves the edit, with a word about it', () => {
    using world = worldWith(null)
    expect(world.clients.plan('codex', OWN)).toMatchObject({
      kind: 'edit',
      notes: ['codex is not on the path, so the file is edited.', 'Start a new session.'],
    })
  })

  it('removes as well', async () => {
    using world = worldWith(`if (process.argv[3] === 'add') fs.appendFileSync(file, entry)
else fs.writeFileSync(file, fs.readFileSync(file, 'utf8').split('\\n[mcp_servers')[0])`)
    await world.clients.apply(command(world.clients.plan('codex', OWN)))
    await world.clients.apply(command(world.clients.planUndo('codex', OWN)))
    expect(world.ran()[1]).toBe('mcp remove upperhand')
    expect(world.clients.planUndo('codex').kind).toBe('unchanged')
    expect(world.read()).toBe(TEXT)
  })

  it.each([
    ['cursor', {}, /has no command of its own to connect/],
    ['codex', { project: '/tmp' }, /neither with --http nor with --project/],
    ['codex', { endpoint: { url: 'http://127.0.0.1:1/mcp', token: 'x'.repeat(40) } }, /neither with --http/],
  ])('%s %j is refused', (id, options, reason) => {
    using world = worldWith('')
    expect(world.clients.plan(id, { ...OWN, ...options })).toMatchObject({
      kind: 'refused',
      code: 'INVALID_PARAMETERS',
      reason: expect.stringMatching(reason),
    })
  })
})
