import type { Database } from '../storage/database.ts'
import { chainHash, GENESIS } from './chain.ts'
import type { Head } from './head-file.ts'
import type { EventStore } from './store.ts'

export interface Verification {
  readonly ok: boolean
  readonly entries: number
  readonly firstBadSeq?: number
  readonly reason?: string
}

/** Walks the whole chain, then compares its end with the head file. A gap that a start noticed stays a gap. */
export function verifyChain(store: EventStore, expected: Head | undefined, database: Database): Verification {
  const [damage] = database.integrityErrors()
  if (damage !== undefined) return { ok: false, entries: 0, reason: `The database is damaged: ${damage}` }

  const anchor = store.anchor()
  let previous = anchor?.hash ?? GENESIS
  let seq = anchor?.seq ?? 0
  let entries = 0
  let gap: number | undefined
  for (const row of store.iterate(seq)) {
    if (row.seq !== seq + 1) return bad(entries, seq + 1, `Entry ${seq + 1} is missing.`)
    if (chainHash(previous, row) !== row.hash) return bad(entries, row.seq, `Entry ${row.seq} was changed.`)
    if (row.seq === expected?.seq && row.hash !== expected.hash)
      return bad(entries, row.seq, `Entry ${row.seq} was replaced.`)
    if (row.type === 'ledger.gap') gap ??= row.seq
    previous = row.hash
    seq = row.seq
    entries += 1
  }
  if (expected === undefined && entries > 0) {
    return { ok: false, entries, reason: 'The head file is missing, so nobody can tell whether the end was cut off.' }
  }
  if (expected !== undefined && expected.seq > seq) return bad(entries, seq + 1, `Entries after ${seq} are missing.`)
  if (gap !== undefined) return bad(entries, gap, `Entries were lost before entry ${gap}, which tells of it.`)
  return { ok: true, entries }
}

function bad(entries: number, firstBadSeq: number, reason: string): Verification {
  return { ok: false, entries, firstBadSeq, reason }
}
