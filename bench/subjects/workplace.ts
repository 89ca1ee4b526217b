import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { scratchDirectory } from '../harness/bench.ts'
import type { Product } from './product.ts'

/** A home, a data directory and a directory to work in, all of the bench's own. */
export interface Workplace extends Disposable {
  readonly dataDirectory: string
  readonly workdir: string
  readonly env: Readonly<Record<string, string>>
}

/** The most that settings allow, so that the limits are out of the way. */
export const CALLS_PER_MINUTE = { reads: 60_000, writes: 12_000 }

export function createWorkplace(product?: Product): Workplace {
  const scratch = scratchDirectory()
  const directory = (name: string) => {
    const path = join(scratch.path, name)
    mkdirSync(path, { mode: 0o700 })
    return path
  }
  const home = directory('home')
  const dataDirectory = directory('data')
  const workdir = directory('work')
  const settings = {
    port: 0,
    projects: [workdir],
    limits: { readsPerMinute: CALLS_PER_MINUTE.reads, writesPerMinute: CALLS_PER_MINUTE.writes },
  }
  writeFileSync(join(dataDirectory, 'settings.json'), JSON.stringify(settings))
  return {
    dataDirectory,
    workdir,
    env: {
      HOME: home,
      UPPERHAND_HOME: dataDirectory,
      XDG_RUNTIME_DIR: directory('run'),
      ...(product === undefined ? {} : { XDG_CACHE_HOME: product.cache }),
    },
    [Symbol.dispose]: scratch[Symbol.dispose],
  }
}
