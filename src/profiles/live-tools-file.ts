import type { Clock } from '../base/clock.ts'
import { HostError } from '../base/host-error.ts'
import { layout } from '../base/json-layout.ts'
import type { Logger } from '../base/logger.ts'
import type { ToolsFileProblem } from '../contract/tools-file.ts'
import type { Catalog } from '../tools/catalog.ts'
import { type Loaded, loadProfiles } from './load-profiles.ts'
import type { Names } from './names.ts'
import { parseToolsFile } from './parse-tools-file.ts'
import { stockFile } from './stock-profile.ts'
import type { FileText, ToolsFileOnDisk } from './tools-file.ts'

/** What is in force of tools.json, now and after every change of it. */
export interface LiveToolsFile {
  readonly current: () => Loaded
  readonly problems: () => readonly ToolsFileProblem[]
  readonly reload: () => void
  readonly close: () => void
}

export interface LiveParts {
  readonly disk: ToolsFileOnDisk
  readonly catalog: Catalog
  readonly names: Names
  readonly clock: Clock
  readonly log: Logger
  readonly onChange: (before: Loaded, after: Loaded) => void
  readonly onProblem: (problems: readonly ToolsFileProblem[]) => void
}

export function createLiveToolsFile({
  disk,
  catalog,
  names,
  clock,
  log,
  onChange,
  onProblem,
}: LiveParts): LiveToolsFile {
  /** A failed write or watch is told and lived with: what is in memory stays in force. */
  const troubles = new Map<string, ToolsFileProblem>()
  const load = (file: FileText, lastGood: FileText): Loaded =>
    loadProfiles(file, lastGood, { catalog, names, now: clock.now() })

  const trouble = (name: string, cause: unknown): void => {
    const { message, hint } = HostError.from(cause)
    troubles.set(name, { severity: 'warning', at: clock.now(), message, hint: hint ?? '', line: null, column: null })
    log.warn('tools.json', { problem: message, cause })
  }

  const attempt = (name: string, write: () => void): void => {
    try {
      write()
      troubles.delete(name)
    } catch (cause) {
      trouble(name, cause)
    }
  }

  const keepLastGood = ({ text, source }: Loaded): void => {
    const kept = disk.readLastGood()
    if (source !== 'file' || (kept.kind === 'text' && kept.text === text)) return
    attempt('last-good', () => disk.writeLastGood(text))
  }

  /** First run writes a complete file. A file that vanished while a good copy is left comes back from the copy. */
  const readOrWrite = (): FileText => {
    const file = disk.read()
    if (file.kind !== 'missing') return file
    const lastGood = disk.readLastGood()
    const text = textToWrite(lastGood, catalog)
    if (text === undefined) return file
    log.info(lastGood.kind === 'missing' ? 'tools.json is new' : 'tools.json was missing; its last good copy is back')
    attempt('write', () => disk.write(text))
    return { kind: 'text', text }
  }

  const report = (before: readonly ToolsFileProblem[]): void => {
    const told = new Set(before.map(({ message }) => message))
    const { problems } = loaded
    const fresh = problems.filter(({ message }) => !told.has(message))
    for (const { severity, message, hint } of fresh) {
      log[severity === 'error' ? 'error' : 'warn']('tools.json', { problem: message, hint })
    }
    if (fresh.length > 0 || problems.length !== before.length) onProblem(problems)
  }

  const reload = (): void => {
    const before = loaded
    const isSafeMode = before.source === 'safe-mode'
    const file = isSafeMode ? readOrWrite() : disk.read()
    if (file.kind === 'text' && file.text === before.text && before.source === 'file') return
    loaded = load(file, isSafeMode ? { kind: 'missing' } : { kind: 'text', text: before.text })
    keepLastGood(loaded)
    report(before.problems)
    onChange(before, loaded)
  }

  let loaded = load(readOrWrite(), disk.readLastGood())
  keepLastGood(loaded)
  report([])
  const watching = disk.watch(reload, (cause) => {
    const message = 'tools.json is no longer watched.'
    trouble(
      'watch',
      new HostError('UNAVAILABLE', message, { hint: 'Edits by hand take effect after a restart.', cause }),
    )
  })

  return {
    current: () => loaded,
    problems: () => [...loaded.problems, ...troubles.values()],
    reload,
    close: watching.close,
  }
}

/** Nothing, if there is a copy that is not sound: then something is wrong that a fresh file would hide. */
function textToWrite(lastGood: FileText, catalog: Catalog): string | undefined {
  if (lastGood.kind === 'missing') return `${layout(stockFile(catalog))}\n`
  return lastGood.kind === 'text' && parseToolsFile(lastGood.text).ok ? lastGood.text : undefined
}
