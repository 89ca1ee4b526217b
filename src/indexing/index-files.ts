import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from '../base/clock.ts'

/** The databases of indexes, one a directory, in our data directory. */
export interface IndexFiles {
  /** Where the index of `root` is; marks it as used. */
  readonly open: (root: string) => string
  /** Removes indexes of directories that are gone or were not asked about for long, and the oldest above the bound. */
  readonly sweep: (isOpen: (root: string) => boolean) => void
}

interface Parts {
  readonly directory: string
  readonly clock: Clock
  readonly maxAgeMs: () => number
  readonly maxBytes: () => number
}

const SUFFIXES = ['.db', '.db-wal', '.db-shm']

export function createIndexFiles({ directory, clock, maxAgeMs, maxBytes }: Parts): IndexFiles {
  const remove = (name: string): void => {
    for (const suffix of [...SUFFIXES, '.root']) rmSync(join(directory, name + suffix), { force: true })
  }
  const bytesOf = (name: string): number =>
    SUFFIXES.reduce(
      (sum, suffix) => sum + (statSync(join(directory, name + suffix), { throwIfNoEntry: false })?.size ?? 0),
      0,
    )

  return {
    open: (root) => {
      mkdirSync(directory, { recursive: true, mode: 0o700 })
      const name = createHash('sha256').update(root).digest('hex').slice(0, 32)
      const mark = join(directory, `${name}.root`)
      writeFileSync(mark, root, { mode: 0o600 })
      const now = new Date(clock.now())
      utimesSync(mark, now, now)
      return join(directory, `${name}.db`)
    },
    sweep: (isOpen) => {
      if (!existsSync(directory)) return
      const names = readdirSync(directory).flatMap((file) => (file.endsWith('.root') ? [file.slice(0, -5)] : []))
      const known = names
        .map((name) => {
          const mark = join(directory, `${name}.root`)
          return { name, root: readFileSync(mark, 'utf8'), usedAt: statSync(mark).mtimeMs, bytes: bytesOf(name) }
        })
        .filter(({ root }) => !isOpen(root))
        .sort((a, b) => b.usedAt - a.usedAt)
      let total = 0
      for (const { name, root, usedAt, bytes } of known) {
        total += bytes
        const isOld = clock.now() - usedAt > maxAgeMs()
        if (isOld || total > maxBytes() || !existsSync(root)) remove(name)
      }
    },
  }
}
