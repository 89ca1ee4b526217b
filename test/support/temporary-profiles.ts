import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../src/base/clock.ts'
import type { Logger } from '../../src/base/logger.ts'
import type { ToolsFile, ToolsFileProblem } from '../../src/contract/tools-file.ts'
import { createProfiles, type Profiles, type ProfilesChange } from '../../src/profiles/profiles.ts'
import type { Catalog } from '../../src/tools/catalog.ts'
import { fixtureCatalog } from './fixture-catalog.ts'

export interface TemporaryProfiles {
  readonly directory: string
  readonly path: string
  readonly logged: readonly string[]
  readonly told: readonly (readonly ToolsFileProblem[])[]
  readonly start: (catalog?: Catalog) => Profiles
  readonly text: () => string
  readonly file: () => ToolsFile
  readonly write: (text: string) => void
  /** Acts and waits until the profiles have noticed. */
  readonly noticed: (profiles: Profiles, act: () => void) => Promise<ProfilesChange>
  readonly [Symbol.dispose]: () => void
}

/** Profiles on a real tools.json in a directory of their own. */
export function temporaryProfiles(initial?: string, name = 'tools.json'): TemporaryProfiles {
  const directory = mkdtempSync(join(tmpdir(), 'upperhand-profiles-'))
  const path = join(directory, name)
  const started: Profiles[] = []
  const logged: string[] = []
  const told: (readonly ToolsFileProblem[])[] = []
  const note = (message: string, facts?: Readonly<Record<string, unknown>>) =>
    void logged.push(`${message} ${JSON.stringify(facts ?? {})}`)
  const log: Logger = { debug: note, info: note, warn: note, error: note }
  const write = (text: string) => writeFileSync(path, text)
  if (initial !== undefined) write(initial)
  return {
    directory,
    path,
    logged,
    told,
    start: (catalog = fixtureCatalog()) => {
      const profiles = createProfiles({
        path,
        catalog,
        clock: systemClock,
        log,
        onProblem: (problems) => told.push(problems),
      })
      started.push(profiles)
      return profiles
    },
    text: () => readFileSync(path, 'utf8'),
    file: () => JSON.parse(readFileSync(path, 'utf8')) as ToolsFile,
    write,
    noticed: async (profiles, act) => {
      const { promise, resolve } = Promise.withResolvers<ProfilesChange>()
      const stop = profiles.onChange(resolve)
      act()
      const change = await promise
      stop()
      return change
    },
    [Symbol.dispose]: () => {
      for (const profiles of started) profiles.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
