import { connect, type Socket } from 'node:net'
import { HostError } from '../base/host-error.ts'
import { createFrameReader, encodeFrame, type Frame } from './frames.ts'
import type { BrokerFile, News, OperationName, Operations, ReplyError } from './protocol.ts'

/** The daemon's end of the line to a broker. */
export interface BrokerClient {
  readonly ask: <Name extends OperationName>(
    op: Name,
    request: Operations[Name][0],
    options?: AskOptions,
  ) => Promise<{ readonly result: Operations[Name][1]; readonly body: Buffer }>
  readonly close: () => void
}

interface AskOptions {
  /** Takes the question back; the answer then says what was reached. */
  readonly signal?: AbortSignal | undefined
  readonly onOutput?: ((news: Extract<News, { news: 'output' }>, bytes: Buffer) => void) | undefined
}

interface Parts {
  readonly onNews: (news: Exclude<News, { news: 'output' }>) => void
  readonly onGone: () => void
}

interface Open {
  readonly resolve: (frame: Frame) => void
  readonly reject: (error: HostError) => void
  readonly onOutput: AskOptions['onOutput']
}

const CONNECT_WITHIN_MS = 5_000

/** Rejects when nobody answers there. */
export async function connectBroker({ socket: path }: BrokerFile, { onNews, onGone }: Parts): Promise<BrokerClient> {
  const socket = await reach(path)
  const open = new Map<number, Open>()
  let count = 0
  let isGone = false

  const read = createFrameReader((frame) => {
    const { reply, news, of } = frame.header
    if (typeof reply === 'number') {
      open.get(reply)?.resolve(frame)
      open.delete(reply)
    } else if (news === 'output') {
      const output = frame.header as unknown as Extract<News, { news: 'output' }>
      open.get(Number(of))?.onOutput?.(output, frame.body)
    } else onNews(frame.header as unknown as Exclude<News, { news: 'output' }>)
  })
  socket.on('data', (chunk) => {
    try {
      read(chunk)
    } catch {
      socket.destroy()
    }
  })
  socket.on('error', () => {})
  socket.once('close', () => {
    isGone = true
    for (const { reject } of open.values()) reject(gone())
    open.clear()
    onGone()
  })

  return {
    ask: async (op, request, { signal, onOutput } = {}) => {
      if (isGone) throw gone()
      count += 1
      const number = count
      const cancel = () => socket.write(encodeFrame({ cancel: number }))
      signal?.addEventListener('abort', cancel, { once: true })
      try {
        const { header, body } = await new Promise<Frame>((resolve, reject) => {
          open.set(number, { resolve, reject, onOutput })
          socket.write(encodeFrame({ ...request, request: number, op }))
          if (signal?.aborted === true) cancel()
        })
        const { error, reply: _, ...result } = header as { readonly error?: ReplyError; readonly reply: number }
        if (error !== undefined) throw asHostError(error)
        // Both sides are of one version: `hello` made sure of it.
        return { result: result as unknown as Operations[typeof op][1], body }
      } finally {
        signal?.removeEventListener('abort', cancel)
      }
    },
    close: () => socket.destroy(),
  }
}

function asHostError({ code, message, hint }: ReplyError): HostError {
  return new HostError(code, message, hint === undefined ? {} : { hint })
}

function gone(): HostError {
  return new HostError('UNAVAILABLE', 'The process that owns terminals ended, and everything in it.', {
    hint: 'Start again: a new one is started with the next command.',
  })
}

function reach(path: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(path)
    const timer = setTimeout(() => socket.destroy(new Error('no answer')), CONNECT_WITHIN_MS)
    socket.once('error', reject)
    socket.once('connect', () => {
      clearTimeout(timer)
      socket.removeListener('error', reject)
      resolve(socket)
    })
  })
}
