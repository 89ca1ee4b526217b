import type { Entry, Format } from './format.ts'
import {
  entryAt,
  isEquivalent,
  isSame,
  isTable,
  type Outline,
  outlineOf,
  type Place,
  restOf,
  valuesAt,
} from './outline.ts'

export type Edited = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly reason: string }

/** Writes the entry, and proves by reading the result that nothing else has changed. */
export function putEntry(format: Format, text: string, place: Place, entry: Entry): Edited {
  const before = readForEdit(format, text, place)
  if (!before.ok) return before
  const wanted = outlineOf(entry)
  return firstGood(format.set(text, place, entry), (candidate) => {
    const after = format.read(candidate)
    return (
      after.ok &&
      isEquivalent(entryAt(after.outline, place), wanted) &&
      isRestSame(before.outline, after.outline, place)
    )
  })
}

/** Takes the entry out, with the same proof. */
export function takeEntry(format: Format, text: string, place: Place, options: { withSection: boolean }): Edited {
  const before = readForEdit(format, text, place)
  if (!before.ok) return before
  return firstGood(format.remove(text, place, options), (candidate) => {
    const after = format.read(candidate)
    return after.ok && entryAt(after.outline, place) === undefined && isRestSame(before.outline, after.outline, place)
  })
}

type ForEdit = { readonly ok: true; readonly outline: Outline } | { readonly ok: false; readonly reason: string }

/** Reads a text, and refuses one in which it is not clear what an edit would mean. */
export function readForEdit(format: Format, text: string, { section, name }: Place): ForEdit {
  const read = format.read(text)
  if (!read.ok) {
    const where = read.line === null ? '' : ` (line ${read.line})`
    return { ok: false, reason: `It is not valid ${format.name}${where}: ${read.reason}.` }
  }
  const { outline } = read
  if (!isTable(outline)) return { ok: false, reason: 'It holds a single value or a list, not settings.' }
  const sections = valuesAt(outline, section)
  if (sections.length > 1) return { ok: false, reason: `"${section}" stands in it twice.` }
  const [inner] = sections
  const isAbsent = inner === undefined || (inner === null && format.name === 'YAML')
  if (!isAbsent && !isTable(inner)) return { ok: false, reason: `"${section}" holds something else than servers.` }
  if (valuesAt(inner, name).length > 1) return { ok: false, reason: `"${section}.${name}" stands in it twice.` }
  return { ok: true, outline }
}

function isRestSame(before: Outline, after: Outline, place: Place): boolean {
  return isSame(restOf(before, place), restOf(after, place))
}

function firstGood(candidates: readonly string[], isGood: (candidate: string) => boolean): Edited {
  const text = candidates.find(isGood)
  if (text !== undefined) return { ok: true, text }
  return { ok: false, reason: 'It is written in a way that cannot be edited without touching something else.' }
}
