import { hash } from 'node:crypto'

export interface EventRow {
  readonly seq: number
  readonly at: number
  readonly type: string
  readonly run_id: string | null
  readonly subject: string | null
  readonly operation: string | null
  readonly body: string
  readonly hash: string
}

export const GENESIS = '0'.repeat(64)

/** Covers every column, so that no byte of a row can change unnoticed. */
export function chainHash(previous: string, row: Omit<EventRow, 'hash'>): string {
  return hash(
    'sha256',
    JSON.stringify([previous, row.seq, row.at, row.type, row.run_id, row.subject, row.operation, row.body]),
  )
}
