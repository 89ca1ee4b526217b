import { timingSafeEqual } from 'node:crypto'
import { createServer, type Server, type Socket } from 'node:net'
import { HostError } from '../base/host-error.ts'
import { createFrameReader, encodeFrame, type Frame } from './frames.ts'
import type { Handlers } from './handlers.ts'
import { type BrokerView, type News, PROTOCOL, type ReplyError } from './protocol.ts'

export interface BrokerServer {
  readonly listen: (path: string) => Promise<void>
  readonly tell: (news: News, body?: Buffer) => void
  readonly close: () => void
}

interface Parts {
  readonly token: string
  readonly handlers: Handlers
  readonly views: () => readonly BrokerView[]
  readonly onDaemon: (graceMs: number) => void
  readonly onDaemonGone: () => void
  /** The daemon wants everything to end. */
  readonly onEnd: () => Promise<void>
}

/** What the daemon has not read; news beyond this are left out where they can be. */
const UNREAD_MAX_BYTES = 4 * 1024 * 1024
const HELLO_WITHIN_MS = 10_000

/** Serves one daemon at a time: the newest that knows the token. */
export function createBrokerServer(parts: Parts): BrokerServer {
  let daemon: Socket | undefined
  const server: Server = createServer((socket) => {
    const open = new Map<number, AbortController>()
    socket.on('error', () => {})
    const hello = setTimeout(() => socket.destroy(), HELLO_WITHIN_MS)
    socket.once('close', () => {
      clearTimeout(hello)
      for (const controller of open.values()) controller.abort()
      if (daemon !== socket) return
      daemon = undefined
      parts.onDaemonGone()
    })
    const answer = async ({ header }: Frame): Promise<void> => {
      const { request, op, cancel } = header
      if (typeof cancel === 'number') return open.get(cancel)?.abort()
      if (typeof request !== 'number') return
      if (op === 'hello') {
        if (!isToken(header['token'], parts.token)) return void socket.destroy()
        clearTimeout(hello)
        daemon?.destroy()
        daemon = socket
        parts.onDaemon(Number(header['graceMs']))
        socket.write(encodeFrame({ reply: request, protocol: PROTOCOL, sessions: parts.views() }))
        return
      }
      if (socket !== daemon) return void socket.destroy()
      if (op === 'end') {
        await parts.onEnd()
        socket.end(encodeFrame({ reply: request }))
        return
      }
      const controller = new AbortController()
      open.set(request, controller)
      try {
        const handle = handlerOf(parts.handlers, op)
        const { result, body } = await handle(header, {
          signal: controller.signal,
          output: (bytes, stream, start) => {
            if (socket.writableLength > UNREAD_MAX_BYTES) return
            socket.write(encodeFrame({ news: 'output', of: request, stream, start } satisfies News, bytes))
          },
        })
        if (!socket.destroyed) socket.write(encodeFrame({ reply: request, ...result }, body))
      } catch (cause) {
        if (!socket.destroyed) socket.write(encodeFrame({ reply: request, error: errorOf(cause) }))
      } finally {
        open.delete(request)
      }
    }
    const read = createFrameReader((frame) => void answer(frame))
    socket.on('data', (chunk) => {
      try {
        read(chunk)
      } catch {
        socket.destroy()
      }
    })
  })

  return {
    listen: (path) =>
      new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen(path, resolve)
      }),
    tell: (news, body) => {
      daemon?.write(encodeFrame(news, body))
    },
    close: () => {
      server.close()
      daemon?.end()
    },
  }
}

type AnyHandler = (
  request: Frame['header'],
  context: Parameters<Handlers['exec']>[1],
) => Promise<{ readonly result: object; readonly body?: Buffer }>

/** Both sides are of one version, which `hello` made sure of; so a request has the shape its name says. */
function handlerOf(handlers: Handlers, op: unknown): AnyHandler {
  if (typeof op === 'string' && Object.hasOwn(handlers, op)) {
    return async (request, context) =>
      (handlers as unknown as Record<string, AnyHandler>)[op]?.(request, context) ?? none(op)
  }
  return none(op)
}

function none(op: unknown): never {
  throw new HostError('INTERNAL', `The broker knows no ${String(op)}.`)
}

function isToken(given: unknown, token: string): boolean {
  if (typeof given !== 'string') return false
  const [one, other] = [Buffer.from(given), Buffer.from(token)]
  return one.length === other.length && timingSafeEqual(one, other)
}

function errorOf(cause: unknown): ReplyError {
  const { code, message, hint } = HostError.from(cause)
  return { code, message: code === 'INTERNAL' ? String(cause) : message, hint }
}
