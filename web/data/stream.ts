import type { HostEvent } from '../../src/contract/events.ts'
import { createFrameReader, type Frame } from './sse.ts'

export type ConnectionState = 'connecting' | 'live' | 'lost'

export interface Connection {
  readonly state: ConnectionState
  /** When something was last heard, heartbeats included. */
  readonly heardAt: number
}

export interface Stream {
  readonly connection: () => Connection
  readonly onConnection: (listener: () => void) => () => void
  readonly onEvent: (listener: (event: HostEvent) => void) => () => void
  /** Everything shown may be old: load it again. */
  readonly onGap: (listener: () => void) => () => void
  readonly retry: () => void
}

type Message =
  | { readonly kind: 'hello' }
  | { readonly kind: 'event'; readonly event: HostEvent }
  | { readonly kind: 'position'; readonly seq: number }
  | { readonly kind: 'gap'; readonly seq: number }
  | { readonly kind: 'connection'; readonly connection: Connection }

const CHANNEL = 'upperhand.events'
/** The daemon sends something every 15 s. */
const SILENCE_MS = 20_000
const LEADER_SILENCE_MS = 25_000
const RETRY_MS = [250, 500, 1_000, 2_000, 4_000]

/** One connection for all tabs: whoever holds the lock reads the stream and tells the others. */
export function createStream(): Stream {
  const channel = new BroadcastChannel(CHANNEL)
  const connectionListeners = new Set<() => void>()
  const eventListeners = new Set<(event: HostEvent) => void>()
  const gapListeners = new Set<() => void>()
  let connection: Connection = { state: 'connecting', heardAt: Date.now() }
  let seq: number | null = null
  let isLeading = false
  let wake = (): void => {}

  const setConnection = (state: ConnectionState, heardAt: number): void => {
    const isNews = state !== connection.state
    connection = { state, heardAt }
    if (isLeading) channel.postMessage({ kind: 'connection', connection } satisfies Message)
    if (isNews || state === 'live') for (const listener of connectionListeners) listener()
  }
  const hear = (event: HostEvent): void => {
    if (event.seq !== null) seq = event.seq
    for (const listener of eventListeners) listener(event)
  }
  const gap = (at: number): void => {
    seq = at
    for (const listener of gapListeners) listener()
  }

  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'hello') {
      if (isLeading) channel.postMessage({ kind: 'connection', connection } satisfies Message)
    } else if (isLeading) return
    else if (data.kind === 'event') hear(data.event)
    else if (data.kind === 'position') seq = data.seq
    else if (data.kind === 'gap') gap(data.seq)
    else {
      const wasLost = connection.state === 'lost'
      setConnection(data.connection.state, data.connection.heardAt)
      if (wasLost && data.connection.state === 'live') for (const listener of gapListeners) listener()
    }
  }

  const take = (frame: Frame): void => {
    if (frame.event === 'snapshot') {
      const at = Number(frame.id)
      gap(at)
      channel.postMessage({ kind: 'gap', seq: at } satisfies Message)
    } else if (frame.data !== '') {
      const event = JSON.parse(frame.data) as HostEvent
      hear(event)
      channel.postMessage({ kind: 'event', event } satisfies Message)
    } else if (frame.id !== null) {
      seq = Number(frame.id)
      channel.postMessage({ kind: 'position', seq } satisfies Message)
    }
  }

  const read = async (): Promise<void> => {
    const abort = new AbortController()
    let watchdog = setTimeout(() => abort.abort(), SILENCE_MS)
    try {
      const response = await fetch(`/api/events${seq === null ? '' : `?since=${seq}`}`, { signal: abort.signal })
      if (!response.ok || response.body === null) return
      const frames = createFrameReader()
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
      setConnection('live', Date.now())
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return
        clearTimeout(watchdog)
        watchdog = setTimeout(() => abort.abort(), SILENCE_MS)
        setConnection('live', Date.now())
        for (const frame of frames(value)) take(frame)
      }
    } catch {
      // Whatever ended it, the answer is the same: say so, and try again.
    } finally {
      clearTimeout(watchdog)
      abort.abort()
    }
  }

  const lead = async (): Promise<never> => {
    isLeading = true
    for (let failures = 0; ; failures += 1) {
      const before = connection.heardAt
      await read()
      if (connection.state === 'live' && connection.heardAt > before) failures = 0
      setConnection('lost', connection.heardAt)
      await new Promise<void>((resolve) => {
        wake = resolve
        setTimeout(resolve, RETRY_MS[Math.min(failures, RETRY_MS.length - 1)])
      })
    }
  }

  /** A leader that fell silent is a loss too, even if this tab cannot do anything about it. */
  setInterval(() => {
    if (!isLeading && connection.state === 'live' && Date.now() - connection.heardAt > LEADER_SILENCE_MS)
      setConnection('lost', connection.heardAt)
  }, 1_000)

  for (const name of ['online', 'focus'] as const) addEventListener(name, () => wake())
  channel.postMessage({ kind: 'hello' } satisfies Message)
  if (navigator.locks === undefined) void lead()
  else void navigator.locks.request(CHANNEL, lead)

  const subscribe = <T>(set: Set<T>, listener: T) => {
    set.add(listener)
    return () => {
      set.delete(listener)
    }
  }
  return {
    connection: () => connection,
    onConnection: (listener) => subscribe(connectionListeners, listener),
    onEvent: (listener) => subscribe(eventListeners, listener),
    onGap: (listener) => subscribe(gapListeners, listener),
    retry: () => wake(),
  }
}
