import { parse, TomlError } from 'smol-toml'
import { type Entry, endOfLine, type Format, type Read, splitMark } from './format.ts'
import { outlineOf, type Place } from './outline.ts'

/** Only tables of their own are edited: `[mcp_servers.upperhand]` and what is below it. */
export const toml: Format = {
  name: 'TOML',
  read: readToml,
  set(text, place, entry) {
    const { mark, body } = splitMark(text)
    const table = tableText(place, entry, endOfLine(body))
    const [first, ...others] = ownTables(body, place)
    if (first === undefined) return [mark + append(body, table)]
    // The others stand behind the first, so cutting them leaves it where it is.
    return [mark + replace(cut(body, others), first, table)]
  },
  remove(text, place) {
    const { mark, body } = splitMark(text)
    const tables = ownTables(body, place)
    return tables.length === 0
      ? []
      : [
          mark +
            cut(
              body,
              tables.map((span) => withBlankLine(body, span)),
            ),
        ]
  },
  snippet: (place, entry) => tableText(place, entry, '\n').trimEnd(),
}

function readToml(text: string): Read {
  try {
    return { ok: true, outline: outlineOf(parseToml(splitMark(text).body)) }
  } catch (cause) {
    if (cause instanceof TomlError) return { ok: false, line: cause.line, reason: reasonOf(cause) }
    if (cause instanceof RangeError) return { ok: false, line: null, reason: 'it nests too deep' }
    throw cause
  }
}

function parseToml(text: string): unknown {
  return parse(text, { integersAsBigInt: 'asNeeded' })
}

function reasonOf({ message }: TomlError): string {
  return message.split('\n')[0]?.replace(/^Invalid TOML document: /, '') ?? message
}

interface Span {
  readonly from: number
  readonly to: number
}

/** The tables of the entry, each from its header to its last line that says something. */
function ownTables(body: string, place: Place): Span[] {
  const spans: Span[] = []
  let from: number | undefined
  const close = (end: number) => {
    if (from !== undefined) spans.push({ from, to: from + lengthWithoutTail(body.slice(from, end)) })
    from = undefined
  }
  for (const { 0: line, index } of body.matchAll(/^[ \t]*\[.*$/gm)) {
    const [section, name] = pathOf(line.trimEnd()) ?? []
    const isOwn = section === place.section && name === place.name
    // A line that looks like a header is one if everything before it is complete: then it is not inside a text or a list.
    if ((!isOwn && from === undefined) || !isComplete(body.slice(0, index))) continue
    close(index)
    if (isOwn) from = index
  }
  close(body.length)
  return spans
}

function isComplete(text: string): boolean {
  try {
    parseToml(text)
    return true
  } catch {
    return false
  }
}

/** `[a."b c"]` → `a`, `b c`. */
function pathOf(line: string): string[] | undefined {
  try {
    const path: string[] = []
    let value = parseToml(line)
    while (typeof value === 'object' && value !== null) {
      const inner: unknown = Array.isArray(value) ? value[0] : value
      const [entry] = Object.entries(inner ?? {})
      if (entry === undefined) break
      path.push(entry[0])
      value = entry[1]
    }
    return path
  } catch {
    return undefined
  }
}

/** Comments and blank lines at the end belong to what follows. */
function lengthWithoutTail(text: string): number {
  return /(?:(?<=\n)[ \t]*(?:#.*)?(?:\r?\n|$))*$/.exec(text)?.index ?? text.length
}

function cut(body: string, spans: readonly Span[]): string {
  return spans.toReversed().reduce((text, { from, to }) => text.slice(0, from) + text.slice(to), body)
}

function replace(body: string, { from, to }: Span, table: string): string {
  const isLast = to === body.length && !body.endsWith('\n')
  return body.slice(0, from) + (isLast ? table.trimEnd() : table) + body.slice(to)
}

/** The blank line in front goes too, where another one or the end follows. */
function withBlankLine(body: string, { from, to }: Span): Span {
  const blank = /\n(\r?\n)$/.exec(body.slice(0, from))?.[1] ?? ''
  const isFollowed = to === body.length || /^\r?\n/.test(body.slice(to))
  return { from: isFollowed ? from - blank.length : from, to }
}

function append(body: string, table: string): string {
  if (body.trim() === '') return body + table
  const eol = endOfLine(body)
  return `${body}${body.endsWith('\n') ? '' : eol}${body.endsWith(`${eol}${eol}`) ? '' : eol}${table}`
}

function tableText({ section, name }: Place, entry: Entry, eol: string): string {
  const lines = Object.entries(entry)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${keyText(key)} = ${valueText(value)}`)
  return [`[${keyText(section)}.${keyText(name)}]`, ...lines, ''].join(eol)
}

function valueText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(valueText).join(', ')}]`
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(([key, item]) => `${keyText(key)} = ${valueText(item)}`)
    return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
  }
  return typeof value === 'string' ? quoted(value) : String(value)
}

function keyText(key: string): string {
  return /^[A-Za-z0-9_-]+$/.test(key) ? key : quoted(key)
}

/** JSON's escapes are TOML's, but for the one control character that JSON leaves alone. */
function quoted(text: string): string {
  return JSON.stringify(text).replaceAll('\u007f', '\\u007f')
}
