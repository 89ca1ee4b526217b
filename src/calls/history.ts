import { HostError } from '../base/host-error.ts'
import type { CallView } from '../contract/calls.ts'
import type { HostEvent } from '../contract/events.ts'
import type { Events } from '../events/events.ts'
import type { CallSearch } from '../events/search-calls.ts'
import type { Verification } from '../events/verify.ts'

export interface HistoryFilter {
  readonly limit: number
  /** Only calls that ended before this sequence number. */
  readonly before?: number | undefined
  readonly operation?: string | undefined
  readonly runId?: string | undefined
}

export interface History {
  /** Newest first. */
  readonly list: (filter: HistoryFilter) => CallView[]
  /** Newest first. One search looks at a bounded number of calls: `next` goes on, null at the end. */
  readonly search: (search: CallSearch) => { readonly calls: CallView[]; readonly next: number | null }
  readonly show: (id: string) => { readonly call: CallView; readonly timeline: readonly HostEvent[] }
  readonly verify: () => Verification
  /** Every stored event as one JSON text a line. */
  readonly exportLines: () => Iterable<string>
}

const EXPORT_PAGE = 500

/** Calls as a view of the event log; there is no second copy that could disagree with it. */
export function createHistory({ events }: { events: Events }): History {
  return {
    list: ({ limit, before, operation, runId }) =>
      events
        .newest({ types: ['call.finished'], limit, before, operation, runId })
        .map((end) => toCall(events.ofSubject(end.subject ?? ''))),
    search: (search) => {
      const { found, next } = events.searchCalls(search)
      return { calls: found.map((end) => toCall(events.ofSubject(end.subject ?? ''))), next }
    },
    show: (id) => {
      const timeline = events.ofSubject(id)
      if (!timeline.some(({ type }) => type.startsWith('call.'))) {
        throw new HostError('NOT_FOUND', `There is no call ${id}.`, { hint: 'List them: upperhand history ls' })
      }
      const call = toCall(timeline)
      const approval = call.approvalId === null ? [] : events.ofSubject(call.approvalId)
      return { call, timeline: [...timeline, ...approval].sort((a, b) => (a.seq ?? 0) - (b.seq ?? 0)) }
    },
    verify: events.verify,
    exportLines: function* () {
      for (
        let page = events.since(0, EXPORT_PAGE);
        page.length > 0;
        page = events.since(page.at(-1)?.seq ?? 0, EXPORT_PAGE)
      ) {
        for (const event of page) yield JSON.stringify(event)
      }
    },
  }
}

function toCall(events: readonly HostEvent[]): CallView {
  const [first] = events
  if (first === undefined) throw new HostError('NOT_FOUND', 'There is no such call.')
  // Later events only add or replace: the description comes first, the outcome last.
  const merged: Record<string, unknown> = Object.assign({}, ...events.map(({ body }) => body))
  const isRunning = !events.some(({ type }) => type === 'call.finished')
  return {
    id: first.subject ?? '',
    seq: events.at(-1)?.seq ?? 0,
    at: first.at,
    runId: first.runId,
    client: text(merged['client']),
    profile: text(merged['profile']),
    operation: first.operation ?? '',
    label: text(merged['label']),
    args: (merged['args'] ?? {}) as CallView['args'],
    state: (isRunning
      ? events.at(-1)?.type === 'call.waiting'
        ? 'waiting'
        : 'running'
      : merged['state']) as CallView['state'],
    durationMs: typeof merged['durationMs'] === 'number' ? merged['durationMs'] : null,
    because: (merged['because'] ?? null) as CallView['because'],
    error: (merged['error'] ?? null) as CallView['error'],
    output: typeof merged['output'] === 'string' ? merged['output'] : null,
    approvalId: typeof merged['approvalId'] === 'string' ? merged['approvalId'] : null,
    isPerson: merged['isPerson'] === true,
  }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
