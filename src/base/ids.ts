import { randomFillSync } from 'node:crypto'

export type IdPrefix =
  | 'arch'
  | 'call'
  | 'apr'
  | 'grant'
  | 'rule'
  | 'run'
  | 'cred'
  | 'ses'
  | 'task'
  | 'doc'
  | 'mem'
  | 'topic'
export type NewId = (prefix: IdPrefix) => string

/** Unguessable: 128 random bits, lower-case letters and digits only, so that an id is safe in a path, a URL and a shell. */
export const newId: NewId = (prefix) => {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += ID_BYTES
  return `${prefix}_${pool.toString('hex', used - ID_BYTES, used)}`
}

/** Asking the system for each id would cost more than the rest of it. */
const ID_BYTES = 16
const pool = Buffer.alloc(256 * ID_BYTES)
let used = pool.length

const ID = /^[a-z]{3,5}_[0-9a-f]{32}$/

export function isId(value: string): boolean {
  return ID.test(value)
}
