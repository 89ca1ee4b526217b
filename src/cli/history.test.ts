import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { runCommand, startFakeApi } from '../../test/support/fake-api.ts'
import { temporaryDirectory } from '../../test/support/temporary.ts'
import { systemClock } from '../base/clock.ts'
import { createEvents } from '../events/events.ts'
import { openHeadFile } from '../events/head-file.ts'
import { openDatabase } from '../storage/database.ts'

const call = {
  id: `call_${'a'.repeat(32)}`,
  seq: 7,
  at: 0,
  runId: null,
  client: 'claude-code',
  profile: 'p',
  operation: 'filesystem.fs_read',
  label: 'Reading file: x',
  args: { path: 'x' },
  state: 'unknown',
  durationMs: 12,
  because: null,
  error: null,
  output: 'a\u0007b',
  approvalId: null,
  isPerson: false,
}

describe('history', () => {
  it('lists calls and where to go on', async () => {
    await using api = await startFakeApi({ 'GET /api/calls?limit=1&operation=x': { body: { calls: [call], next: 7 } } })
    const { out } = await api.run(['history', 'ls', '-n', '1', '--operation', 'x'])
    expect(out).toMatch(/call_aaaaaaa .* outcome unknown +12 ms +claude-code +Reading file: x\n.*--before 7/)
  })

  it('shows one by the beginning of its id', async () => {
    const timeline = [{ seq: 1, at: 0, type: 'call.started', body: {} }]
    await using api = await startFakeApi({
      'GET /api/calls?limit=500': { body: { calls: [call], next: null } },
      [`GET /api/calls/${call.id}`]: { body: { call, timeline } },
    })
    const { out } = await api.run(['history', 'show', 'call_aa'])
    expect(out).toMatch(/Output\n {2}a\\u\{7\}b/)
    expect(out).toMatch(/1 {2}1970-01-0. .* call\.started/)
    expect(await api.run(['history', 'show', 'call_b'])).toMatchObject({ code: 4 })
  })

  it('says what an undo would do, does it, and says how to have it back', async () => {
    const step = { path: '/w/a', action: 'bring back 5 bytes', conflict: 'It was changed since.', canForce: true }
    const plan = { callId: call.id, steps: [step], state: 'conflict', reason: '/w/a: no', undoneBy: null, expiresAt: 1 }
    await using api = await startFakeApi({
      'GET /api/calls?limit=500': { body: { calls: [call], next: null } },
      [`GET /api/history/${call.id}/undo`]: { body: plan },
      [`POST /api/history/${call.id}/undo`]: { body: { callId: 'call_b', plan } },
    })
    expect((await api.run(['history', 'undo', 'call_aa', '--plan'])).out).toMatch(
      /\/w\/a: bring back 5 bytes - It was changed since\. \(--force does it anyway\)\n\/w\/a: no/,
    )
    const { out } = await api.run(['history', 'undo', 'call_aa', '--force'])
    expect(out).toContain('Done. To have it back: upperhand history undo call_b')
    expect(api.asked.at(-1)).toMatchObject({ method: 'POST', body: { force: true } })
    expect(JSON.parse((await api.run(['history', 'undo', 'call_aa', '--plan', '--json'])).out)).toEqual(plan)
  })

  it('is exported as it is stored', async () => {
    await using api = await startFakeApi({ 'GET /api/history/export': { body: '{"seq":1}\n{"seq":2}\n' } })
    expect((await api.run(['history', 'export'])).out).toBe('{"seq":1}\n{"seq":2}\n')
    await api.run(['history', 'export', '-o', 'h.jsonl'])
    expect(readFileSync(join(api.directory, 'h.jsonl'), 'utf8')).toBe('{"seq":1}\n{"seq":2}\n')
  })

  it('fails when the daemon finds it broken', async () => {
    const broken = { ok: false, entries: 3, firstBadSeq: 4, reason: 'Entry 4 was changed.' }
    await using api = await startFakeApi({
      'GET /api/status': { body: {} },
      'POST /api/history/verify': { body: broken },
    })
    expect(await api.run(['history', 'verify'])).toMatchObject({
      code: 1,
      out: 'The history is not intact. Entry 4 was changed.\n',
    })
  })
})

describe('history verify without a daemon', () => {
  const open = () => {
    const directory = temporaryDirectory()
    writeFileSync(join(directory.path, 'lock.db'), '')
    const database = openDatabase(join(directory.path, 'upperhand.db'))
    const headFile = openHeadFile(join(directory.path, 'ledger.head'))
    const log = { debug() {}, info() {}, warn() {}, error() {} }
    const events = createEvents({ database, headFile, clock: systemClock, log })
    for (let count = 0; count < 20; count += 1) events.append({ type: 'host.started', body: { count } })
    events.close()
    database.close()
    return { directory, verify: () => runCommand(['history', 'verify'], { env: { UPPERHAND_HOME: directory.path } }) }
  }

  it('passes what is intact', async () => {
    const { directory, verify } = open()
    using _directory = directory
    expect(await verify()).toMatchObject({ code: 0, out: 'The history is intact: 20 entries.\n' })
  })

  it('finds a changed entry', async () => {
    const { directory, verify } = open()
    using _directory = directory
    const raw = new DatabaseSync(join(directory.path, 'upperhand.db'))
    raw.exec(`update event set body = '{"count":99}' where seq = 5`)
    raw.close()
    expect(await verify()).toMatchObject({ code: 1, out: 'The history is not intact. Entry 5 was changed.\n' })
  })

  it('finds entries that were cut off', async () => {
    const { directory, verify } = open()
    using _directory = directory
    const raw = new DatabaseSync(join(directory.path, 'upperhand.db'))
    raw.exec('delete from event where seq > 15')
    raw.close()
    expect(await verify()).toMatchObject({ code: 1, out: expect.stringMatching(/Entries after 15 are missing/) })
  })

  it('finds a file that is no database', async () => {
    const { directory, verify } = open()
    using _directory = directory
    writeFileSync(join(directory.path, 'upperhand.db'), 'x'.repeat(10_000))
    expect(await verify()).toMatchObject({ code: 1, out: expect.stringMatching(/damaged/) })
  })

  it('says when there is nothing yet', async () => {
    const { directory, verify } = open()
    using _directory = directory
    for (const name of ['upperhand.db', 'upperhand.db-wal', 'upperhand.db-shm'])
      rmSync(join(directory.path, name), { force: true })
    expect(await verify()).toMatchObject({ code: 4, err: expect.stringMatching(/no history yet/) })
  })
})
