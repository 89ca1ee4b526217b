import { regionBetween } from './text-region.ts'

const CONTEXT_LINES = 3
const LONG_LINE_CHARS = 400
const AROUND_CHARS = 80
const NO_END = '\n\\ No newline at end of file'

/** The change as `diff -u` shows it: one hunk, because an edit has one place. Null stands for no file. */
export function unifiedDiff(path: string, before: string | null, after: string | null): string {
  const old = linesOf(before)
  const fresh = linesOf(after)
  const { start, end } = frame(old, fresh)
  const from = Math.max(0, start - CONTEXT_LINES)
  const below = Math.min(CONTEXT_LINES, end)
  const removed = old.slice(start, old.length - end)
  const added = fresh.slice(start, fresh.length - end)
  const count = (changed: readonly string[]) => start - from + changed.length + below
  const lines = [
    ...old.slice(from, start).map((line) => ` ${shortened(line)}`),
    ...changed(removed, added),
    ...old.slice(old.length - end, old.length - end + below).map((line) => ` ${shortened(line)}`),
  ]
  return [
    `--- ${before === null ? '/dev/null' : path}`,
    `+++ ${after === null ? '/dev/null' : path}`,
    `@@ -${span(from, count(removed))} +${span(from, count(added))} @@`,
    ...lines,
    '',
  ].join('\n')
}

function frame(old: readonly string[], fresh: readonly string[]): { start: number; end: number } {
  const shorter = Math.min(old.length, fresh.length)
  let start = 0
  while (start < shorter && old[start] === fresh[start]) start += 1
  let end = 0
  while (end < shorter - start && old[old.length - 1 - end] === fresh[fresh.length - 1 - end]) end += 1
  return { start, end }
}

function span(from: number, count: number): string {
  return `${count === 0 ? from : from + 1},${count}`
}

/** A line without an end is another line than the same one with an end. */
function linesOf(text: string | null): string[] {
  if (text === null || text === '') return []
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  const last = lines.pop()
  return last === '' || last === undefined ? lines : [...lines, last + NO_END]
}

function changed(removed: readonly string[], added: readonly string[]): string[] {
  const old = removed.join('\n').replace(NO_END, '')
  const fresh = added.join('\n').replace(NO_END, '')
  if (removed.length === 1 && old.length > LONG_LINE_CHARS && fresh !== '') {
    // A file on one line: what changes in it, and a little around it.
    const { start, before, after } = regionBetween(old, fresh)
    const head = `…${old.slice(Math.max(0, start - AROUND_CHARS), start)}`
    const tail = `${old.slice(start + before.length, start + before.length + AROUND_CHARS)}…`
    return [...signed('-', `${head}${before}${tail}`), ...signed('+', `${head}${after}${tail}`)]
  }
  return [...removed.map((line) => `-${line}`), ...added.map((line) => `+${line}`)]
}

function signed(sign: string, text: string): string[] {
  return text.split('\n').map((line) => sign + line)
}

/** Only of lines that stay as they are. */
function shortened(line: string): string {
  return line.length <= LONG_LINE_CHARS ? line : `${line.slice(0, LONG_LINE_CHARS)}… (${line.length} characters)`
}
