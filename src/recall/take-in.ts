import type { CallView } from '../contract/calls.ts'
import type { HostEvent } from '../contract/events.ts'
import type { Entry, IndexStore } from './index-store.ts'

export interface RunFacts {
  readonly principal: string
  readonly owner: string
}

interface Parts {
  /** `call.finished` events, newest first. */
  readonly finished: (before: number | undefined, limit: number) => readonly HostEvent[]
  readonly showCall: (id: string) => CallView
  readonly runOf: (runId: string) => RunFacts | null
  readonly now: () => number
}

const PAGE = 50
const TEXT_CHARS = 2_000
const ARGUMENT_CHARS = 1_000

/** What says nothing about the work, or would find itself. */
const LEFT_OUT = new Set(['recall_history', 'read_tool_result', 'approval_wait'])

/**
 * Brings the index up to date: first what is new, then what is older than all it has, until the time is up. True when
 * there is nothing left to do. Between pages others get their turn.
 */
export async function takeIn(store: IndexStore, parts: Parts, budgetMs: number, signal: AbortSignal): Promise<boolean> {
  const until = parts.now() + budgetMs
  const { newest, oldest } = store.marks()
  if (newest !== undefined) await takeNewer(store, parts, newest, signal)
  return takeOlder(store, parts, { before: oldest, until, signal })
}

/** In one go: an index that was left in the middle of the new would have a gap that nobody finds. */
async function takeNewer(store: IndexStore, parts: Parts, newest: number, signal: AbortSignal): Promise<void> {
  const held: HostEvent[] = []
  for await (const page of pages(parts, undefined, signal)) {
    const fresh = page.filter(({ seq }) => (seq ?? 0) > newest)
    held.push(...fresh)
    if (fresh.length < page.length) break
  }
  store.add(held.flatMap((event) => entryOf(event, parts) ?? []))
  const [first] = held
  if (first?.seq != null) store.mark('newest', first.seq)
}

interface Way {
  readonly before: number | undefined
  readonly until: number
  readonly signal: AbortSignal
}

/** Goes on where it was left. */
async function takeOlder(store: IndexStore, parts: Parts, { before, until, signal }: Way): Promise<boolean> {
  for await (const page of pages(parts, before, signal)) {
    const [first] = page
    if (before === undefined && store.marks().newest === undefined) store.mark('newest', first?.seq ?? 0)
    store.add(page.flatMap((event) => entryOf(event, parts) ?? []))
    store.mark('oldest', page.at(-1)?.seq ?? 0)
    if (page.length === PAGE && parts.now() > until) return false
  }
  return true
}

async function* pages(parts: Parts, from: number | undefined, signal: AbortSignal) {
  let before = from
  for (;;) {
    signal.throwIfAborted()
    const page = parts.finished(before, PAGE)
    if (page.length === 0) return
    yield page
    before = page.at(-1)?.seq ?? 0
    await new Promise((resolve) => setImmediate(resolve))
  }
}

function entryOf(event: HostEvent, { showCall, runOf }: Parts): Entry | null {
  const { subject, operation, runId, seq } = event
  if (subject === null || runId === null || operation === null || LEFT_OUT.has(operation)) return null
  const run = runOf(runId)
  if (run === null) return null
  const { at, client, label, args, output, error, state } = showCall(subject)
  const parts = [argumentText(args), error === null ? (output ?? '') : `${error.code}: ${error.message}`]
  return {
    id: subject,
    kind: 'call',
    seq: seq ?? 0,
    at,
    ...run,
    client,
    operation,
    title: state === 'succeeded' ? label : `${label} (${state})`,
    text: parts
      .filter((part) => part !== '')
      .join('\n')
      .slice(0, TEXT_CHARS),
  }
}

/** The values; names of parameters are the same in every call. */
function argumentText(args: Readonly<Record<string, unknown>>): string {
  const texts: string[] = []
  const visit = (value: unknown): void => {
    if (typeof value === 'string') texts.push(value.slice(0, ARGUMENT_CHARS))
    else if (Array.isArray(value)) for (const item of value) visit(item)
    else if (typeof value === 'object' && value !== null) for (const item of Object.values(value)) visit(item)
  }
  visit(args)
  return texts.join(' \u00b7 ').slice(0, ARGUMENT_CHARS)
}
