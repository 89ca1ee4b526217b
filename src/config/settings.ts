import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { HostError } from '../base/host-error.ts'
import type { Logger } from '../base/logger.ts'
import type { DataDirectory } from './data-directory.ts'
import { editSettings, type SettingsPatch } from './edit-settings.ts'
import { readSettings } from './read-settings.ts'
import { exposureProblems, type Flags, resolveSettings, type Settings, withFlags } from './resolve-settings.ts'
import { watchFile } from './watch-file.ts'

export interface LiveSettings {
  readonly current: () => Settings
  /** Why settings.json is not in force, as sentences; empty when it is. */
  readonly problems: () => readonly string[]
  /** Damaged and no good copy to fall back on: the host must be read-only and ask. */
  readonly isSafeMode: () => boolean
  readonly onChange: (listener: (settings: Settings) => void) => () => void
  /** Writes the file; the change is in force when this returns. Throws, and changes nothing, where that cannot be. */
  readonly edit: (patch: SettingsPatch) => void
  readonly close: () => void
}

interface Parts {
  readonly directory: DataDirectory
  readonly flags: Flags
  readonly home: string
  readonly log: Logger
}

interface State {
  readonly settings: Settings
  readonly problems: readonly string[]
  readonly isSafeMode: boolean
}

const NAME = 'settings.json'
const LAST_GOOD = 'settings.json.last-good'

/** Follows settings.json. A damaged file changes nothing: the last good copy stays in force, and every face says so. */
export function createSettings({ directory, flags, home, log }: Parts): LiveSettings {
  const listeners = new Set<(settings: Settings) => void>()
  const load = (): State => {
    const state = loadState(directory, home, log)
    if (state.problems.length > 0) log.error('settings.json is not in force', { problems: state.problems })
    return { ...state, settings: withFlags(state.settings, flags) }
  }

  let state = load()
  const [exposed] = exposureProblems(state.settings)
  if (exposed !== undefined) throw new HostError('INVALID_PARAMETERS', exposed)

  const follow = (): void => {
    const before = JSON.stringify(state)
    const next = load()
    // What is in force was good a moment ago: a slip in the file does not take it away.
    state = next.isSafeMode && !state.isSafeMode ? { ...state, problems: stillInForce(next.problems) } : next
    // What we wrote ourselves is seen once more by the watch.
    if (JSON.stringify(state) === before) return
    for (const listener of listeners) listener(state.settings)
  }
  const unwatch = watchFile(directory.path(NAME), follow)

  return {
    current: () => state.settings,
    problems: () => state.problems,
    isSafeMode: () => state.isSafeMode,
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    edit: (patch) => {
      editSettings(directory.path(NAME), home, patch)
      follow()
    },
    close: unwatch,
  }
}

function stillInForce([first = '']: readonly string[]): string[] {
  return [first, 'The settings that were in force before stay in force.']
}

function loadState(directory: DataDirectory, home: string, log: Logger): State {
  const loaded = loadFile(directory.path(NAME), home)
  if (loaded.ok) {
    keepGood(directory, loaded.text, log)
    return { settings: loaded.settings, problems: [], isSafeMode: false }
  }
  const good = loadFile(directory.path(LAST_GOOD), home)
  if (good.ok && good.text !== undefined) {
    return {
      settings: good.settings,
      problems: [...loaded.problems, 'The last good settings stay in force.'],
      isSafeMode: false,
    }
  }
  return {
    settings: defaults(home),
    problems: [...loaded.problems, 'There are no good settings to fall back on, so upperhand is read-only.'],
    isSafeMode: true,
  }
}

type Loaded =
  | { readonly ok: true; readonly settings: Settings; readonly text: string | undefined }
  | { readonly ok: false; readonly problems: readonly string[] }

/** A missing file is not damage: it means the defaults. */
function loadFile(path: string, home: string): Loaded {
  let text: string | undefined
  try {
    text = readFileSync(path, 'utf8')
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code !== 'ENOENT') return { ok: false, problems: [`settings.json cannot be read (${code}).`] }
    return { ok: true, settings: defaults(home), text }
  }
  const read = readSettings(text)
  if (!read.ok) return read
  const resolved = resolveSettings(read.file, home)
  return resolved.ok
    ? { ...resolved, text }
    : { ok: false, problems: resolved.problems.map((problem) => `settings.json: ${problem}`) }
}

function defaults(home: string): Settings {
  const resolved = resolveSettings({}, home)
  if (!resolved.ok)
    throw new HostError('UNAVAILABLE', resolved.problems.join(' '), { hint: 'Check the HOME variable.' })
  return resolved.settings
}

/** Written only when it changed; a full disk costs the copy, not the daemon. */
function keepGood(directory: DataDirectory, text: string | undefined, log: Logger): void {
  const path = directory.path(LAST_GOOD)
  try {
    if (text === undefined) rmSync(path, { force: true })
    if (text === undefined || text === textOf(path)) return
    writeFileSync(`${path}.new`, text, { mode: 0o600 })
    renameSync(`${path}.new`, path)
  } catch (cause) {
    log.warn('the last good settings could not be kept', { cause })
  }
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
