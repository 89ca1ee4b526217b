import { Worker } from 'node:worker_threads'
import { HostError } from '../base/host-error.ts'
import { normalised } from '../base/vectors.ts'
import type { Engine } from './engine.ts'
import type { Answered, Asked } from './engine-worker.ts'
import { type ModelFiles, modelFiles } from './model-files.ts'

interface Parts {
  /** After this long without work the model leaves memory. */
  readonly idleMs: number
  readonly files?: ModelFiles
}

interface Waiting {
  readonly resolve: (vector: Float32Array) => void
  readonly reject: (cause: unknown) => void
}

const DIMENSIONS = 384
/** Beyond this no token is looked at, whatever the text. */
const TEXT_MAX_CHARS = 8_192

/** all-MiniLM-L6-v2 in a thread of its own, started by the first text. */
export function createLocalEngine({ idleMs, files }: Parts): Engine {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let lastId = 0
  let isClosed = false

  const fail = (from: Worker, cause: unknown): void => {
    if (worker !== from) return
    worker = undefined
    const problem = new HostError('UNAVAILABLE', 'The embedding model cannot be loaded.', {
      hint: 'Install upperhand again; the log has the details.',
      cause,
    })
    for (const { reject } of waiting.values()) reject(problem)
    waiting.clear()
  }

  const start = (): Worker => {
    const made = new Worker(workerFile(), { workerData: files ?? modelFiles() })
    made.unref()
    made.on('message', (answer: Answered) => settle(answer))
    made.on('error', (cause) => fail(made, cause))
    made.on('exit', (code) => fail(made, new Error(`the thread ended with ${code}`)))
    return made
  }

  const settle = (answer: Answered): void => {
    const one = waiting.get(answer.id)
    waiting.delete(answer.id)
    if (waiting.size === 0) rest()
    const vector = 'vector' in answer ? normalised(answer.vector) : null
    if (vector !== null) one?.resolve(vector)
    else one?.reject(new HostError('INTERNAL', 'A text could not be embedded.', { cause: answer }))
  }

  const rest = (): void => {
    clearTimeout(idle)
    idle = setTimeout(() => void stop(), idleMs)
    idle.unref()
  }

  const stop = async (): Promise<void> => {
    clearTimeout(idle)
    const ending = worker
    worker = undefined
    await ending?.terminate()
  }

  const ask = (text: string): Promise<Float32Array> =>
    new Promise((resolve, reject) => {
      clearTimeout(idle)
      worker ??= start()
      const id = ++lastId
      waiting.set(id, { resolve, reject })
      worker.postMessage({ id, text: text.slice(0, TEXT_MAX_CHARS) } satisfies Asked)
    })

  return {
    id: 'minilm-l6-v2',
    dimensions: () => DIMENSIONS,
    batch: 1,
    embed: async (texts, signal) => {
      const vectors: Float32Array[] = []
      for (const text of texts) {
        signal.throwIfAborted()
        if (isClosed) throw new HostError('UNAVAILABLE', 'upperhand is stopping.')
        vectors.push(await ask(text))
      }
      return vectors
    },
    close: async () => {
      isClosed = true
      const ending = stop()
      for (const { reject } of waiting.values()) reject(new HostError('UNAVAILABLE', 'upperhand is stopping.'))
      waiting.clear()
      await ending
    },
  }
}

/** Node runs the source as it is; the build makes a file of its own beside the bundle. */
function workerFile(): URL {
  if (import.meta.filename.endsWith('.ts')) return new URL('./engine-worker.ts', import.meta.url)
  return new URL(import.meta.dirname.endsWith('chunks') ? '../engine-worker.js' : './engine-worker.js', import.meta.url)
}
