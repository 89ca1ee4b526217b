import type { Clock } from '../base/clock.ts'
import { HostError } from '../base/host-error.ts'
import type { NewId } from '../base/ids.ts'
import type { Redact } from '../base/redact.ts'
import type { CallState } from '../contract/calls.ts'
import type { Because } from '../contract/policy.ts'
import type { Resource } from '../contract/resources.ts'
import type { Caller } from '../contract/run.ts'
import type { Events } from '../events/events.ts'
import type { Database } from '../storage/database.ts'
import { remember } from './remember.ts'

export interface Description {
  readonly operation: string
  readonly label: string
  readonly args: Readonly<Record<string, unknown>>
  readonly resources: readonly Resource[]
}

export interface OpenCall {
  readonly id: string
  readonly openedAt: number
  readonly elapsedMs: () => number
  /** What is known so far; the last one given is recorded. */
  readonly describe: (description: Description) => void
  readonly waiting: (approvalId: string, because: Because) => void
  /** The intent: committed before the effect. `spend` runs in the same transaction; when it fails nothing is written. */
  readonly started: (because: Because, approvalId: string | undefined, spend: () => boolean) => void
  readonly progress: (message: string, fraction: number | undefined) => void
  readonly finished: (end: CallEnd) => void
}

export interface CallEnd {
  readonly state: Extract<CallState, 'succeeded' | 'failed' | 'denied' | 'expired' | 'cancelled' | 'pending'>
  readonly output?: string | undefined
  readonly error?: HostError | undefined
  readonly because?: Because | undefined
  readonly approvalId?: string | undefined
  readonly edited?: boolean | undefined
}

export interface Interrupted {
  readonly id: string
  readonly paths: readonly string[]
}

export interface Ledger {
  readonly open: (caller: Caller, given: string, args: Readonly<Record<string, unknown>>) => OpenCall
  /**
   * Calls that were open when the last host died. Those that ran are marked as outcome unknown and never run again; those
   * that waited for a person did not run, and their approvals still wait. `cleanUp` comes first and must not throw: a
   * crash in the middle of it finds the call still open.
   */
  readonly closeInterrupted: (cleanUp?: (call: Interrupted) => void) => Interrupted[]
}

interface Parts {
  readonly database: Database
  readonly events: Events
  readonly clock: Clock
  readonly newId: NewId
  readonly redact: Redact
}

const OUTPUT_MAX = 1_000
const NAME_MAX = 200

/** The only writer of calls: each row and its event are one commit, and everything passes the redaction first. */
export function createLedger({ database, events, clock, newId, redact }: Parts): Ledger {
  const insertOpen = database.prepare('insert or replace into open_call (id, seq) values (?, ?)')
  const deleteOpen = database.prepare('delete from open_call where id = ?')
  const allOpen = database.prepare('select id from open_call order by seq')

  const open: Ledger['open'] = (caller, given, args) => {
    const id = newId('call')
    const openedAt = clock.now()
    const began = clock.monotonic()
    // A name that leads nowhere is whatever the client wrote.
    const name = given.slice(0, NAME_MAX)
    let description: Description = { operation: name, label: name, args, resources: [] }
    /** The arguments that the history has; edited ones are told anew. */
    let told: Description['args'] | undefined
    let isOpen = false

    const append = (
      type: 'call.waiting' | 'call.started' | 'call.finished',
      body: Readonly<Record<string, unknown>>,
    ): number => {
      const telling = description.args
      const intro = told === telling ? {} : introOf(caller, description, redact)
      database.afterCommit(() => {
        told = telling
      })
      return events.append({
        type,
        runId: caller.runId,
        subject: id,
        operation: description.operation,
        body: { ...intro, ...body },
      })
    }

    return {
      id,
      openedAt,
      elapsedMs: () => Math.round((clock.monotonic() - began) * 1000) / 1000,
      describe: (next) => {
        description = next
      },
      waiting: (approvalId, because) =>
        database.transaction(() => {
          insertOpen.run(id, append('call.waiting', { approvalId, because }))
          isOpen = true
        }),
      started: (because, approvalId, spend) =>
        database.transaction(() => {
          if (!spend()) {
            throw new HostError('CONFLICT', 'The approval was already used by an identical call.', {
              hint: 'If the call is needed once more, make it again: a person will be asked again.',
            })
          }
          insertOpen.run(id, append('call.started', { because, ...(approvalId === undefined ? {} : { approvalId }) }))
          isOpen = true
        }),
      progress: (message, fraction) =>
        events.signal({
          type: 'call.progress',
          runId: caller.runId,
          subject: id,
          operation: description.operation,
          body: { message: redact.text(message), fraction: fraction ?? null, label: description.label },
        }),
      finished: ({ state, output, error, because, approvalId, edited }) =>
        database.transaction(() => {
          append('call.finished', {
            state,
            durationMs: Math.round(clock.monotonic() - began),
            ...(output === undefined ? {} : { output: redact.text(output.slice(0, OUTPUT_MAX)) }),
            ...(error === undefined ? {} : { error: { code: error.code, message: redact.text(error.message) } }),
            ...(because === undefined ? {} : { because }),
            ...(approvalId === undefined ? {} : { approvalId }),
            ...(edited === true ? { edited } : {}),
          })
          if (isOpen) deleteOpen.run(id)
        }),
    }
  }

  return {
    open,
    closeInterrupted: (cleanUp) =>
      database.transaction(() =>
        (allOpen.all() as { id: string }[]).map(({ id }) => {
          const timeline = events.ofSubject(id)
          const last = timeline.at(-1)
          const hasRun = timeline.some(({ type }) => type === 'call.started')
          const call = { id, paths: timeline.flatMap(({ body }) => pathsOf(body['resources'])) }
          cleanUp?.(call)
          events.append({
            type: 'call.finished',
            runId: last?.runId ?? undefined,
            subject: id,
            operation: last?.operation ?? undefined,
            body: { state: hasRun ? 'unknown' : 'pending', durationMs: null },
          })
          deleteOpen.run(id)
          return call
        }),
      ),
  }
}

function introOf(
  caller: Caller,
  { label, args, resources }: Description,
  redact: Redact,
): Readonly<Record<string, unknown>> {
  return {
    client: redact.text(caller.client),
    profile: caller.profile,
    isPerson: caller.isPerson,
    cwd: redact.text(caller.workdir),
    label: redact.text(label),
    args: remember(args, redact),
    resources: remember(resources.map(recorded), redact),
  }
}

/** Enough to show it, and to ask later what a rule would have said. */
function recorded(resource: Resource): object {
  const isCritical = resource.protection.class === 'critical'
  if (resource.kind === 'path') {
    const { path, access, zone } = resource
    return { path, access, zone, isCritical }
  }
  if (resource.kind === 'url') return { url: resource.url, host: resource.host, isCritical }
  const { text, program, subcommand, flags, operands, extras, isCertain, hosts, effect, identity } = resource
  return { command: text, program, subcommand, flags, operands, extras, isCertain, hosts, effect, identity, isCritical }
}

function pathsOf(resources: unknown): string[] {
  if (!Array.isArray(resources)) return []
  return resources.flatMap((resource: { path?: unknown }) => (typeof resource.path === 'string' ? [resource.path] : []))
}
