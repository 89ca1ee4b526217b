import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { failure, runCommand, startFakeApi } from '../../test/support/fake-api.ts'
import { ERROR_CODES, type ErrorCode } from '../contract/errors.ts'
import type { StatusView } from '../contract/status.ts'

const status: StatusView = {
  version: '0.1.0',
  pid: 42,
  startedAt: Date.now() - 65_000,
  url: 'http://127.0.0.1:4133',
  mcpUrl: 'http://127.0.0.1:4133/mcp',
  dataDirectory: '/data',
  isPaused: false,
  level: null,
  safeMode: [],
  warnings: [],
  activeProfile: 'workspace-agent',
  profiles: [{ id: 'workspace-agent', label: 'Workspace agent', level: 'execute_with_confirm', tools: 7 }],
  pendingApprovals: 2,
  runs: 1,
}

describe('the command line', () => {
  it.each(Object.keys(ERROR_CODES) as ErrorCode[])('ends with the code of %s', async (code) => {
    await using api = await startFakeApi({
      'GET /api/status': { status: ERROR_CODES[code].http, body: failure(code, 'Not this way.', 'That way.') },
    })
    expect(await api.run(['status'])).toEqual({
      code: ERROR_CODES[code].exit,
      out: '',
      err: 'Not this way.\nThat way.\n',
    })
  })

  it('tells errors as JSON when JSON is wanted', async () => {
    await using api = await startFakeApi({
      'GET /api/status': { status: 403, body: failure('PERMISSION_DENIED', 'No.') },
    })
    const { err } = await api.run(['status', '--json'])
    expect(JSON.parse(err)).toEqual({ error: { code: 'PERMISSION_DENIED', message: 'No.', hint: null } })
  })

  it.each([
    ['an unknown command', ['stauts'], /"stauts" is not a command/],
    ['a word too many', ['status', 'now'], /too many arguments/],
    ['an unknown command below one', ['tools', 'lst'], /too many arguments/],
    ['an unknown option', ['status', '--loud'], /unknown option '--loud'/],
    ['a missing argument', ['ask', 'show'], /missing required argument 'id'/],
    ['a port that is none', ['serve', '--port', 'http'], /number from 0 to 65535/],
    ['a count that is none', ['history', 'ls', '-n', '0'], /from 1 to 500/],
    ['two scopes', ['ask', 'approve', 'apr_1', '--run', '--rule'], /Choose one/],
    ['a duration that is none', ['ask', 'approve', 'apr_1', '--for', '5 minutes'], /"5 minutes" is not a duration/],
    ['arguments that are none', ['call', 'fs_read', 'notes.txt'], /"notes.txt" is not an argument/],
    ['JSON that is none', ['call', 'fs_read', '--args', '{'], /not valid JSON/],
    ['JSON that is no object', ['call', 'fs_read', '--args', '[]'], /must be a JSON object/],
  ])('ends with 2 for %s', async (_what, args, reason) => {
    await using api = await startFakeApi({})
    const { code, err } = await api.run(args)
    expect(err).toMatch(reason)
    expect(code).toBe(2)
    expect(api.asked).toEqual([])
  })

  it('asks as the person', async () => {
    await using api = await startFakeApi({ 'GET /api/status': { body: status } })
    await api.run(['status'])
    expect(api.asked).toEqual([
      { method: 'GET', path: '/api/status', authorization: 'Bearer persons-key', body: undefined },
    ])
  })

  it('says when nothing runs, and how to start it', async () => {
    const scratch = mkdtempSync(join(tmpdir(), 'uh-cli-'))
    const env = { UPPERHAND_HOME: join(scratch, 'none') }
    expect(await runCommand(['status'], { env })).toEqual({
      code: 9,
      out: '',
      err: 'upperhand is not running.\nStart it: upperhand up\n',
    })
    const guide = await runCommand([], { env })
    expect(guide.code).toBe(0)
    expect(guide.out).toMatch(/upperhand up .* start it/)
    expect(JSON.parse((await runCommand(['--json'], { env })).out)).toEqual({ running: false })
    expect(await runCommand(['down'], { env })).toMatchObject({ code: 0, out: 'upperhand was not running.\n' })
    rmSync(scratch, { recursive: true })
  })

  it('notices a daemon that was killed', async () => {
    const api = await startFakeApi({})
    const { home } = api
    await api[Symbol.asyncDispose]()
    expect(await runCommand(['pause'], { env: { UPPERHAND_HOME: home } })).toMatchObject({ code: 9 })
  })

  it('has help with examples for every command', async () => {
    const { out } = await runCommand(['--help'], {})
    const names = [...out.matchAll(/^ {2}([a-z]+) /gm)].map(([, name]) => name as string)
    expect(names).toEqual(expect.arrayContaining(['serve', 'up', 'down', 'status', 'logs', 'open', 'stdio', 'tools']))
    expect(out).toMatch(/Exit codes: 0 done/)
    for (const name of names.filter((one) => one !== 'help')) {
      const help = await runCommand([name, '--help'], {})
      expect(help.code).toBe(0)
      expect(help.out).toMatch(/Examples:\n {2}\$ .*upperhand/)
      expect(help.out).toMatch(/--json/)
    }
  })

  it('shows its version', async () => {
    expect(await runCommand(['--version'], {})).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    })
  })
})

describe('status', () => {
  const shownStatus = async (changes: Partial<StatusView>, { isTerminal = false, env = {} } = {}) => {
    await using api = await startFakeApi({ 'GET /api/status': { body: { ...status, ...changes } } })
    return (await api.run(['status'], { isTerminal, env: { UPPERHAND_HOME: api.home, ...env } })).out
  }

  it('says how it is', async () => {
    const out = await shownStatus({})
    expect(out).toMatch(/upperhand 0\.1\.0 has been running for 1m\./)
    expect(out).toMatch(/Profile +workspace-agent \(execute_with_confirm, 7 tools\)/)
    expect(out).toMatch(/Waiting +2, see upperhand ask ls/)
  })

  it('says everything that is wrong', async () => {
    const out = await shownStatus({
      isPaused: true,
      safeMode: ['settings.json, line 3: no.'],
      warnings: ['tools.json is odd.'],
    })
    expect(out).toMatch(/Paused: every call is refused/)
    expect(out).toMatch(/Safe mode.*\n {2}settings\.json, line 3: no\./)
    expect(out).toMatch(/Note: tools\.json is odd\./)
  })

  it('says why it is in safe mode once', async () => {
    const reason = 'tools.json, line 1: no. Every profile is read-only.'
    const out = await shownStatus({
      safeMode: [reason],
      warnings: [`${reason} Correct it.`, 'tools.json, line 1: no.'],
    })
    expect(out).toMatch(/Safe mode: reading works, writes are refused\.\n {2}tools\.json/)
    expect(out.match(/line 1: no/g)).toHaveLength(1)
    expect(out).toMatch(/Note: Correct it\./)
  })

  it('has colours only for people who want them', async () => {
    const start = '\u001b['
    expect(await shownStatus({})).not.toContain(start)
    expect(await shownStatus({}, { isTerminal: true })).toContain(start)
    expect(await shownStatus({}, { isTerminal: true, env: { NO_COLOR: '1' } })).not.toContain(start)
  })

  it('shows no hidden characters', async () => {
    expect(await shownStatus({ warnings: ['a\u001b[31mb\u202ec'] })).toMatch(/a\\u\{1b\}\[31mb\\u\{202e\}c/)
  })
})
