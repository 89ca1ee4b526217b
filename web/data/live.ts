import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react'
import type { EventType, HostEvent } from '../../src/contract/events.ts'
import { type Answer, answerOf, invalidate, invalidateAll, watch } from './cache.ts'
import { type Connection, createStream } from './stream.ts'

const stream = createStream()
let wasLost = false
stream.onEvent(invalidate)
stream.onGap(invalidateAll)
stream.onConnection(() => {
  const { state } = stream.connection()
  // What failed to load while nobody answered is tried again.
  if (state === 'live' && wasLost) invalidateAll()
  wasLost = state === 'lost'
})

export const retryConnection = stream.retry

export function useConnection(): Connection {
  return useSyncExternalStore(stream.onConnection, stream.connection)
}

/** An address of the API, kept fresh by events. */
export function useLive<T>(path: string, refreshOn: readonly EventType[] = []): Answer<T> {
  const events = refreshOn.join()
  const subscribe = useCallback(
    (listener: () => void) => watch(path, events === '' ? [] : (events.split(',') as EventType[]), listener),
    [path, events],
  )
  return useSyncExternalStore(subscribe, () => answerOf<T>(path))
}

/** For what is not kept by the daemon, such as progress. */
export function useEvents(listener: (event: HostEvent) => void): void {
  const latest = useRef(listener)
  latest.current = listener
  useEffect(() => stream.onEvent((event) => latest.current(event)), [])
}
