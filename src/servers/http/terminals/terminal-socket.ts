import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import { z } from 'zod'
import { HostError } from '../../../base/host-error.ts'
import type { Logger } from '../../../base/logger.ts'
import { parsed } from '../http-env.ts'
import { inputBody, selectionBody, sizeBody } from '../routes/terminals.ts'
import type { TerminalService, Watching } from './terminal-service.ts'

export interface TerminalSockets {
  /** The request has been admitted and is a person's. */
  readonly open: (request: IncomingMessage, socket: Duplex, head: Buffer, terminal: string) => void
  readonly count: () => number
  readonly close: () => void
}

interface Parts {
  readonly terminals: TerminalService
  readonly newViewerId: () => string
  readonly log: Logger
}

const FRAME_BYTES = 1024 * 1024
const SOCKETS = 128
const HEARTBEAT_MS = 20_000
const WRONG = 4_400
const GONE = 4_404
const FULL = 4_429

const message = z.discriminatedUnion('type', [
  inputBody.extend({ type: z.literal('input') }),
  sizeBody.extend({ type: z.literal('resize') }),
  z.strictObject({ type: z.literal('lease'), take: z.boolean() }),
  selectionBody.extend({ type: z.literal('selection') }),
  z.strictObject({ type: z.literal('refresh') }),
])

/** `/api/terminals/<id>` as a WebSocket: first a snapshot, then what comes; keys, size, lease and selection go back. */
export function createTerminalSockets({ terminals, newViewerId, log }: Parts): TerminalSockets {
  const server = new WebSocketServer({ noServer: true, maxPayload: FRAME_BYTES, perMessageDeflate: false })

  const serve = async (socket: WebSocket, terminal: string): Promise<void> => {
    const waiting: RawData[] = []
    let watching: Watching | undefined
    let last = Promise.resolve()
    const take = (data: RawData): void => {
      if (watching === undefined) {
        waiting.push(data)
        return
      }
      const at = watching
      // One after another: keys arrive in the order in which they were pressed.
      last = last.then(() => handle(at, data)).catch((cause: unknown) => tell(socket, cause))
    }
    socket.on('message', take)
    socket.on('close', () => watching?.detach())
    const viewer = newViewerId()
    // So that a page knows whether it is the one that holds the terminal.
    await sent(socket, { type: 'hello', viewer })
    const session = await terminals.watch(terminal, { id: viewer, send: (frame) => sent(socket, frame) })
    watching = session
    if (socket.readyState !== socket.OPEN) session.detach()
    for (const data of waiting.splice(0)) take(data)
  }

  const alive = new WeakSet<WebSocket>()
  const heartbeat = setInterval(() => {
    for (const socket of server.clients) {
      if (!alive.has(socket)) socket.terminate()
      alive.delete(socket)
      socket.ping()
    }
  }, HEARTBEAT_MS)
  heartbeat.unref()

  return {
    open: (request, socket, head, terminal) => {
      server.handleUpgrade(request, socket, head, (client) => {
        client.on('error', (cause) => log.debug('a viewer of a terminal failed', { cause }))
        if (server.clients.size > SOCKETS) {
          client.close(FULL, `${SOCKETS} viewers are connected already.`)
          return
        }
        alive.add(client)
        client.on('pong', () => alive.add(client))
        serve(client, terminal).catch((cause: unknown) => {
          const { code, message: words } = HostError.from(cause)
          client.close(code === 'NOT_FOUND' ? GONE : WRONG, words.slice(0, REASON_CHARS))
        })
      })
    },
    count: () => server.clients.size,
    close: () => {
      clearInterval(heartbeat)
      for (const client of server.clients) client.terminate()
      server.close()
    },
  }
}

const REASON_CHARS = 100

async function handle(watching: Watching, data: RawData): Promise<void> {
  const wanted = parsed(message, JSON.parse(String(data)), 'message')
  switch (wanted.type) {
    case 'input':
      return watching.write(wanted.text)
    case 'resize':
      return watching.resize(wanted.cols, wanted.rows)
    case 'lease':
      return watching.lease(wanted.take)
    case 'selection':
      return watching.select(wanted.text)
    case 'refresh':
      return watching.refresh()
  }
}

/** Resolves when the system has taken it, so a slow viewer is known to be slow. */
function sent(socket: WebSocket, frame: object): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(frame), () => resolve())
  else resolve()
  return promise
}

function tell(socket: WebSocket, cause: unknown): void {
  const { code, message: words } =
    cause instanceof SyntaxError ? new HostError('INVALID_PARAMETERS', 'A message is JSON.') : HostError.from(cause)
  void sent(socket, { type: 'error', code, message: words })
}
