import { HostError } from '../base/host-error.ts'
import { assertWritable, readConfigFile } from './config-file.ts'
import { putEntry, readForEdit } from './edit-entry.ts'
import { type Entry, isEntry } from './format.ts'
import { isReadableAs } from './json-format.ts'
import { entryAt, isEquivalent, type Outline, outlineOf, plain, valuesAt } from './outline.ts'
import type { EditPlan, RefusedPlan, UnchangedPlan } from './plan.ts'
import { isOurs } from './read-entry.ts'
import { type ConnectionRecord, fingerprint, type Records } from './records.ts'
import { takeBack } from './take-back.ts'
import type { Target } from './target.ts'
import { regionBetween } from './text-region.ts'
import { unifiedDiff } from './unified-diff.ts'
import { missingDirectories } from './write-config.ts'

export interface ConnectPlanning {
  readonly target: Target
  readonly entry: Entry
  /** Keys that an entry of ours may have; what a person adds beside them is kept. */
  readonly ownKeys: ReadonlySet<string>
  readonly records: Records
  readonly isForced: boolean
  readonly mask: (text: string) => string
  /** The entry as a person can paste it. */
  readonly snippet: string
  readonly now: number
}

/** Reads, edits in memory, and says what would change. Nothing is written. */
export function planConnect(planning: ConnectPlanning): EditPlan | RefusedPlan | UnchangedPlan {
  const { target, records, mask } = planning
  const { client, file, format, place } = target
  const about = { client: client.id, action: 'connect', file } as const
  const before = readConfigFile(file)
  const text = before.found?.text ?? client.emptyFile ?? ''
  const read = readForEdit(format, text, place)
  if (!read.ok) throw new HostError('EXECUTION_FAILED', `${file} was left as it is. ${read.reason}`)
  const existing = entryOf(read.outline, target)
  const record = records.find(client.id, before.target)
  const isForeign = existing !== undefined && (record === undefined || !isOurs(existing))
  const entry = existing === undefined || isForeign ? planning.entry : withExtras(existing, planning)
  if (existing !== undefined && isEquivalent(outlineOf(existing), outlineOf(entry))) {
    return { ...about, kind: 'unchanged', reason: `${client.label} is already connected.` }
  }
  assertWritable(before)
  const edited = putEntry(format, text, place, entry)
  if (!edited.ok) throw new HostError('EXECUTION_FAILED', `${file} was left as it is. ${edited.reason}`)
  const diff = mask(unifiedDiff(file, before.found === null ? null : text, edited.text))
  if (isForeign && !planning.isForced) return { ...about, ...foreign(target, planning.snippet, diff) }
  const without =
    isForeign || existing === undefined ? (before.found === null ? null : text) : taken(target, text, record)
  return {
    ...about,
    kind: 'edit',
    diff,
    before,
    after: edited.text,
    notes: notesFor(target, text),
    oneGate: client.oneGate,
    record: {
      version: 1,
      client: client.id,
      file,
      target: before.target,
      at: planning.now,
      afterSha256: fingerprint(edited.text),
      region: regionBetween(without ?? '', edited.text),
      madeFile: without === null,
      // Those of an earlier connect too: it may have been interrupted after it made them.
      madeDirectories: [
        ...(record?.madeDirectories ?? []),
        ...(before.found === null ? missingDirectories(before.target) : []),
      ],
      ...sectionFacts(target, without ?? ''),
    },
  }
}

export function entryOf(outline: Outline, { place }: Target): Entry | undefined {
  const found = entryAt(outline, place)
  if (found === undefined) return undefined
  const value = plain(found)
  // Something that is no entry at all is as foreign as another server.
  return isEntry(value) ? value : { value }
}

function withExtras(existing: Entry, { entry, ownKeys }: ConnectPlanning): Entry {
  const extras = Object.entries(existing).filter(([key]) => !ownKeys.has(key))
  return { ...entry, ...Object.fromEntries(extras) }
}

function taken(target: Target, text: string, record: ConnectionRecord | undefined): string | null {
  const back = takeBack(target, text, record)
  return back.ok ? back.text : text
}

/** What a file without us holds in our place, so that undoing by structure knows what to leave. */
function sectionFacts({ format, place }: Target, without: string): Pick<ConnectionRecord, 'madeSection' | 'replaced'> {
  const read = format.read(without)
  if (!read.ok) return { madeSection: false, replaced: null }
  const found = entryAt(read.outline, place)
  return {
    madeSection: valuesAt(read.outline, place.section).length === 0,
    replaced: found === undefined ? null : { value: plain(found) },
  }
}

function foreign({ client, place }: Target, snippet: string, diff: string) {
  return {
    kind: 'refused',
    code: 'CONFLICT',
    reason: `${client.label} already has another server under the name "${place.name}".`,
    hint: `To replace it, add --force; upperhand disconnect ${client.id} brings it back.`,
    snippet,
    diff,
  } as const
}

function notesFor({ client, file }: Target, text: string): string[] {
  const { label, syntax, afterwards } = client
  if (syntax.format !== 'json' || isReadableAs(syntax.dialect, text)) return [...afterwards]
  const what = syntax.dialect === 'plain' ? 'comments and trailing commas' : 'trailing commas'
  return [`${label} does not read ${what}: it ignores ${file} until you take them out.`, ...afterwards]
}
