import type { Limits } from '../base/limits.ts'
import { unifiedDiff } from '../base/unified-diff.ts'
import type { Preview } from '../contract/preview.ts'
import type { Location } from './locate.ts'
import type { PreImage } from './pre-image.ts'
import { cutAtCharacter } from './read-bytes.ts'
import type { WriteMode } from './write-file.ts'

/** The file before and after, for the person who decides. Whatever is left out is said. */
export function previewOf(
  { resource }: Location,
  image: PreImage,
  content: string,
  mode: WriteMode,
  limits: Limits,
): Preview {
  const bound = (text: string) => bounded(text, limits.previewBytes)
  const { path, exists } = resource
  const before = textOf(image)
  if (mode === 'create_if_missing' && exists) {
    const same = before === null ? null : bound(before)
    return { kind: 'file', path, exists, before: same, after: same ?? '' }
  }
  const after =
    mode === 'append' && image.kind === 'file' ? appended(image, content, limits.previewBytes) : bound(content)
  const shown = { kind: 'file', path, exists, before: before === null ? null : bound(before), after } as const
  const old = image.kind === 'file' ? image.text : image.kind === 'missing' ? null : undefined
  if (old === undefined) return shown
  const fresh = mode === 'append' ? `${old ?? ''}${content}` : content
  const { text } = unifiedDiff({ old: path, fresh: path }, old, fresh, { lineChars: LINE_CHARS })
  return { ...shown, diff: bound(text) }
}

const LINE_CHARS = 2_000

function textOf(image: PreImage): string | null {
  if (image.kind === 'missing') return null
  if (image.kind === 'other') return `[a ${image.what}]`
  if (image.text !== undefined) return image.text
  return image.sha256 === null ? `[${image.size} bytes, too large to show]` : `[a binary file of ${image.size} bytes]`
}

/** The new end comes first when not all can be shown. */
function appended({ text, size }: PreImage & { kind: 'file' }, content: string, maxBytes: number): string {
  if (text !== undefined && size + Buffer.byteLength(content) <= maxBytes) return `${text}${content}`
  return bounded(`[the ${size} bytes before it stay as they are]\n${content}`, maxBytes)
}

function bounded(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= maxBytes) return text
  const kept = cutAtCharacter(bytes, maxBytes)
  return `${kept.toString()}\n[… ${bytes.length - kept.length} of ${bytes.length} bytes are not shown]`
}
