import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

const LINE = 'The quick brown fox jumps over the lazy dog.'

/** A text file of about so many bytes. */
export function sampleText(directory: string, name: string, bytes: number): string {
  const path = join(directory, name)
  const line = `${LINE}\n`
  writeFileSync(path, line.repeat(Math.ceil(bytes / line.length)).slice(0, bytes))
  return path
}

/** A file whose lines all have the same known length, so that raw Node can go straight to one. */
export function numberedLines(directory: string, name: string, count: number): NumberedLines {
  const path = join(directory, name)
  const lines = Array.from({ length: count }, (_, index) => lineOf(index + 1))
  writeFileSync(path, lines.join(''))
  return { path, lineBytes: lineOf(1).length }
}

export interface NumberedLines {
  readonly path: string
  readonly lineBytes: number
}

export function lineOf(number: number): string {
  return `${String(number).padStart(8, '0')} ${LINE}\n`
}
