import type { Outline, Place } from './outline.ts'

export type Entry = Readonly<Record<string, unknown>>

export function isEntry(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export type Read =
  | { readonly ok: true; readonly outline: Outline }
  | { readonly ok: false; readonly line: number | null; readonly reason: string }

/**
 * A language that configurations are written in. `set` and `remove` offer ways to write a change, best first, and may
 * offer none; whoever calls them reads each result back and takes the first that says exactly what was wanted.
 */
export interface Format {
  readonly name: 'JSON' | 'TOML' | 'YAML'
  readonly read: (text: string) => Read
  readonly set: (text: string, place: Place, entry: Entry) => readonly string[]
  readonly remove: (text: string, place: Place, options: { readonly withSection: boolean }) => readonly string[]
  /** The entry as a person would paste it. */
  readonly snippet: (place: Place, entry: Entry) => string
}

const BYTE_ORDER_MARK = '\ufeff'

/** Parsers stumble over a byte order mark, so it is put aside while a text is edited. */
export function splitMark(text: string): { readonly mark: string; readonly body: string } {
  return text.startsWith(BYTE_ORDER_MARK)
    ? { mark: BYTE_ORDER_MARK, body: text.slice(BYTE_ORDER_MARK.length) }
    : { mark: '', body: text }
}

export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}

export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1
}

/** Where the line after the one at `offset` begins; the end of the text if there is none. */
export function nextLine(text: string, offset: number): number {
  const end = text.indexOf('\n', offset)
  return end === -1 ? text.length : end + 1
}

export function endOfLine(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n'
}
