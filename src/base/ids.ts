import { randomBytes } from 'node:crypto'

export type IdPrefix = 'call' | 'apr' | 'grant' | 'rule' | 'run' | 'cred' | 'ses' | 'task'
export type NewId = (prefix: IdPrefix) => string

/** Unguessable: 128 random bits, lower-case letters and digits only, so that an id is safe in a path, a URL and a shell. */
export const newId: NewId = (prefix) => `${prefix}_${randomBytes(16).toString('hex')}`

const ID = /^[a-z]{3,5}_[0-9a-f]{32}$/

export function isId(value: string): boolean {
  return ID.test(value)
}
