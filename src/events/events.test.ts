import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { testStore } from '../../test/support/store.ts'
import type { HostEvent } from '../contract/events.ts'
import { chainHash, type EventRow, GENESIS } from './chain.ts'

const note = (n: number) => ({ type: 'host.started' as const, subject: `call_${n}`, body: { n } })

test('events are delivered after the commit, in order, and read back the same', () => {
  using store = testStore()
  const heard: HostEvent[] = []
  store.events.subscribe((event) => heard.push(event))
  store.database.transaction(() => {
    store.events.append(note(1))
    expect(heard).toEqual([])
    store.events.append(note(2))
  })
  expect(heard.map(({ seq }) => seq)).toEqual([1, 2])
  expect(store.events.since(0, 10)).toEqual(heard)
})

test('what is rolled back was never there, and the chain goes on without a gap', () => {
  using store = testStore()
  store.events.append(note(1))
  expect(() =>
    store.database.transaction(() => {
      store.events.append(note(2))
      throw new Error('no')
    }),
  ).toThrow('no')
  store.events.append(note(3))
  expect(store.events.since(0, 10).map(({ body }) => body['n'])).toEqual([1, 3])
  expect(store.events.verify()).toEqual({ ok: true, entries: 2 })
})

test('several events that are rolled back together leave no gap', () => {
  using store = testStore()
  expect(() =>
    store.database.transaction(() => {
      for (let n = 1; n <= 3; n += 1) store.events.append(note(n))
      throw new Error('no')
    }),
  ).toThrow('no')
  expect(store.events.append(note(4))).toBe(1)
  expect(store.events.verify()).toEqual({ ok: true, entries: 1 })
})

test('a listener that throws stops nobody', () => {
  using store = testStore()
  const heard: number[] = []
  store.events.subscribe(() => {
    throw new Error('broken')
  })
  store.events.subscribe(({ seq }) => heard.push(seq ?? 0))
  store.events.append(note(1))
  expect(heard).toEqual([1])
})

test('a signal is delivered and not stored', () => {
  using store = testStore()
  const heard: HostEvent[] = []
  store.events.subscribe((event) => heard.push(event))
  store.events.signal({ type: 'call.progress', body: { message: 'half' } })
  expect(heard[0]).toMatchObject({ seq: null, type: 'call.progress' })
  expect(store.events.since(0, 10)).toEqual([])
})

const TAMPERING: readonly [sentence: string, sql: string, bad: number][] = [
  ['a changed body', "update event set body = replace(body, '5', '6') where seq = 5", 5],
  ['a changed time', 'update event set at = at + 1 where seq = 3', 3],
  ['a changed type', "update event set type = 'host.stopped' where seq = 4", 4],
  ['a changed subject', "update event set subject = 'call_x' where seq = 2", 2],
  ['a removed row', 'delete from event where seq = 6', 6],
  ['a cut-off end', 'delete from event where seq > 7', 8],
  ['a changed hash', "update event set hash = replace(hash, substr(hash, 1, 1), 'x') where seq = 9", 9],
]

test.each(TAMPERING)('%s fails the verification at its place', (_sentence, sql, bad) => {
  using store = testStore()
  for (let n = 1; n <= 10; n += 1) store.events.append(note(n))
  expect(store.events.verify().ok).toBe(true)
  const other = new DatabaseSync(join(store.directory, 'upperhand.db'))
  other.exec(sql)
  other.close()
  expect(store.events.verify()).toMatchObject({ ok: false, firstBadSeq: bad })
})

test('one byte changed in the file is noticed', () => {
  using store = testStore()
  for (let n = 1; n <= 200; n += 1) store.events.append({ ...note(n), body: { mark: `needle-${n}` } })
  const { database } = store.reopen()
  database.prepare('pragma wal_checkpoint(truncate)').all()
  const file = join(store.directory, 'upperhand.db')
  const bytes = readFileSync(file)
  const at = bytes.indexOf('needle-77')
  bytes[at] = 'N'.charCodeAt(0)
  writeFileSync(file, bytes)
  const { events } = store.reopen()
  expect(events.verify()).toMatchObject({ ok: false, firstBadSeq: 77 })
})

test('pruned history still verifies, and later entries continue the chain', () => {
  using store = testStore()
  for (let n = 1; n <= 5; n += 1) {
    store.events.append(note(n))
    store.clock.advance(1_000)
  }
  expect(store.events.prune(store.clock.now() - 2_500)).toBe(3)
  store.events.append(note(6))
  expect(store.events.since(0, 10).map(({ seq }) => seq)).toEqual([4, 5, 6])
  expect(store.events.verify()).toEqual({ ok: true, entries: 3 })
})

test('the chain goes on after everything was pruned and the host restarted', () => {
  using store = testStore()
  for (let n = 1; n <= 3; n += 1) store.events.append(note(n))
  store.clock.advance(1_000)
  store.events.prune(store.clock.now())
  const { events } = store.reopen()
  expect(events.append(note(4))).toBe(4)
  expect(events.verify()).toEqual({ ok: true, entries: 1 })
})

test('rows that vanished between two starts leave a mark', () => {
  using store = testStore()
  for (let n = 1; n <= 5; n += 1) store.events.append(note(n))
  const other = new DatabaseSync(join(store.directory, 'upperhand.db'))
  other.exec('delete from event where seq > 3')
  other.close()
  const { events } = store.reopen()
  expect(events.since(3, 10)[0]).toMatchObject({
    type: 'ledger.gap',
    body: { expected: { seq: 5 }, found: { seq: 3 } },
  })
  expect(events.verify()).toMatchObject({ ok: false, firstBadSeq: 4 })
})

test('a chain that was rewritten behind the head file is noticed, also when it was continued', () => {
  using store = testStore()
  for (let n = 1; n <= 5; n += 1) store.events.append(note(n))
  const head = readFileSync(join(store.directory, 'ledger.head'))
  const other = new DatabaseSync(join(store.directory, 'upperhand.db'))
  const rows = other.prepare('select * from event order by seq').all() as unknown as EventRow[]
  let previous = GENESIS
  const rewritten = [...rows, { ...rows[0]!, seq: 6 }].map((row) => {
    const changed = { ...row, body: row.seq === 2 ? '{"n":"forged"}' : row.body }
    previous = chainHash(previous, changed)
    return { ...changed, hash: previous }
  })
  other.exec('delete from event')
  const insert = other.prepare('insert into event values (?, ?, ?, ?, ?, ?, ?, ?)')
  for (const row of rewritten)
    insert.run(row.seq, row.at, row.type, row.run_id, row.subject, row.operation, row.body, row.hash)
  other.close()
  expect(store.events.verify()).toMatchObject({ ok: false, firstBadSeq: 5 })
  writeFileSync(join(store.directory, 'ledger.head'), head)
  const { events } = store.reopen()
  expect(events.verify().ok).toBe(false)
})

test('a head file that was taken away is noticed, now and after a restart', () => {
  using store = testStore()
  for (let n = 1; n <= 5; n += 1) store.events.append(note(n))
  writeFileSync(join(store.directory, 'ledger.head'), '')
  expect(store.events.verify()).toMatchObject({ ok: false, reason: expect.stringContaining('head file') })
  const { events } = store.reopen()
  expect(events.verify().ok).toBe(false)
})
