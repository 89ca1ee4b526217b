import { Worker } from 'node:worker_threads'
import { HostError } from '../base/host-error.ts'
import type { Logger } from '../base/logger.ts'
import type { FromThread, RequestName, Requests, ToThread } from './protocol.ts'

/** The thread that indexes, started by the first question. */
export interface IndexThread {
  readonly ask: <Name extends RequestName>(
    root: string,
    name: Name,
    asks: Requests[Name]['asks'],
    signal?: AbortSignal,
  ) => Promise<Requests[Name]['answers']>
  readonly close: () => Promise<void>
}

interface Parts {
  readonly isClosed: (path: string) => boolean
  /** The thread ended by itself; nothing is open any more. */
  readonly onEnd: () => void
  readonly log: Logger
}

interface Waiting {
  readonly resolve: (value: unknown) => void
  readonly reject: (cause: unknown) => void
}

export function createIndexThread({ isClosed, onEnd, log }: Parts): IndexThread {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let lastId = 0

  const start = (): Worker => {
    const made = new Worker(workerFile())
    made.unref()
    made.on('message', (message: FromThread) => receive(made, message))
    made.on('error', (cause) => {
      log.error('the index thread failed', { cause })
      fail(made, cause)
    })
    made.on('exit', (code) => fail(made, new Error(`the thread ended with ${code}`)))
    return made
  }

  const receive = (from: Worker, message: FromThread): void => {
    if (message.kind === 'judge') {
      const answer: ToThread = { kind: 'judged', id: message.id, isClosed: message.paths.map(isClosed) }
      from.postMessage(answer)
      return
    }
    const one = waiting.get(message.id)
    waiting.delete(message.id)
    if (message.kind === 'answer') one?.resolve(message.value)
    else one?.reject(new HostError('INTERNAL', 'The index could not answer.', { cause: new Error(message.message) }))
  }

  const fail = (from: Worker, cause: unknown): void => {
    if (worker !== from) return
    worker = undefined
    onEnd()
    dropAll(new HostError('UNAVAILABLE', 'The index has stopped.', { hint: 'Try again; it starts anew.', cause }))
  }

  const dropAll = (problem: HostError): void => {
    for (const { reject } of waiting.values()) reject(problem)
    waiting.clear()
  }

  return {
    ask: (root, name, asks, signal) =>
      new Promise((resolve, reject) => {
        signal?.throwIfAborted()
        worker ??= start()
        const id = ++lastId
        const leave = (): void => {
          waiting.delete(id)
          reject(signal?.reason)
        }
        signal?.addEventListener('abort', leave, { once: true })
        const settled =
          <T>(then: (value: T) => void) =>
          (value: T) => {
            signal?.removeEventListener('abort', leave)
            then(value)
          }
        // The thread answers each request with the type that `Requests` pairs it with.
        waiting.set(id, { resolve: settled(resolve as (value: unknown) => void), reject: settled(reject) })
        worker.postMessage({ kind: 'ask', id, root, name, asks } satisfies ToThread)
      }),
    close: async () => {
      const ending = worker
      worker = undefined
      dropAll(new HostError('UNAVAILABLE', 'upperhand is stopping.'))
      await ending?.terminate()
    },
  }
}

/** Node runs the source as it is; the build makes a file of its own beside the bundle. */
function workerFile(): URL {
  if (import.meta.filename.endsWith('.ts')) return new URL('./index-worker.ts', import.meta.url)
  return new URL(import.meta.dirname.endsWith('chunks') ? '../index-worker.js' : './index-worker.js', import.meta.url)
}
