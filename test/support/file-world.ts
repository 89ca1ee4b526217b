import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { systemClock } from '../../src/base/clock.ts'
import { LIMITS, type Limits } from '../../src/base/limits.ts'
import type { Access } from '../../src/contract/resources.ts'
import type { Place } from '../../src/contract/run.ts'
import type { DeclaredChecker } from '../../src/diagnostics/checkers/declared.ts'
import { createDiagnostics, type Diagnostics } from '../../src/diagnostics/diagnostics.ts'
import { createFiles, type Files, type Located } from '../../src/files/files.ts'
import type { Indexes } from '../../src/indexing/indexes.ts'
import { createSearch, type Search } from '../../src/search/search.ts'
import { createUndo, type Undo } from '../../src/undo/undo.ts'
import { worldIndexes } from './world-indexes.ts'
import { worldJournal } from './world-journal.ts'

/** A small file system of its own: a working directory, its neighbours, a home, and our data directory. */
export interface FileWorld extends Disposable {
  readonly root: string
  readonly workspace: string
  readonly outside: string
  readonly home: string
  readonly data: string
  readonly place: Place
  readonly files: Files
  readonly undo: Undo
  readonly search: Search
  readonly diagnostics: Diagnostics
  readonly indexes: Indexes
  /** Writes a file below the world's root, with its directories, and answers its path. */
  readonly file: (name: string, content?: string | Buffer) => string
  readonly directory: (name: string) => string
  readonly fifo: (name: string) => string
  readonly locate: (given: string, access?: Access, place?: Partial<Place>) => Located
}

interface Options {
  readonly limits?: Partial<Limits>
  readonly durability?: 'process' | 'power'
  readonly checkers?: readonly DeclaredChecker[]
}

export function fileWorld({ limits = {}, durability = 'process', checkers = [] }: Options = {}): FileWorld {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'upperhand-files-')))
  const at = (name: string) => join(root, name)
  const directory = (name: string) => {
    mkdirSync(at(name), { recursive: true })
    return at(name)
  }
  const file = (name: string, content: string | Buffer = 'text\n') => {
    mkdirSync(dirname(at(name)), { recursive: true })
    writeFileSync(at(name), content)
    return at(name)
  }
  const fifo = (name: string) => {
    execFileSync('/usr/bin/mkfifo', [at(name)])
    return at(name)
  }
  const workspace = directory('ws')
  const outside = directory('outside')
  const home = directory('home')
  const data = directory('data')
  file('data/upperhand.db', 'rows')
  const journal = worldJournal(data, { ...LIMITS, ...limits })
  const files = createFiles({
    limits: { ...LIMITS, ...limits },
    home,
    floor: () => [data, at('config/settings.json'), at('run/upperhand')],
    durability,
    journal,
    keptDirectory: join(data, 'undo'),
  })
  const undo = createUndo({ journal, files, limits: { ...LIMITS, ...limits } })
  const place: Place = { workdir: workspace, policy: 'workspace', roots: [] }
  const indexes = worldIndexes(at('data/index'), files, { ...LIMITS, ...limits })
  return {
    root,
    workspace,
    outside,
    home,
    data,
    place,
    files,
    diagnostics: createDiagnostics({
      env: { PATH: process.env['PATH'], HOME: home },
      declared: () => checkers,
      now: systemClock.now,
      timeMs: () => LIMITS.checkMs,
    }),
    search: createSearch({ limits: { ...LIMITS, ...limits }, clock: systemClock, env: process.env }),
    indexes,
    file,
    directory,
    fifo,
    locate: (given, access = 'read', other = {}) => files.locate({ ...place, ...other }, given, access),
    undo,
    [Symbol.dispose]: () => {
      journal.close()
      void indexes.close()
      rmSync(root, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

const NOBODY = 65_534

/** Tests may run as root, whom no permission stops. */
export async function withoutRoot(world: FileWorld, work: () => Promise<void>): Promise<void> {
  chmodSync(world.root, 0o755)
  const isRoot = process.geteuid?.() === 0
  if (isRoot) process.seteuid?.(NOBODY)
  try {
    await work()
  } finally {
    if (isRoot) process.seteuid?.(0)
  }
}
