import type { EventType, HostEvent } from '../../src/contract/events.ts'
import { ApiError, api } from './api.ts'

/** What is known of one address of the API. Old data stays while new is loaded, and when loading fails. */
export interface Answer<T> {
  readonly data: T | undefined
  readonly error: ApiError | undefined
  readonly loadedAt: number | null
}

interface Entry {
  answer: Answer<unknown>
  readonly listeners: Set<() => void>
  /** Events after which it is loaded again. */
  readonly refreshOn: Set<EventType>
  isLoading: boolean
  isStale: boolean
  timer: ReturnType<typeof setTimeout> | undefined
}

const EMPTY: Answer<unknown> = { data: undefined, error: undefined, loadedAt: null }
/** Events come in bursts; one load answers all of them. */
const TOGETHER_MS = 120
const RETRY_MS = 2_000
const ENTRIES = 200

const entries = new Map<string, Entry>()

export function answerOf<T>(path: string): Answer<T> {
  return (entries.get(path)?.answer ?? EMPTY) as Answer<T>
}

/** Loads it, and again whenever one of the events comes, as long as somebody listens. */
export function watch(path: string, refreshOn: readonly EventType[], listener: () => void): () => void {
  const entry = entryFor(path)
  for (const type of refreshOn) entry.refreshOn.add(type)
  entry.listeners.add(listener)
  if (entry.answer.loadedAt === null || entry.isStale) void load(path, entry)
  return () => {
    entry.listeners.delete(listener)
  }
}

export function reload(path: string): Promise<void> {
  return load(path, entryFor(path))
}

/** Puts an answer there that came with a change, so that nobody waits for what is known. */
export function put<T>(path: string, data: T): void {
  const entry = entryFor(path)
  settle(entry, { data, error: undefined, loadedAt: Date.now() })
}

export function invalidate(event: HostEvent): void {
  for (const [path, entry] of entries) if (entry.refreshOn.has(event.type)) soon(path, entry)
}

export function invalidateAll(): void {
  for (const [path, entry] of entries) soon(path, entry)
}

function soon(path: string, entry: Entry): void {
  entry.isStale = true
  if (entry.listeners.size === 0 || entry.timer !== undefined) return
  entry.timer = setTimeout(() => {
    entry.timer = undefined
    void load(path, entry)
  }, TOGETHER_MS)
}

/** What may be over in a moment; a wrong request stays wrong. */
function isPassing({ status }: ApiError): boolean {
  return status === 0 || status === 429 || status >= 500
}

function later(path: string, entry: Entry): void {
  entry.isStale = true
  if (entry.timer !== undefined) return
  entry.timer = setTimeout(() => {
    entry.timer = undefined
    if (entry.listeners.size > 0) void load(path, entry)
  }, RETRY_MS)
}

async function load(path: string, entry: Entry): Promise<void> {
  if (entry.isLoading) {
    entry.isStale = true
    return
  }
  entry.isLoading = true
  entry.isStale = false
  try {
    settle(entry, { data: await api.get(path), error: undefined, loadedAt: Date.now() })
  } catch (cause) {
    const error = cause instanceof ApiError ? cause : new ApiError(0, 'INTERNAL', String(cause), null)
    settle(entry, { ...entry.answer, error, loadedAt: entry.answer.loadedAt ?? Date.now() })
    if (isPassing(error)) later(path, entry)
  } finally {
    entry.isLoading = false
  }
  if (entry.isStale && entry.listeners.size > 0) soon(path, entry)
}

function settle(entry: Entry, answer: Answer<unknown>): void {
  entry.answer = answer
  for (const listener of entry.listeners) listener()
}

function entryFor(path: string): Entry {
  const known = entries.get(path)
  if (known !== undefined) return known
  const entry: Entry = {
    answer: EMPTY,
    listeners: new Set(),
    refreshOn: new Set(),
    isLoading: false,
    isStale: false,
    timer: undefined,
  }
  entries.set(path, entry)
  for (const [old, { listeners }] of entries) {
    if (entries.size <= ENTRIES) break
    if (listeners.size === 0 && old !== path) entries.delete(old)
  }
  return entry
}
