import type { Input } from './draft.ts'
import { isOddExpansion, SUBSTITUTIONS, type Text } from './lex-word.ts'
import { outermost, type SyntaxNode } from './syntax.ts'

export interface Heredoc {
  readonly input: Input
  readonly substitutions: readonly SyntaxNode[]
  /** Where the words of its command end on the first line. */
  readonly wordsEnd: number
  /** What follows on the first line: `| sh`, `&& rm x`. */
  readonly rest: readonly SyntaxNode[]
}

const CONTINUES = new Set(['pipeline', '&&', '||', 'heredoc_body', 'heredoc_end'])

/** Reads a here-document. Null where the shell would end it elsewhere, or would run something the grammar does not see. */
export function readHeredoc({ text, nodes }: Text, redirect: SyntaxNode): Heredoc | null {
  const { children } = redirect
  const opening = children.find(({ type }) => type === 'heredoc_start')
  const body = children.find(({ type }) => type === 'heredoc_body')
  const closing = children.find(({ type }) => type === 'heredoc_end')
  if (opening === undefined || closing === undefined) return null
  const isTabbed = children.some(({ type }) => type === '<<-')
  const raw = text.slice(opening.start, opening.end)
  const delimiter = /^[\w.-]+$/.test(raw)
    ? raw
    : (/^(?:'([\w.-]+)'|"([\w.-]+)"|\\([\w.-]+))$/.exec(raw)?.slice(1).find(Boolean) ?? null)
  const next = children.find(({ type }) => CONTINUES.has(type))
  if (delimiter === null || next === undefined) return null
  const rest = children.filter(({ start, type }) => start >= next.start && !type.startsWith('heredoc_'))
  const wordsEnd = children.findLast(({ end, type }) => end <= next.start && type !== '\n')?.end ?? opening.end
  if (rest[0] !== undefined && !/^(?:[ \t]|\\\n)*$/.test(text.slice(wordsEnd, rest[0].start))) return null
  const lineEnd = rest.at(-1)?.end ?? children.findLast(({ end }) => end <= next.start)?.end ?? opening.end
  const bodyStart = text.indexOf('\n', lineEnd) + 1
  if (bodyStart === 0 || text.slice(lineEnd, bodyStart).replace(/[ \t\n]/g, '') !== '') return null
  const bodyEnd = endOf(text, bodyStart, delimiter, isTabbed)
  if (bodyEnd === null || bodyEnd.close !== closing.end) return null
  const content = text.slice(bodyStart, bodyEnd.start)
  const isLiteral = raw !== delimiter
  // A line that goes on joins the next one, even if that looks like the end.
  if (!isLiteral && (content.includes('\\\n') || hidesExpansion(content, bodyStart, nodes))) return null
  const isPlain = !isTabbed && (isLiteral || !/[$`\\]/.test(content))
  return {
    input: {
      text: isPlain ? content : null,
      offsets: isPlain ? Array.from({ length: content.length + 1 }, (_, index) => bodyStart + index) : [],
      variables: isLiteral ? [] : [...content.matchAll(/\$\{?[#!]?([A-Za-z_]\w*)/g)].map(([, name = '']) => name),
    },
    substitutions: isLiteral || body === undefined ? [] : outermost(body, SUBSTITUTIONS),
    wordsEnd,
    rest,
  }
}

/** The first line that is the delimiter and nothing else. */
function endOf(text: string, from: number, delimiter: string, isTabbed: boolean) {
  for (let start = from; start <= text.length; ) {
    const end = text.indexOf('\n', start) === -1 ? text.length : text.indexOf('\n', start)
    const line = text.slice(start, end)
    if ((isTabbed ? line.replace(/^\t+/, '') : line) === delimiter) return { start, close: end }
    start = end + 1
  }
  return null
}

/** In an open here-document the shell expands; the grammar must know of every place where it does. */
function hidesExpansion(content: string, start: number, nodes: Text['nodes']): boolean {
  for (let at = 0; at < content.length; at++) {
    const char = content[at]
    if (char === '\\') at += 1
    else if (char === '`') return true
    else if (char === '$' && /[A-Za-z0-9_({[@*#?$!=~^+-]/.test(content[at + 1] ?? '')) {
      const node = nodes.get(start + at)
      if (node === undefined || isOddExpansion(node.type, content.slice(at, node.end - start))) return true
      at = node.end - start - 1
    }
  }
  return false
}
