import { useEffect, useState } from 'react'
import type { CallState, CallView } from '../../../src/contract/calls.ts'
import type { HostEvent } from '../../../src/contract/events.ts'
import type { Because } from '../../../src/contract/policy.ts'
import { api } from '../../data/api.ts'
import { useConnection, useEvents } from '../../data/live.ts'

export interface LiveCall extends Pick<CallView, 'id' | 'runId' | 'operation' | 'label' | 'state' | 'at' | 'args'> {
  readonly durationMs: number | null
  readonly because: Because | null
  readonly error: string | null
  /** What it said last; the output once it has ended. */
  readonly tail: readonly string[]
  readonly fraction: number | null
}

export type LiveCalls = ReadonlyMap<string, LiveCall>

const KEPT = 300
const TAIL_LINES = 20

/** Every call that runs, waits or has just ended, kept up by the stream of events. */
export function useLiveCalls(): LiveCalls {
  const [calls, setCalls] = useState<LiveCalls>(new Map())
  const { state } = useConnection()
  useEffect(() => {
    if (state !== 'live') return
    const abort = new AbortController()
    void load(abort.signal).then(
      (known) => setCalls((before) => bounded(new Map([...before, ...known.map((call) => [call.id, call] as const)]))),
      () => {},
    )
    return () => abort.abort()
  }, [state])
  useEvents((event) => {
    if (event.type.startsWith('call.')) setCalls((before) => take(before, event))
  })
  return calls
}

async function load(signal: AbortSignal): Promise<LiveCall[]> {
  const [ended, open] = await Promise.all([
    api.get<{ calls: readonly CallView[] }>('/api/calls?limit=60', signal),
    api.get<{ calls: readonly CallView[] }>('/api/calls/open', signal),
  ])
  return [...ended.calls.toReversed(), ...open.calls].map((call) => ({
    ...call,
    error: call.error?.message ?? null,
    tail: linesOf(call.output),
    fraction: null,
  }))
}

/** The state after an event; the same map when it is about nothing known. */
export function take(calls: LiveCalls, { type, subject, runId, operation, at, body }: HostEvent): LiveCalls {
  if (subject === null) return calls
  const known = calls.get(subject)
  const next: LiveCall = {
    id: subject,
    runId,
    operation: operation ?? known?.operation ?? '',
    label: text(body['label']) ?? known?.label ?? operation ?? '',
    at: known?.at ?? at,
    args: (body['args'] as LiveCall['args'] | undefined) ?? known?.args ?? {},
    because: (body['because'] as Because | undefined) ?? known?.because ?? null,
    error: (body['error'] as { message: string } | undefined)?.message ?? null,
    durationMs: typeof body['durationMs'] === 'number' ? body['durationMs'] : null,
    state: stateAfter(type, body, known?.state),
    tail: tailAfter(type, body, known?.tail ?? []),
    fraction: typeof body['fraction'] === 'number' ? body['fraction'] : null,
  }
  return bounded(new Map([...calls, [subject, next]]))
}

function stateAfter(type: HostEvent['type'], body: HostEvent['body'], before: CallState | undefined): CallState {
  if (type === 'call.waiting') return 'waiting'
  if (type === 'call.finished') return (body['state'] as CallState | undefined) ?? 'succeeded'
  return type === 'call.started' || before === undefined ? 'running' : before
}

function tailAfter(type: HostEvent['type'], body: HostEvent['body'], before: readonly string[]): readonly string[] {
  if (type === 'call.finished') {
    const output = linesOf(text(body['output']))
    return output.length > 0 ? output : before
  }
  const message = type === 'call.progress' ? text(body['message']) : null
  return message === null ? before : [...before, ...message.split('\n')].slice(-TAIL_LINES)
}

function linesOf(output: string | null): readonly string[] {
  return output === null || output === '' ? [] : output.trimEnd().split('\n').slice(-TAIL_LINES)
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/** The oldest that have ended go first. */
function bounded(calls: Map<string, LiveCall>): LiveCalls {
  for (const [id, { state }] of calls) {
    if (calls.size <= KEPT) break
    if (state !== 'running' && state !== 'waiting') calls.delete(id)
  }
  return calls
}
