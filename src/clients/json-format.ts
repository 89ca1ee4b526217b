import { type Node, type ParseError, parseTree, printParseErrorCode, stripComments } from 'jsonc-parser'
import { removeAt, setAt } from '../base/edit-json.ts'
import { layout, styleOf } from '../base/json-layout.ts'
import { endOfLine, type Format, lineAt, type Read, splitMark } from './format.ts'
import { EMPTY, isTable, type Outline, valuesAt } from './outline.ts'

/** What a client itself can read; we read all of it. */
export type JsonDialect = 'plain' | 'comments' | 'comments-and-commas'

export const json: Format = {
  name: 'JSON',
  read: (text) => readJson(text),
  set(text, { section, name }, entry) {
    const { mark, body } = splitMark(text)
    if (isBlank(body))
      return [`${mark}${startOf(body)}${layout({ [section]: { [name]: entry } }, styleOf(body))}${endOfLine(body)}`]
    return [mark + setAt(body, [section, name], entry)]
  },
  remove(text, { section, name }, { withSection }) {
    const { mark, body } = splitMark(text)
    const less = removeAt(body, [section, name])
    const read = readJson(less)
    const left = read.ok ? valuesAt(read.outline, section)[0] : undefined
    const isEmpty = isTable(left) && left.entries.length === 0
    return [mark + (withSection && isEmpty ? removeAt(less, [section]) : less)]
  },
  snippet: ({ section, name }, entry) => layout({ [section]: { [name]: entry } }),
}

/** Whether a client of this dialect can read the file at all. */
export function isReadableAs(dialect: JsonDialect, text: string): boolean {
  const { body } = splitMark(text)
  if (dialect === 'comments-and-commas' || body.trim() === '') return true
  try {
    JSON.parse(dialect === 'comments' ? stripComments(body) : body)
    return true
  } catch {
    return false
  }
}

function readJson(text: string): Read {
  const { body } = splitMark(text)
  if (isBlank(body)) return { ok: true, outline: EMPTY }
  const errors: ParseError[] = []
  try {
    const root = parseTree(body, errors, { allowTrailingComma: true })
    const [error] = errors
    if (error !== undefined) return { ok: false, line: lineAt(body, error.offset), reason: words(error) }
    if (root === undefined) return { ok: false, line: 1, reason: 'there is no value' }
    return { ok: true, outline: outlineOfNode(root) }
  } catch (cause) {
    if (cause instanceof RangeError) return { ok: false, line: null, reason: 'it nests too deep' }
    throw cause
  }
}

/** Nothing, or nothing but comments. */
function isBlank(body: string): boolean {
  return body.trim() === '' || (/^\s*\/[/*]/.test(body) && stripComments(body).trim() === '')
}

/** Comments stay in front of what is written below them. */
function startOf(body: string): string {
  if (body.trim() === '') return ''
  return body.endsWith('\n') ? body : body + endOfLine(body)
}

function words({ error }: ParseError): string {
  return printParseErrorCode(error)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
}

function outlineOfNode(node: Node): Outline {
  const children = node.children ?? []
  if (node.type === 'array') return children.map(outlineOfNode)
  if (node.type !== 'object') return node.value as Outline
  return {
    entries: children.map(({ children: [key, value] = [] }) => [
      String(key?.value),
      value === undefined ? null : outlineOfNode(value),
    ]),
  }
}
