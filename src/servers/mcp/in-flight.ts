import type { RequestId } from './json-rpc.ts'

/** Null says that there will be no answer. */
export type Reply = (text: string | null) => void

export interface Flight {
  readonly reply: Reply
  /** Absent where the SDK does the work. */
  readonly abort?: AbortController
  /** A subscription: open as long as the client likes. */
  readonly isLasting?: boolean
}

/** The requests of one client that have no answer yet, by id. */
export interface InFlight {
  readonly size: () => number
  /** Nothing is owed; subscriptions may be open. */
  readonly isIdle: () => boolean
  readonly has: (id: RequestId) => boolean
  readonly isStill: (id: RequestId, flight: Flight) => boolean
  readonly add: (id: RequestId, flight: Flight) => void
  /** Answers, once. With `flight`, only if the id still means that one: an id may be used again after a cancellation. */
  readonly settle: (id: RequestId, text: string, flight?: Flight) => void
  /** Undefined when nothing with this id is under way: some clients cancel what has already ended. */
  readonly cancel: (id: RequestId) => Flight | undefined
  readonly abandon: () => void
}

export function createInFlight(): InFlight {
  const flights = new Map<RequestId, Flight>()
  return {
    size: () => flights.size,
    isIdle: () => flights.values().every(({ isLasting }) => isLasting === true),
    has: (id) => flights.has(id),
    isStill: (id, flight) => flights.get(id) === flight,
    add: (id, flight) => {
      flights.set(id, flight)
    },
    settle: (id, text, flight) => {
      const current = flights.get(id)
      if (current === undefined || (flight !== undefined && flight !== current)) return
      flights.delete(id)
      current.reply(text)
    },
    cancel: (id) => {
      const current = flights.get(id)
      if (current === undefined) return undefined
      flights.delete(id)
      current.abort?.abort()
      current.reply(null)
      return current
    },
    abandon: () => {
      for (const { abort } of flights.values()) abort?.abort()
      flights.clear()
    },
  }
}
