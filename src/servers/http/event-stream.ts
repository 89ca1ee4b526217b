import type { ServerResponse } from 'node:http'
import type { HostEvent } from '../../contract/events.ts'

/** The part of the event log a stream reads. Delivery is synchronous and in order. */
export interface EventLog {
  readonly since: (seq: number, limit: number) => readonly HostEvent[]
  readonly head: () => { readonly seq: number }
  readonly subscribe: (listener: (event: HostEvent) => void) => () => void
}

interface Parts {
  readonly log: EventLog
  readonly response: ServerResponse
  /** The last sequence number the reader has; undefined starts at the present. */
  readonly after: number | undefined
  /** The event as this reader is told of it; empty when it is not. */
  readonly frame: (event: HostEvent) => string
  /** A reader further behind gets a `snapshot` event: it reloads what it shows and goes on from there. */
  readonly replay: number
  readonly heartbeatMs: number
}

const PAGE = 200
const STALLED_HEARTBEATS = 2

/**
 * Pulls from the log as fast as the socket takes it, so a slow reader costs no memory: what it has not taken stays in
 * the database. One that takes nothing for two heartbeats, or falls out of the replay window, is cut off and may resume.
 */
export function startEventStream({ log, response, after, frame, replay, heartbeatMs }: Parts): void {
  let position = after ?? -1
  let isBlocked = false
  let missedHeartbeats = 0

  const isOver = (): boolean => response.destroyed || response.writableEnded

  const write = (text: string): void => {
    if (!isOver() && !response.write(text)) isBlocked = true
  }

  const snapshot = (): void => {
    position = log.head().seq
    write(`event: snapshot\nid: ${position}\ndata: ${JSON.stringify({ seq: position })}\n\n`)
  }

  const isOutOfWindow = (): boolean => {
    const { seq } = log.head()
    return position < 0 || position > seq || seq - position > replay
  }

  const pump = (): void => {
    while (!isBlocked && !isOver()) {
      const page = log.since(position, PAGE)
      if (page.length === 0) return
      if (page[0]?.seq !== position + 1) {
        // Older events have been removed from the log.
        snapshot()
        return
      }
      for (const event of page) {
        if (isBlocked) return
        take(event)
      }
    }
  }

  const take = (event: HostEvent): void => {
    if (event.seq !== null) position = event.seq
    const text = frame(event)
    if (text !== '') write(text)
  }

  const hear = (event: HostEvent): void => {
    if (isBlocked) {
      if (isOutOfWindow()) response.destroy()
    } else if (event.seq === null || event.seq === position + 1) take(event)
    else if (event.seq > position) pump()
  }

  const heartbeat = setInterval(() => {
    missedHeartbeats = isBlocked ? missedHeartbeats + 1 : 0
    if (missedHeartbeats >= STALLED_HEARTBEATS) response.destroy()
    // An id without data moves the reader's position without being an event.
    else if (!isBlocked) write(`: heartbeat\nid: ${position}\n\n`)
  }, heartbeatMs)
  heartbeat.unref()

  const unsubscribe = log.subscribe(hear)
  response.on('drain', () => {
    isBlocked = false
    missedHeartbeats = 0
    pump()
  })
  response.on('error', () => response.destroy())
  response.once('close', () => {
    clearInterval(heartbeat)
    unsubscribe()
  })

  if (isOutOfWindow()) snapshot()
  else pump()
}
