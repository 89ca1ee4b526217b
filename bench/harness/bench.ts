import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Product } from '../subjects/product.ts'
import type { Section } from './report.ts'
import type { RoundOptions } from './rounds.ts'

/** What a measurement works with. */
export interface Bench {
  readonly isQuick: boolean
  /** The product as it is published. */
  readonly product: Product
  /** Less of everything in a quick run; the numbers are then for orientation only. */
  readonly rounds: (options: RoundOptions) => RoundOptions
}

export interface Measurement {
  readonly name: string
  readonly run: (bench: Bench) => Promise<Section>
}

const QUICK_SHARE = 4

export function createBench(product: Product, isQuick: boolean): Bench {
  return {
    isQuick,
    product,
    rounds: (options) =>
      isQuick ? { ...options, rounds: Math.max(3, Math.ceil(options.rounds / QUICK_SHARE)) } : options,
  }
}

export interface Scratch extends Disposable {
  readonly path: string
}

/** A directory of its own, removed at the end of the block. */
export function scratchDirectory(): Scratch {
  const path = mkdtempSync(join(tmpdir(), 'upperhand-bench-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) }
}
