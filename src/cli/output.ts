import { stripVTControlCharacters, styleText } from 'node:util'
import { visible } from '../base/visible.ts'
import type { Context } from './context.ts'

type Style = Parameters<typeof styleText>[0]

/** Where a command writes. With `--json` its answer is one JSON value and nothing else. */
export interface Output {
  readonly isJson: boolean
  /** For screen readers: no colour, no boxes, nothing drawn again. */
  readonly isPlain: boolean
  /** The answer: as JSON, or as lines for people. */
  readonly answer: (value: unknown, lines: () => readonly string[]) => void
  readonly paint: (style: Style, text: string) => string
}

export interface OutputOptions {
  readonly json?: boolean
  readonly plain?: boolean
}

export function createOutput({ env, isTerminal, write }: Context, { json, plain }: OutputOptions): Output {
  const isJson = json === true
  const isPlain = plain === true || !!env['UPPERHAND_PLAIN']
  const hasColour = isTerminal && !isPlain && !env['NO_COLOR'] && env['TERM'] !== 'dumb'
  return {
    isJson,
    isPlain,
    answer: (value, lines) => {
      if (isJson) write(`${jsonText(value)}\n`)
      else for (const line of lines()) write(`${line}\n`)
    },
    paint: (style, text) => (hasColour ? styleText(style, text, { validateStream: false }) : text),
  }
}

const HIDDEN_IN_JSON = /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g

/** JSON that a terminal shows as it is: what could hide or move text is escaped. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(
    HIDDEN_IN_JSON,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Columns under each other; the last one is left as long as it is. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const width = (text: string) => stripVTControlCharacters(text).length
  const widths: number[] = []
  for (const row of rows)
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, width(cell))
    })
  return rows.map((row) =>
    row
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - width(cell)))
      .join('  ')
      .trimEnd(),
  )
}

/** Text from elsewhere, on one line and with nothing hidden in it. */
export function shown(text: string): string {
  return visible(text).replace(/[\n\t]+/g, ' ')
}

const WIDTH = 79

/** Our own words in lines that fit a terminal; the lines after the first go in a little further. */
export function wrapped(text: string, indent = ''): string[] {
  const lines: string[] = []
  let line = indent
  for (const word of text.split(' ')) {
    if (line.length + 1 + word.length > WIDTH && line.trim() !== '') {
      lines.push(line)
      line = `${indent}  `
    }
    line += line.trim() === '' ? word : ` ${word}`
  }
  return [...lines, line]
}

/** Text from elsewhere with its lines kept, each indented. */
export function block(text: string, indent = '  '): string[] {
  return visible(text.replaceAll('\r\n', '\n'))
    .split('\n')
    .map((line) => `${indent}${line}`)
}

/** How often something was used. */
export function times(uses: number): string {
  if (uses === 0) return 'not used yet'
  return uses === 1 ? 'used once' : `used ${uses} times`
}

const UNITS = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'm'],
] as const

/** `3d`, `2h`, `5m`, `12s`. */
export function span(ms: number): string {
  for (const [size, unit] of UNITS) if (ms >= size) return `${Math.floor(ms / size)}${unit}`
  return `${Math.max(0, Math.floor(ms / 1_000))}s`
}

/** Local time that sorts as text. */
export function moment(at: number): string {
  const date = new Date(at - new Date(at).getTimezoneOffset() * 60_000)
  return date.toISOString().slice(0, 19).replace('T', ' ')
}
