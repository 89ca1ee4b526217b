import { hash } from 'node:crypto'
import { canonicalJson } from '../../base/canonical-json.ts'
import type { Clock } from '../../base/clock.ts'
import type { Limits } from '../../base/limits.ts'
import type { Shown } from './elicitation.ts'
import { INVALID_PARAMS, type RpcError } from './json-rpc.ts'
import { createSeal } from './seal.ts'

/** Whose call it is, and which: what a `requestState` is good for. */
export interface RoundKey {
  readonly principal: string
  readonly name: string
  readonly args: Readonly<Record<string, unknown>>
}

/** What a repeated call should know of the one before it. */
export interface Memory {
  readonly approvalId: string
  /** The form that the client was given last. An answer counts only for one that came with the round before. */
  readonly form: { readonly card: Shown; readonly isFresh: boolean } | undefined
}

/** One repetition of a call that waits for a person. */
export interface Round {
  readonly memory: Memory
  /** The state to come back with once more; null when there have been rounds enough, and the call is over. */
  readonly again: (memory: Memory) => string | null
  /** The call is over: its state is good for nothing any more. */
  readonly end: () => void
  /** The client went away while it waited: it may come back with the same state. */
  readonly release: () => void
}

export type Resumed = { readonly ok: true; readonly round: Round } | { readonly ok: false; readonly error: RpcError }

export interface Rounds {
  /** The state to come back with the first time. */
  readonly open: (key: RoundKey, memory: Memory) => string
  /** Takes a state back. One that is forged, foreign, used or expired is an error, and nothing may run. */
  readonly resume: (state: string, key: RoundKey) => Resumed
}

interface Entry {
  readonly id: number
  count: number
  deadline: number
  phase: 'open' | 'taken' | 'over'
  memory: Memory
}

const KEPT = 10_000

/**
 * The client carries a sealed reference; what it stands for is kept here. So a state can be used once, in its turn, by
 * the client it was given to and for the call it was given for. None survives a restart: approvals do.
 */
export function createRounds({ limits, clock }: { limits: Limits; clock: Clock }): Rounds {
  const seal = createSeal()
  const entries = new Map<number, Entry>()
  let lastId = 0

  const sealed = (entry: Entry, binding: string): string => {
    entry.phase = 'open'
    entry.deadline = clock.monotonic() + limits.approvalExpiryMs
    entries.delete(entry.id)
    entries.set(entry.id, entry)
    for (const { id, deadline } of entries.values()) {
      if (deadline > clock.monotonic() && entries.size <= KEPT) break
      entries.delete(id)
    }
    return seal.close(`${entry.id} ${entry.count}`, binding)
  }

  return {
    open: (key, memory) => {
      lastId += 1
      return sealed({ id: lastId, count: 1, deadline: 0, phase: 'open', memory }, bindingOf(key))
    },
    resume: (state, key) => {
      const binding = bindingOf(key)
      const opened = seal.open(state, binding)
      if (opened === undefined) return refused('unknown', UNKNOWN)
      const [id, count] = opened.split(' ').map(Number)
      const entry = entries.get(id ?? 0)
      if (entry === undefined || entry.deadline <= clock.monotonic()) return refused('expired', EXPIRED)
      if (entry.phase === 'over') return refused('over', OVER)
      if (entry.phase === 'taken' || entry.count !== count) return refused('used', USED)
      entry.phase = 'taken'
      return {
        ok: true,
        round: {
          memory: entry.memory,
          again: (memory) => {
            entry.phase = 'over'
            if (entry.count >= limits.inputRounds) return null
            entry.count += 1
            entry.memory = memory
            return sealed(entry, binding)
          },
          end: () => {
            entry.phase = 'over'
          },
          release: () => {
            entry.phase = 'open'
          },
        },
      }
    },
  }
}

const AGAIN = 'Make the call again without it: what a person has approved meanwhile runs at once.'
const UNKNOWN = `This requestState was altered, belongs to another call or client, or is from before a restart. ${AGAIN}`
const EXPIRED = `This requestState has expired. ${AGAIN}`
const USED = `This requestState has already been used. ${AGAIN}`
const OVER = 'This requestState belongs to a call that has already ended. Nothing ran a second time.'

function refused(reason: string, message: string): Resumed {
  return { ok: false, error: { code: INVALID_PARAMS, message, data: { reason: `request_state_${reason}` } } }
}

function bindingOf({ principal, name, args }: RoundKey): string {
  return hash('sha256', canonicalJson([principal, name, args]))
}
