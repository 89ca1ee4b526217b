import { applyEdits, createScanner, type Edit, findNodeAtLocation, type Node, parseTree } from 'jsonc-parser'
import { layout, styleOf } from './json-layout.ts'

export type JsonPath = readonly (string | number)[]

/** Of the parser's `SyntaxKind`, which is a const enum and so cannot be imported. */
const COMMA = 5
const LINE_BREAK = 14

/** Sets what stands at a path, adding keys that are missing. Comments and layout around it stay. */
export function setAt(text: string, path: JsonPath, value: unknown): string {
  const parent = nodeAt(text, path.slice(0, -1))
  const key = path.at(-1)
  const node = parent && findNodeAtLocation(parent, [key ?? ''])
  if (node !== undefined) {
    const content = layout(value, styleOf(text), indentAt(text, node.offset))
    return applyEdits(text, [{ offset: node.offset, length: node.length, content }])
  }
  if (parent === undefined && typeof key === 'string') return setAt(text, path.slice(0, -1), { [key]: value })
  if (parent?.type !== 'object') throw new Error(`nothing to set at ${path.join('.')}`)
  return addMember(text, parent, (indent) => `${JSON.stringify(key)}: ${layout(value, styleOf(text), indent)}`)
}

/** Adds an item at the end of the list at a path. */
export function addAt(text: string, path: JsonPath, value: unknown): string {
  const list = nodeAt(text, path)
  if (list?.type !== 'array') throw new Error(`no list at ${path.join('.')}`)
  return addMember(text, list, (indent) => layout(value, styleOf(text), indent))
}

/** Removes a key or an item with its comma. The parser's own `modify` eats a neighbour when a comma trails. */
export function removeAt(text: string, path: JsonPath): string {
  const node = nodeAt(text, path)
  const member = node?.parent?.type === 'property' ? node.parent : node
  const siblings = member?.parent?.children
  if (member?.parent === undefined || siblings === undefined) throw new Error(`nothing to remove at ${path.join('.')}`)
  const close = member.parent.offset + member.parent.length - 1
  const end = member.offset + member.length
  const next = siblings[siblings.indexOf(member) + 1]
  const { comma } = behind(text, member, next?.offset ?? close)
  const previous = siblings[siblings.indexOf(member) - 1]
  const edits: Edit[] = [wholeLine(text, member.offset, (comma ?? end - 1) + 1)]
  if (comma === undefined && previous !== undefined) {
    const before = behind(text, previous, member.offset).comma
    if (before !== undefined) edits.unshift({ offset: before, length: 1, content: '' })
  }
  return applyEdits(text, edits)
}

function nodeAt(text: string, path: JsonPath): Node | undefined {
  const tree = parseTree(text, [], { allowTrailingComma: true })
  return tree && findNodeAtLocation(tree, [...path])
}

/** A comment behind the last member belongs to that member: the new one goes to the next line. */
function addMember(text: string, container: Node, write: (indent: string) => string): string {
  const { unit, eol } = styleOf(text)
  const close = container.offset + container.length - 1
  const outer = indentAt(text, container.offset)
  const last = container.children?.at(-1)
  if (last === undefined) return addFirst(text, container, close, write)
  const { comma, lineEnd } = behind(text, last, close)
  const commaEdit: Edit[] = comma !== undefined ? [] : [{ offset: last.offset + last.length, length: 0, content: ',' }]
  const isOneLine = lineEnd === undefined
  const indent = startsLine(text, last.offset) ? indentAt(text, last.offset) : outer + unit
  const member = isOneLine ? ` ${write(outer)}` : `${eol}${indent}${write(indent)}`
  return applyEdits(text, [...commaEdit, { offset: lineEnd ?? closeOf(text, last, close), length: 0, content: member }])
}

function addFirst(text: string, container: Node, close: number, write: (indent: string) => string): string {
  const { unit, eol } = styleOf(text)
  const outer = indentAt(text, container.offset)
  const indent = outer + unit
  const isClosedOnItsLine = startsLine(text, close)
  const offset = isClosedOnItsLine ? close - indentAt(text, close).length : close
  const content = isClosedOnItsLine
    ? `${indent}${write(indent)}${eol}`
    : `${eol}${indent}${write(indent)}${eol}${outer}`
  return applyEdits(text, [{ offset, length: 0, content }])
}

/** What stands between a member and the next one or the end: its comma, and where the line ends after that. */
function behind(text: string, member: Node, until: number): { comma: number | undefined; lineEnd: number | undefined } {
  const scanner = createScanner(text, false)
  scanner.setPosition(member.offset + member.length)
  let comma: number | undefined
  let lineEnd: number | undefined
  for (let token: number = scanner.scan(); scanner.getTokenOffset() < until; token = scanner.scan()) {
    if (token === COMMA) {
      comma = scanner.getTokenOffset()
      lineEnd = undefined
    }
    if (token === LINE_BREAK) lineEnd ??= scanner.getTokenOffset()
  }
  return { comma, lineEnd }
}

/** A range to cut; if nothing else is on its lines, the lines go too. */
function wholeLine(text: string, from: number, to: number): Edit {
  const lineStart = text.lastIndexOf('\n', from - 1) + 1
  const rest = /^[ \t]*\r?\n/.exec(text.slice(to))?.[0]
  const isAlone = text.slice(lineStart, from).trim() === '' && rest !== undefined
  const start = isAlone ? lineStart : from
  return { offset: start, length: to + (isAlone ? rest.length : 0) - start, content: '' }
}

/** Before the closing bracket of a container that stands on one line, and before the space in front of it. */
function closeOf(text: string, last: Node, close: number): number {
  const from = last.offset + last.length
  return from + text.slice(from, close).trimEnd().length
}

function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? ''
}

function startsLine(text: string, offset: number): boolean {
  return text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset).trim() === ''
}
