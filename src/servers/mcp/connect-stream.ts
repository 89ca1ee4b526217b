import type { Readable, Writable } from 'node:stream'
import type { Dispatch } from './dispatch.ts'
import { createFrameReader } from './frames.ts'
import { glimpseId } from './glimpse-id.ts'
import { createLink, type Link } from './link.ts'
import { parseMessage, tooLarge } from './parse-message.ts'
import type { McpParts, StreamIdentity } from './parts.ts'
import { createLastingPeer } from './peer.ts'

export interface StreamPair {
  readonly readable: Readable
  readonly writable: Writable
}

/** A live connection. `closed` resolves when it has ended, whoever ended it; it never rejects. */
export interface Connection {
  readonly closed: Promise<void>
  readonly close: () => Promise<void>
}

/** Above this many unsent bytes or unanswered requests we stop reading: the client's pipe fills, not our memory. */
const UNSENT_BYTES = 1024 * 1024
const UNANSWERED = 64
/** Frames that came together are taken a few a turn, so that their answers count before more work is begun. */
const FRAMES_A_TURN = 32
/** How long answers may still come after the client has closed its side. */
const LAST_WORDS_MS = 1_000

interface StreamParts {
  readonly parts: McpParts
  readonly dispatch: Dispatch
  readonly streams: StreamPair
  readonly identity: StreamIdentity
}

/** Newline-delimited JSON-RPC over two byte streams. The connection ends the writable when it closes. */
export function connectStream({
  parts,
  dispatch,
  streams,
  identity,
}: StreamParts): Connection & { readonly link: Link } {
  const { readable, writable } = streams
  const { limits } = parts
  const { promise: closed, resolve: onClosed } = Promise.withResolvers<void>()
  let unsent = ''
  let isPaused = false
  let isOpen = true
  const waiting: (() => void)[] = []
  let nextTurn: NodeJS.Immediate | undefined
  let lastWords: NodeJS.Timeout | undefined

  const flush = () => {
    const text = unsent
    unsent = ''
    if (text !== '' && writable.writable) writable.write(text)
    regulate()
    if (lastWords !== undefined && isIdle()) void link.close()
  }

  const isFull = () => writable.writableLength > UNSENT_BYTES || link.inFlight() >= UNANSWERED
  const isIdle = () => waiting.length === 0 && link.isIdle()

  const regulate = () => {
    const isBusy = waiting.length > 0
    if (isBusy && isOpen && !isFull()) nextTurn ??= setImmediate(takeTurn)
    const mustPause = isBusy || isFull()
    if (mustPause === isPaused) return
    isPaused = mustPause
    if (mustPause) readable.pause()
    else readable.resume()
  }

  const takeTurn = () => {
    nextTurn = undefined
    for (let taken = 0; taken < FRAMES_A_TURN && isOpen && !isFull(); taken += 1) waiting.shift()?.()
    regulate()
  }

  const link = createLink({
    parts,
    dispatch,
    peer: createLastingPeer(parts, { kind: 'stdio', ...identity }),
    wire: {
      // Answers that come in the same turn share one write.
      send: (text) => {
        if (!isOpen) return
        if (unsent === '') process.nextTick(flush)
        unsent += `${text}\n`
      },
      close: () => {
        isOpen = false
        clearTimeout(lastWords)
        waiting.length = 0
        readable.off('data', onData)
        readable.pause()
        if (unsent !== '' && writable.writable) writable.write(unsent)
        unsent = ''
        writable.end()
        onClosed()
      },
    },
  })

  const read = createFrameReader(limits.frameBytes, {
    frame: (bytes) => {
      waiting.push(() => {
        const parsed = parseMessage(bytes, limits.jsonDepth)
        if (parsed.ok) link.receive(parsed.value)
        else link.refuse(parsed.error)
      })
    },
    oversized: (head, tail) => {
      waiting.push(() => link.refuse(tooLarge(limits.frameBytes), glimpseId(head, tail)))
    },
  })
  const onData = (chunk: Uint8Array) => {
    read(chunk)
    if (nextTurn === undefined) takeTurn()
  }
  const onGone = (): void => void link.close()

  readable.on('data', onData)
  readable.on('end', () => {
    if (isIdle()) return onGone()
    lastWords = setTimeout(onGone, LAST_WORDS_MS)
  })
  readable.on('error', onGone)
  readable.on('close', () => {
    if (!readable.readableEnded) onGone()
  })
  writable.on('drain', regulate)
  writable.on('error', onGone)
  writable.on('close', onGone)

  return { closed, close: link.close, link }
}
