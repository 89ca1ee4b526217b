import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Verification } from '../../src/events/verify.ts'
import { type Api, personApi } from '../support/api.ts'
import { connectClient, type TestClient } from '../support/clients.ts'
import { runProgram } from '../support/daemon-process.ts'
import { type TestHost, testHost } from '../support/host.ts'

const CALLS = 1_000
const AT_ONCE = 50
const ROOM = { readsPerMinute: 60_000, writesPerMinute: 12_000, approvalsPerRun: 1_000, patienceMs: 1 }

let host: TestHost
let person: Api

beforeAll(async () => {
  host = await testHost({ settings: { limits: ROOM } })
  person = personApi(host.url, host.personKey())
  await using agent = await connectClient(host, 'stdio 2026')
  for (let first = 0; first < CALLS; first += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => mixedCall(agent, first + n)))
  }
}, 120_000)

afterAll(() => host[Symbol.asyncDispose]())

/** Successes, refusals, mistakes, switched-off tools and calls that ask: everything that leaves an entry. */
function mixedCall(agent: TestClient, n: number): Promise<unknown> {
  const path = `file-${n % 40}.txt`
  const file = (operation: string, args: object) => agent.call('file_operations', { operation, ...args })
  switch (n % 8) {
    case 0:
    case 1:
      return file('create_file', { filePath: path, content: `entry-${n}\n`, overwrite: true })
    case 2:
    case 3:
      return file('read_file', { filePath: path })
    case 4:
      return file('list_dir', { path: '.' })
    case 5:
      return n % 3 === 0 ? agent.call('filesystem.fs_read', { path }) : file('read_file', { filePath: 7 })
    case 6:
      return n % 40 === 6
        ? file('create_file', { filePath: join(host.home, `outside-${n}.txt`), content: 'x' })
        : file('read_file', { filePath: join(host.dataDir, 'person.key') })
    default:
      return agent.call('think', { thoughts: `thought ${n}` })
  }
}

const verify = () => person.post<Verification>('/api/history/verify')
const cli = () => runProgram(host, ['history', 'verify', '--json'])

/** Another program writes to the same database. */
function bySql(sql: string): void {
  using database = new DatabaseSync(join(host.dataDir, 'upperhand.db'))
  database.exec(sql)
}

test(`${CALLS} mixed calls leave a history that verifies`, async () => {
  const { ok, entries } = await verify()
  expect(ok).toBe(true)
  expect(entries).toBeGreaterThan(CALLS)
  expect(await cli()).toMatchObject({ code: 0, output: expect.stringContaining('"ok": true') })
})

test('one value changed by another program fails the verification, at its entry', async () => {
  const { seq } = lastEntryWith('entry-504')
  bySql(`update event set body = replace(body, 'entry-504', 'entry-505') where seq = ${seq}`)
  expect(await verify()).toMatchObject({ ok: false, firstBadSeq: seq, reason: `Entry ${seq} was changed.` })
  expect(await cli()).toMatchObject({ code: 1, output: expect.stringContaining(`Entry ${seq} was changed.`) })
  bySql(`update event set body = replace(body, 'entry-505', 'entry-504') where seq = ${seq}`)
  expect(await verify()).toMatchObject({ ok: true })
})

test('one byte changed in the file fails the verification, with the daemon and without it', async () => {
  const path = join(host.dataDir, 'upperhand.db')
  const { seq } = lastEntryWith('entry-801')
  await host.restart(() => {
    const bytes = readFileSync(path)
    bytes[bytes.indexOf('entry-801')] = 'E'.charCodeAt(0)
    writeFileSync(path, bytes)
  })
  person = personApi(host.url, host.personKey())
  expect(await verify()).toMatchObject({ ok: false, firstBadSeq: seq })
  expect(await cli()).toMatchObject({ code: 1, output: expect.stringContaining(`Entry ${seq} was changed.`) })
  await host.host.close()
  expect(await cli()).toMatchObject({ code: 1, output: expect.stringContaining(`Entry ${seq} was changed.`) })
})

function lastEntryWith(text: string): { seq: number } {
  using database = new DatabaseSync(join(host.dataDir, 'upperhand.db'), { readOnly: true })
  const find = database.prepare('select seq from event where instr(body, ?) > 0 order by seq limit 1')
  return find.get(text) as { seq: number }
}
