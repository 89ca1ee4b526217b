import { draftOf, isUninspectable, isUnknown } from './draft.ts'
import { checkVariable } from './environment.ts'
import { finish } from './finish.ts'
import type { Session } from './inspect.ts'
import { isOddExpansion, SUBSTITUTIONS } from './lex-word.ts'
import type { Place, Source } from './source.ts'
import { outermost, type SyntaxNode } from './syntax.ts'
import { type Walker, walkSubstitution } from './walk.ts'

const ODD = new Set(['expansion', 'arithmetic_expansion'])
const NUMERIC = /\s-(?:eq|ne|lt|le|gt|ge|v|R)\s/
const NUMBERS = /^\[\[\s+(?:-?\d+|"?\$[#?]"?)\s+-(?:eq|ne|lt|le|gt|ge)\s+(?:-?\d+|"?\$[#?]"?)\s+\]\]$/

/** `[[ … ]]` and `(( … ))`: what looks like a number is evaluated, and a subscript in it can run commands. */
export function evaluate(walker: Walker, session: Session, source: Source, node: SyntaxNode, place: Place): void {
  const substitutions = outermost(node, SUBSTITUTIONS)
  const text = source.text.slice(node.start, node.end)
  if (/`|\$\(|[<>]\(/.test(without(source.text, node, substitutions))) walker.doubt()
  for (const substitution of substitutions) walkSubstitution(walker, source, substitution, place)
  const isTest = text.startsWith('[[')
  const isLoop = node.type === 'c_style_for_statement'
  // The body of a loop is walked by itself.
  const end = node.children.find(({ type }) => type === 'do_group')?.start ?? node.end
  const draft = draftOf({ ...EMPTY, source, place, start: node.start, end })
  if (isTest ? /[;&|<>()]/.test(text) : !isLoop) {
    isUninspectable(draft, 'evaluates', 'A plain shell takes it for commands of its own.')
  } else if (!isTest || (NUMERIC.test(text) && !NUMBERS.test(text))) {
    isUnknown(draft, 'evaluates', 'It evaluates values that cannot be known.')
  }
  const odd = outermost(node, ODD).find(({ type, start, end: stop }) =>
    isOddExpansion(type, source.text.slice(start, stop)),
  )
  if (odd !== undefined && isTest)
    isUninspectable(draft, 'evaluates', 'An expansion in it may run more than it shows.', odd)
  session.parts.push(finish(draft, session.text, isTest ? '[[' : '(('))
}

/** The variable of a `for` loop is set like any other. */
export function nameOfLoop(session: Session, source: Source, node: SyntaxNode, place: Place): void {
  const variable = node.children.find(({ type }) => type === 'variable_name')
  if (variable === undefined) return
  const draft = draftOf({ ...EMPTY, source, place, ...variable })
  checkVariable(draft, source.text.slice(variable.start, variable.end), 'script', variable)
  if (draft.reasons.length > place.notes.reasons.length) session.parts.push(finish(draft, session.text, null))
}

const EMPTY = { words: [], assignments: [], redirections: [], input: undefined, hasDownload: false }

function without(text: string, { start, end }: SyntaxNode, nodes: readonly SyntaxNode[]): string {
  let rest = ''
  let at = start
  for (const node of nodes) {
    rest += text.slice(at, node.start)
    at = node.end
  }
  return rest + text.slice(at, end)
}
