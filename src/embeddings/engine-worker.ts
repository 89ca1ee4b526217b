import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import type { ModelFiles } from './model-files.ts'

/** The engine's tokens a text; what is longer is cut by it. */
const MAX_TOKENS = 256

interface Engine {
  readonly embed: (texts: readonly string[]) => readonly (readonly number[])[]
}
type EngineModule = {
  readonly Embedder: new (weights: Uint8Array, tokenizer: Uint8Array, config: Uint8Array, maxTokens: number) => Engine
}

export interface Asked {
  readonly id: number
  readonly text: string
}
export type Answered =
  | { readonly id: number; readonly vector: Float32Array<ArrayBuffer> }
  | { readonly id: number; readonly problem: string }

const { engine: path, weights, tokenizer, config } = workerData as ModelFiles
const { Embedder } = createRequire(import.meta.url)(path) as EngineModule
const bytes = (file: string) => new Uint8Array(readFileSync(file))
const engine = new Embedder(bytes(weights), bytes(tokenizer), bytes(config), MAX_TOKENS)

parentPort?.on('message', ({ id, text }: Asked) => {
  try {
    const vector = Float32Array.from(engine.embed([text])[0] ?? [])
    parentPort?.postMessage({ id, vector } satisfies Answered, [vector.buffer])
  } catch (cause) {
    parentPort?.postMessage({ id, problem: String(cause) } satisfies Answered)
  }
})
