import type { JsonPath } from '../base/edit-json.ts'
import type { FileProfile, ToolsFile, ToolsFileProblem } from '../contract/tools-file.ts'
import type { Catalog } from '../tools/catalog.ts'
import type { Names } from './names.ts'
import { type ParsedToolsFile, type Place, parseToolsFile } from './parse-tools-file.ts'
import { type ResolvedProfile, resolveProfile } from './resolve-profile.ts'
import { stockFile } from './stock-profile.ts'
import type { FileText } from './tools-file.ts'

/** Everything that follows from one text of tools.json. */
export interface Loaded {
  readonly source: 'file' | 'last-good' | 'safe-mode'
  readonly text: string
  readonly activeId: string
  readonly profiles: ReadonlyMap<string, ResolvedProfile>
  readonly problems: readonly ToolsFileProblem[]
}

interface Parts {
  readonly catalog: Catalog
  readonly names: Names
  readonly now: number
}

type Sound = Extract<ParsedToolsFile, { ok: true }>
type Flaw = Pick<ToolsFileProblem, 'message' | 'line' | 'column'>

/** The file if it is sound, else the last good one, else stock profiles that only read. */
export function loadProfiles(file: FileText, lastGood: FileText, parts: Parts): Loaded {
  const read = soundness(file)
  if (read.ok) return resolveAll(read.parsed, 'file', [], parts)
  const previous = soundness(lastGood)
  if (previous.ok) {
    return resolveAll(
      previous.parsed,
      'last-good',
      [problem(read.flaw, 'The last good one stays in force.', parts)],
      parts,
    )
  }
  const flaw = problem(read.flaw, 'There is no good copy, so every profile is read-only.', parts)
  const parsed = parseToolsFile(JSON.stringify(safeMode(stockFile(parts.catalog))))
  if (!parsed.ok) throw new Error(`the stock profiles are not valid: ${parsed.reason}`)
  return resolveAll(parsed, 'safe-mode', [flaw], parts)
}

function soundness(file: FileText): { ok: true; parsed: Sound } | { ok: false; flaw: Flaw } {
  const nowhere = { line: null, column: null }
  if (file.kind === 'missing') return { ok: false, flaw: { message: 'tools.json is missing.', ...nowhere } }
  if (file.kind === 'unreadable')
    return { ok: false, flaw: { message: `tools.json cannot be read: ${file.reason}.`, ...nowhere } }
  const parsed = parseToolsFile(file.text)
  return parsed.ok
    ? { ok: true, parsed }
    : { ok: false, flaw: { message: located(parsed.place, parsed.reason), ...parsed.place } }
}

function problem(flaw: Flaw, consequence: string, { now }: Parts): ToolsFileProblem {
  const hint =
    flaw.line === null ? 'Restore tools.json.' : `Correct line ${flaw.line} of tools.json; it is read again at once.`
  return { severity: 'error', at: now, ...flaw, message: `${flaw.message} ${consequence}`, hint }
}

function resolveAll(
  parsed: Sound,
  source: Loaded['source'],
  errors: readonly ToolsFileProblem[],
  parts: Parts,
): Loaded {
  const { file, text } = parsed
  const profiles = new Map(
    file.profiles.map((profile) => [profile.id, resolveProfile(profile, parts.catalog, parts.names)]),
  )
  const notes = file.profiles.flatMap(({ id }, index) =>
    (profiles.get(id)?.notes ?? []).map(({ path, message }) =>
      warning(['profiles', index, ...path], `profile ${id}: ${message}`),
    ),
  )
  if (profiles.get(file.activeProfile)?.isSwitchedOn !== true) {
    const state = profiles.has(file.activeProfile) ? 'is disabled' : 'does not exist'
    notes.unshift(
      warning(
        ['activeProfile'],
        `the active profile "${file.activeProfile}" ${state}: callers that name none get no tools.`,
      ),
    )
  }
  return { source, text, activeId: file.activeProfile, profiles, problems: source === 'file' ? notes : errors }

  function warning(path: JsonPath, reason: string): ToolsFileProblem {
    const place = parsed.placeOf(path)
    const message = located(place, reason)
    return { severity: 'warning', at: parts.now, message, hint: 'It is kept as it is.', ...place }
  }
}

function located({ line, column }: Place, reason: string): string {
  return `tools.json, line ${line}, column ${column}: ${reason}`
}

/** Reading only, inside the workspace, and a person is asked: what can be said without knowing what was configured. */
function safeMode(file: ToolsFile): ToolsFile {
  const careful = ({ stock: _, ...profile }: FileProfile): FileProfile => ({
    ...profile,
    level: 'read_only',
    confirms: 'person',
    paths: profile.paths === 'open' ? 'workspace' : profile.paths,
  })
  return { ...file, profiles: file.profiles.map(careful) }
}
