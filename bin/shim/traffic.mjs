import { lineOf } from './messages.mjs'

/** Asking these again changes nothing, so a new daemon is asked again by itself. Nothing else ever is. */
const REPEATABLE = new Set([
  'initialize',
  'ping',
  'server/discover',
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
  'subscriptions/listen',
])

const GREETING_ID = 'upperhand/greeting'

/** Remembers what a connection has open, so that it can be carried over to the next one. */
export function createTraffic() {
  /** The client's requests that are not answered yet. */
  const open = new Map()
  /** The daemon's requests that the client has not answered yet. */
  const asked = new Map()
  /** Requests of a daemon that is gone; the client's answers to them belong to nobody. */
  const stale = new Set()
  let initialize
  let initialized

  return {
    /** Says whether the line may go on to the daemon. */
    fromClient(line, messages) {
      const canRepeat = messages.length === 1 && REPEATABLE.has(messages[0].method)
      for (const { id, method, cancels } of messages) {
        if (method === 'initialize') initialize = { line, isAnswered: false }
        if (method === 'notifications/initialized') initialized = line
        if (cancels !== undefined) open.delete(keyOf(cancels))
        if (method !== undefined && isId(id)) open.set(keyOf(id), { id, method, line: canRepeat ? line : undefined })
        if (method === undefined && isId(id)) asked.delete(keyOf(id))
      }
      return !(messages.length === 1 && messages[0].method === undefined && stale.delete(keyOf(messages[0].id)))
    },

    /** Says whether the line may go on to the client. */
    fromDaemon(messages) {
      for (const { id, method } of messages) {
        if (!isId(id)) continue
        if (method !== undefined) asked.set(keyOf(id), id)
        else if (open.get(keyOf(id))?.method === 'initialize') initialize.isAnswered = true
        if (method === undefined) open.delete(keyOf(id))
      }
      return !isGreetingAnswer(messages)
    },

    /** A subscription is never answered, so nobody waits for its answer. */
    openCount: () => [...open.values()].filter(({ method }) => method !== 'subscriptions/listen').length,

    /** The client was told that this request cannot be had. */
    refused(id) {
      if (open.get(keyOf(id))?.method === 'initialize') initialize = undefined
      open.delete(keyOf(id))
    },

    /** The handshake for a new daemon; undefined if the client never made one, or still waits for its answer. */
    greeting() {
      if (!initialize?.isAnswered) return undefined
      const request = JSON.parse(initialize.line.toString('utf8'))
      return { first: lineOf({ ...request, id: GREETING_ID }), second: initialized }
    },

    /** The daemon is gone: what can be asked again, and what the client must be told. */
    lost() {
      const lost = [...open.values()]
      const repeat = lost.filter(({ line }) => line !== undefined)
      const unknown = lost.filter(({ line }) => line === undefined)
      const abandoned = [...asked.values()]
      for (const id of abandoned) stale.add(keyOf(id))
      asked.clear()
      for (const { id } of unknown) open.delete(keyOf(id))
      return { repeat: repeat.map(({ line }) => line), unknown: unknown.map(({ id }) => id), asked: abandoned }
    },
  }
}

export function isGreetingAnswer(messages) {
  return messages.length === 1 && messages[0].id === GREETING_ID && messages[0].method === undefined
}

function isId(id) {
  return typeof id === 'string' || typeof id === 'number'
}

/** `1` and `"1"` are different ids. */
function keyOf(id) {
  return JSON.stringify(id)
}
