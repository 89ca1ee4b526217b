import { HostError } from '../base/host-error.ts'
import { excerpt, nearestText } from './nearest-text.ts'

export interface Found {
  readonly start: number
  readonly end: number
}

const PLACES_SHOWN = 5

/** Every place where `wanted` stands in the plain text; places never overlap. */
export function findAll(plain: string, wanted: string): Found[] {
  if (wanted === '') throw new HostError('INVALID_PARAMETERS', 'The text to look for is empty.')
  const found: Found[] = []
  for (let at = plain.indexOf(wanted); at !== -1; at = plain.indexOf(wanted, at + wanted.length)) {
    found.push({ start: at, end: at + wanted.length })
  }
  return found
}

/** Exactly as many as expected, or an error that says where the text is, or where something like it is. */
export function requireCount(
  plain: string,
  found: readonly Found[],
  wanted: string,
  { expected, path, more }: { readonly expected: number; readonly path: string; readonly more: string },
): void {
  if (found.length === expected) return
  if (found.length === 0) throw notFound(plain, wanted, path)
  const times = found.length === 1 ? 'once' : `${found.length} times`
  throw new HostError(
    'CONFLICT',
    `The text is in ${path} ${times}, not ${expected === 1 ? 'once' : `${expected} times`}. Nothing was changed.`,
    { hint: `It is at:\n${places(plain, found)}\n${more}` },
  )
}

export function notFound(plain: string, wanted: string, path: string): HostError {
  const near = nearestText(plain, wanted)
  const shown = near.map(({ text, isSpacing }) => (isSpacing ? `${text}\n(the same but for its spacing)` : text))
  const hint =
    near.length === 0
      ? 'Nothing like it is there. Read the file again.'
      : `Nearest:\n${shown.join('\n--\n')}\nGive the text exactly as it is in the file.`
  return new HostError('CONFLICT', `The text is not in ${path} as given. Nothing was changed.`, {
    hint,
    details: { nearestLines: near.map(({ line }) => line) },
  })
}

export function lineAt(plain: string, position: number): number {
  let line = 1
  for (let at = plain.indexOf('\n'); at !== -1 && at < position; at = plain.indexOf('\n', at + 1)) line += 1
  return line
}

function places(plain: string, found: readonly Found[]): string {
  const lines = plain.split('\n')
  const shown = found.slice(0, PLACES_SHOWN).map(({ start }) => excerpt(lines, lineAt(plain, start) - 1, 1))
  return [...shown, ...(found.length > PLACES_SHOWN ? [`and ${found.length - PLACES_SHOWN} more`] : [])].join('\n')
}
