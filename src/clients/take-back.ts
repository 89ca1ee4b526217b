import { type Edited, putEntry, readForEdit, takeEntry } from './edit-entry.ts'
import { type Format, isEntry } from './format.ts'
import { entryAt, isEquivalent, isSame, type Outline, outlineOf, type Place, restOf } from './outline.ts'
import { type ConnectionRecord, fingerprint } from './records.ts'
import type { Target } from './target.ts'
import { swapBack, swapBackAnywhere } from './text-region.ts'

export type TakenBack =
  /** `text` null: without us there was no file. */
  { readonly ok: true; readonly text: string | null } | { readonly ok: false; readonly reason: string }

/**
 * A file as it is without our entry. Untouched since we wrote it, it comes back to the byte; changed elsewhere, the
 * change stays and our stretch goes; changed in our own stretch, the entry is taken out by its structure.
 */
export function takeBack(target: Target, text: string, record: ConnectionRecord | undefined): TakenBack {
  const { format, place } = target
  if (record !== undefined && fingerprint(text) === record.afterSha256) {
    return { ok: true, text: record.madeFile ? null : swapBack(text, record.region) }
  }
  const before = readForEdit(format, text, place)
  if (!before.ok) return before
  if (entryAt(before.outline, place) === undefined) return { ok: true, text }
  const swapped = record && swapBackAnywhere(text, record.region)
  if (swapped !== undefined && isWithoutUs(format, swapped, place, before.outline, record))
    return { ok: true, text: swapped }
  return emptied(target, takeOut(target, text, record), record)
}

function isWithoutUs(
  format: Format,
  text: string,
  place: Place,
  before: Outline,
  record: ConnectionRecord | undefined,
): boolean {
  const after = format.read(text)
  if (!after.ok || !isSame(restOf(before, place), restOf(after.outline, place))) return false
  const left = entryAt(after.outline, place)
  const foreign = record?.replaced ?? undefined
  return foreign === undefined ? left === undefined : isEquivalent(left, outlineOf(foreign.value))
}

function takeOut({ format, place }: Target, text: string, record: ConnectionRecord | undefined): Edited {
  const foreign = record?.replaced?.value
  if (isEntry(foreign)) return putEntry(format, text, place, foreign)
  return takeEntry(format, text, place, { withSection: record?.madeSection ?? false })
}

/** A file that we made and that says nothing of its own any more goes as well. */
function emptied({ client, format }: Target, edited: Edited, record: ConnectionRecord | undefined): TakenBack {
  if (!edited.ok || record?.madeFile !== true) return edited
  const left = format.read(edited.text)
  const empty = format.read(client.emptyFile ?? '')
  return left.ok && empty.ok && isSame(left.outline, empty.outline) ? { ok: true, text: null } : edited
}
