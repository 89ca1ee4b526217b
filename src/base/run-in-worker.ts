import { Worker } from 'node:worker_threads'
import { HostError } from './host-error.ts'

interface WorkerLimits {
  readonly signal: AbortSignal
  readonly timeoutMs: number
  readonly memoryMb: number
  /** What to say when the work takes too long or too much memory. */
  readonly tooMuch: string
  /** Messages before the last one: `{ progress }`. */
  readonly onProgress?: (message: string, fraction: number) => void
}

export type WorkerMessage<Result> =
  | { readonly progress: string; readonly fraction: number }
  | { readonly result: Result }
  | { readonly problem: string }

/** Work on what strangers made: in a thread that is ended when it takes too long or too much memory. */
export function runInWorker<Result>(file: URL, data: unknown, limits: WorkerLimits): Promise<Result> {
  const { signal, timeoutMs, memoryMb, tooMuch, onProgress } = limits
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const worker = new Worker(file, { workerData: data, resourceLimits: { maxOldGenerationSizeMb: memoryMb } })
    const end = (settle: () => void): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      void worker.terminate()
      settle()
    }
    const onAbort = (): void => end(() => reject(signal.reason))
    const timer = setTimeout(() => end(() => reject(new HostError('TOO_LARGE', tooMuch))), timeoutMs)
    signal.addEventListener('abort', onAbort, { once: true })
    worker.on('message', (message: WorkerMessage<Result>) => {
      if ('progress' in message) onProgress?.(message.progress, message.fraction)
      else if ('result' in message) end(() => resolve(message.result))
      else end(() => reject(new HostError('EXECUTION_FAILED', message.problem)))
    })
    worker.once('error', (cause) => {
      const isMemory = (cause as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY'
      end(() => reject(isMemory ? new HostError('TOO_LARGE', tooMuch, { cause }) : cause))
    })
    worker.once('exit', (code) => end(() => reject(new Error(`the thread ended with ${code} before it answered`))))
  })
}

/** Node runs a thread's source as it is; the build makes a file of its own beside the bundle. */
export function workerFile(name: string, from: ImportMeta): URL {
  if (from.filename.endsWith('.ts')) return new URL(`./${name}.ts`, from.url)
  return new URL(from.dirname.endsWith('chunks') ? `../${name}.js` : `./${name}.js`, from.url)
}
