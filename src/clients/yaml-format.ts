import { type Document, isMap, isScalar, type Pair, parseDocument, stringify, type YAMLMap } from 'yaml'
import { type Entry, endOfLine, type Format, lineStart, nextLine, type Read, splitMark } from './format.ts'
import { EMPTY, outlineOf, type Place } from './outline.ts'

const INDENT = 2

export const yaml: Format = {
  name: 'YAML',
  read: (text) => readYaml(splitMark(text).body),
  set(text, place, entry) {
    const { mark, body } = splitMark(text)
    return waysToSet(body, place, entry).map((result) => mark + result)
  },
  remove(text, place, { withSection }) {
    const { mark, body } = splitMark(text)
    return waysToRemove(body, place, withSection).map((result) => mark + result)
  },
  snippet: ({ section, name }, entry) => blockText({ [section]: { [name]: entry } }, 0, '\n').trimEnd(),
}

function readYaml(body: string): Read {
  const document = parseDocument(body)
  const [error] = document.errors
  if (error !== undefined) {
    const reason = error.message.split('\n')[0]?.replace(/ at line \d+, column \d+:?$/, '') ?? error.code
    return { ok: false, line: error.linePos?.[0].line ?? null, reason }
  }
  if (document.contents === null) return { ok: true, outline: EMPTY }
  try {
    return { ok: true, outline: outlineOf(document.toJS({ mapAsMap: true })) }
  } catch (cause) {
    // An alias that leads nowhere, or too many of them.
    return { ok: false, line: null, reason: cause instanceof Error ? cause.message : String(cause) }
  }
}

function waysToSet(body: string, place: Place, entry: Entry): string[] {
  const { contents } = parseDocument(body)
  if (contents === null) return [appended(body, blockText(nested(place, entry), 0, endOfLine(body)))]
  if (!isMap(contents)) return []
  const section = pairOf(contents, place.section)
  if (section === undefined) return waysToAddSection(body, contents, place, entry)
  const { value } = section
  if (!isMap(value)) return isScalar(value) ? [filled(body, section, value, place, entry)] : []
  const existing = pairOf(value, place.name)
  if (existing !== undefined) return replaced(body, value, existing, place, entry)
  if (value.flow === true) return intoBraces(body, value, place.name, entry)
  return [insertedBelow(body, section, columnOf(body, value), { [place.name]: entry })]
}

function waysToAddSection(body: string, root: YAMLMap, place: Place, entry: Entry): string[] {
  if (root.flow === true) return intoBraces(body, root, place.section, { [place.name]: entry })
  const column = columnOf(body, root)
  const block = blockText(nested(place, entry), column, endOfLine(body))
  const first = lineStart(body, startOf(root.items[0]))
  // The second way is for a file that ends in something that cannot be continued.
  return [appended(body, block), body.slice(0, first) + block + body.slice(first)]
}

function replaced(body: string, section: YAMLMap, pair: Pair, place: Place, entry: Entry): string[] {
  if (section.flow === true) {
    const [from, to] = [startOf(pair), endOf(pair)]
    return [`${body.slice(0, from)}${JSON.stringify(place.name)}: ${JSON.stringify(entry)}${body.slice(to)}`]
  }
  const { from, to } = linesOf(body, pair)
  const block = blockText({ [place.name]: entry }, columnOf(body, section), endOfLine(body))
  return [body.slice(0, from) + (to === body.length && !body.endsWith('\n') ? block.trimEnd() : block) + body.slice(to)]
}

/** A section that is there but says nothing: `extensions:` or `extensions: null`. */
function filled(
  body: string,
  section: Pair,
  value: { range?: readonly number[] | null },
  place: Place,
  entry: Entry,
): string {
  const [from = 0, to = from] = value.range ?? []
  const bare = from === to ? body : body.slice(0, from).trimEnd() + body.slice(to)
  const column = startOf(section) - lineStart(body, startOf(section))
  return insertedBelow(bare, section, column + INDENT, { [place.name]: entry })
}

/** Right below the line of the section, so that comments of the next entries stay with them. */
function insertedBelow(body: string, section: Pair, column: number, member: Entry): string {
  const eol = endOfLine(body)
  const at = nextLine(body, startOf(section))
  const start = at === body.length && !body.endsWith('\n') ? eol : ''
  return body.slice(0, at) + start + blockText(member, column, eol) + body.slice(at)
}

function intoBraces(body: string, map: YAMLMap, name: string, value: Entry): string[] {
  const open = map.range?.[0] ?? -1
  if (body[open] !== '{') return []
  const comma = map.items.length === 0 ? '' : ', '
  const member = `${JSON.stringify(name)}: ${JSON.stringify(value)}${comma}`
  return [body.slice(0, open + 1) + member + body.slice(open + 1)]
}

function waysToRemove(body: string, place: Place, withSection: boolean): string[] {
  const { contents }: Document = parseDocument(body)
  const section = isMap(contents) ? pairOf(contents, place.section) : undefined
  const map = section?.value
  if (!isMap(contents) || section === undefined || !isMap(map)) return []
  const pair = pairOf(map, place.name)
  if (pair === undefined) return []
  const isLast = map.items.length === 1
  if (isLast && withSection) return [without(body, contents, section), withoutEnd(body, contents, section)]
  if (isLast && map.flow !== true) {
    const less = without(body, map, pair)
    const end = endOf(section, 'key') + 1
    return [`${less.slice(0, end)} {}${less.slice(end)}`]
  }
  return [without(body, map, pair)]
}

function without(body: string, map: YAMLMap, pair: Pair): string {
  if (map.flow === true) {
    const before = body.slice(0, startOf(pair))
    const after = body.slice(endOf(pair))
    const comma = /^\s*,[ \t]*/.exec(after)?.[0]
    return comma === undefined ? before.replace(/\s*,\s*$/, '') + after : before + after.slice(comma.length)
  }
  const { from, to } = linesOf(body, pair)
  return body.slice(0, from) + body.slice(to)
}

/** Blank lines at the end would become part of a text in front of them. */
function withoutEnd(body: string, map: YAMLMap, pair: Pair): string {
  const { from, to } = linesOf(body, pair)
  return map.flow !== true && body.slice(to).trim() === '' ? body.slice(0, from) : body
}

function pairOf(map: YAMLMap, name: string): Pair | undefined {
  return map.items.find(({ key }) => isScalar(key) && key.value === name)
}

function startOf(pair: Pair | undefined): number {
  return rangeOf(pair?.key)[0]
}

function endOf(pair: Pair, part: 'key' | 'value' = 'value'): number {
  return rangeOf(part === 'key' || pair.value === null ? pair.key : pair.value)[1]
}

function rangeOf(node: unknown): readonly [number, number] {
  const { range } = node as { range?: readonly [number, number, number] | null }
  return range ? [range[0], range[1]] : [0, 0]
}

/** The whole lines of a member of a block. */
function linesOf(body: string, pair: Pair): { from: number; to: number } {
  const end = endOf(pair)
  return { from: lineStart(body, startOf(pair)), to: body[end - 1] === '\n' ? end : nextLine(body, end) }
}

function columnOf(body: string, map: YAMLMap): number {
  const start = startOf(map.items[0])
  return start - lineStart(body, start)
}

function nested({ section, name }: Place, entry: Entry): Entry {
  return { [section]: { [name]: entry } }
}

function appended(body: string, block: string): string {
  return body + (body === '' || body.endsWith('\n') ? '' : endOfLine(body)) + block
}

function blockText(value: Entry, column: number, eol: string): string {
  return stringify(value, { indent: INDENT, lineWidth: 0 })
    .split('\n')
    .map((line) => (line === '' ? '' : ' '.repeat(column) + line))
    .join(eol)
}
