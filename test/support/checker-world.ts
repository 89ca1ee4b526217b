import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock } from '../../src/base/clock.ts'
import type { DeclaredChecker } from '../../src/diagnostics/checkers/declared.ts'
import { createDiagnostics, type Diagnostics } from '../../src/diagnostics/diagnostics.ts'
import { type FileWorld, fileWorld } from './file-world.ts'

const ROOT = join(import.meta.dirname, '..', '..')

/** A project with checkers: real ones of this repository, and programs that say what the test wants. */
export interface CheckerWorld extends FileWorld {
  readonly diagnostics: Diagnostics
  /** Installs a program on the machine, outside the project. */
  readonly install: (name: string, script: string) => string
  /** Gives the project a package of this repository as its own. */
  readonly link: (name: string) => void
  readonly linkMachine: (name: string, target: string) => void
}

interface Options {
  readonly checkers?: readonly DeclaredChecker[]
  readonly env?: Readonly<Record<string, string>>
  readonly timeMs?: number
  readonly now?: () => number
}

export function checkerWorld({
  checkers = [],
  env = {},
  timeMs = 60_000,
  now = systemClock.now,
}: Options = {}): CheckerWorld {
  const world = fileWorld()
  const bin = world.directory('bin')
  const diagnostics = createDiagnostics({
    env: { PATH: `${bin}:relative:${world.workspace}/bin`, HOME: world.home, ...env },
    declared: () => checkers,
    now,
    timeMs: () => timeMs,
  })
  return {
    ...world,
    diagnostics,
    install(name, script) {
      const path = join(bin, name)
      writeFileSync(path, `#!/bin/sh\n${script}\n`)
      chmodSync(path, 0o755)
      return path
    },
    link(name) {
      mkdirSync(`${world.workspace}/node_modules/.bin`, { recursive: true })
      symlinkSync(join(ROOT, 'node_modules', '.bin', name), `${world.workspace}/node_modules/.bin/${name}`)
    },
    linkMachine: (name, target) => symlinkSync(target, join(bin, name)),
  }
}
