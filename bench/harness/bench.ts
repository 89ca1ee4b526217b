import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Product } from '../subjects/product.ts'
import { endWithBench } from './endings.ts'
import type { Section } from './report.ts'
import type { RoundOptions } from './rounds.ts'

/** What a measurement works with. */
export interface Bench {
  readonly isQuick: boolean
  /** Other servers are installed and measured beside ours. */
  readonly withPeers: boolean
  /** The product as it is published. */
  readonly product: Product
  /** Less of everything in a quick run; the numbers are then for orientation only. */
  readonly rounds: (options: RoundOptions) => RoundOptions
}

export interface Measurement {
  readonly name: string
  readonly run: (bench: Bench) => Promise<Section>
}

const QUICK_SHARE = 6

export function createBench(product: Product, { isQuick, withPeers }: Pick<Bench, 'isQuick' | 'withPeers'>): Bench {
  return {
    isQuick,
    withPeers,
    product,
    rounds: (options) =>
      isQuick ? { ...options, rounds: fewer(options.rounds, 3), warmup: fewer(options.warmup, 1) } : options,
  }
}

function fewer(count: number, least: number): number {
  return Math.max(least, Math.ceil(count / QUICK_SHARE))
}

export interface Scratch extends Disposable {
  readonly path: string
}

/** A directory of its own, removed at the end of the block. */
export function scratchDirectory(): Scratch {
  const path = mkdtempSync(join(tmpdir(), 'upperhand-bench-'))
  const remove = () => rmSync(path, { recursive: true, force: true, maxRetries: 5 })
  const forget = endWithBench(remove)
  return {
    path,
    [Symbol.dispose]: () => {
      remove()
      forget()
    },
  }
}
