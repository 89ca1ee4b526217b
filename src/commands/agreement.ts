import type { SyntaxNode } from './syntax.ts'

const KEYWORDS = new Set(
  '{ } ! if then elif else fi while until do done for select in case esac function [[ ]]'.split(' '),
)
const BOUNDARY = /[ \t\n;&|()<>`]/
const BLANK = /^(?:[ \t\n]|\\\n)*$/

/** Between statements there may be nothing that the shell would read as part of a word. */
export function hasCleanGaps(text: string, node: SyntaxNode): boolean {
  let at = node.type === 'program' ? 0 : node.start
  for (const child of node.children) {
    if (!BLANK.test(text.slice(at, child.start)) || !standsAlone(text, child)) return false
    at = child.end
  }
  const end = node.type === 'program' ? text.length : node.end
  return BLANK.test(text.slice(at, end))
}

export function isBlankBetween(text: string, nodes: readonly SyntaxNode[]): boolean {
  return nodes.every(({ start }, index) => BLANK.test(text.slice(nodes[index - 1]?.end ?? start, start)))
}

/** A keyword is one only between blanks or operators: `{aa` and `[[a` are names of programs. */
export function standsAlone(text: string, { type, start, end }: SyntaxNode): boolean {
  if (!KEYWORDS.has(type)) return true
  return BOUNDARY.test(text[start - 1] ?? ' ') && (BOUNDARY.test(text[end] ?? ' ') || text.startsWith('\\\n', end))
}

/** A command ends where the shell would end it, not in the middle of a word. */
export function endsHere(text: string, end: number): boolean {
  return end >= text.length || /[ \t\n;&|)`]/.test(text[end] ?? '') || text.startsWith('\\\n', end)
}
