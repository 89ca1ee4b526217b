import { lexWord } from './lex-word.ts'
import type { Source } from './source.ts'
import type { SyntaxNode } from './syntax.ts'
import type { Word } from './word.ts'

const ROUNDS_MAX = 8
/** Whatever may set a variable under a name that is not in plain sight. */
const SETS =
  /\b(?:read|mapfile|readarray|printf|declare|typeset|local|export|readonly|let|getopts|eval|unset|set|source|for|cd|pushd|popd|chdir)\b|\(\(|\$\(\(|\$\[/

/**
 * A loop over words that stand in the text is walked once for each of them, one over a pattern once with the pattern,
 * so that `"$f"` is known in its body. Any other loop is walked once, with its variable unknown.
 */
export function roundsOf(source: Source, node: SyntaxNode): readonly Source[] {
  const body = node.children.find(({ type }) => type === 'do_group')
  const variable = node.children.find(({ type }) => type === 'variable_name')
  if (node.type !== 'for_statement' || body === undefined || variable === undefined) return [source]
  const name = source.text.slice(variable.start, variable.end)
  const text = source.text.slice(body.start, body.end)
  if (SETS.test(text) || isMentioned(name, text) || !text.includes(name)) return [source]
  const words = wordsOf(source, node, variable, body)
  const [first] = words ?? []
  if (words === null || first === undefined) return [source]
  if (words.length === 1 && first.isPattern && first.value !== null) {
    const pattern = first.value
    return [{ ...source, patternIn: (one) => (one === name ? pattern : source.patternIn?.(one)) }]
  }
  if (words.length > ROUNDS_MAX || words.some(({ isPattern, value }) => isPattern || value === null)) return [source]
  return words.map(({ value }) => ({
    ...source,
    lookUp: (one: string) => (one === name ? (value ?? undefined) : source.lookUp(one)),
  }))
}

/** Other than as `$name` or `${name}`: then it may get another value. A flag such as `-f` is no mention. */
function isMentioned(name: string, text: string): boolean {
  const rest = text.replaceAll(new RegExp(`\\$(?:${name}\\b|\\{${name}\\})`, 'g'), '')
  return new RegExp(`(?<![\\w-])${name}\\b`).test(rest)
}

/** Null where the words are not plain: braces, expansions, or a list that the grammar and the shell read differently. */
function wordsOf(source: Source, node: SyntaxNode, variable: SyntaxNode, body: SyntaxNode): Word[] | null {
  const head = /^\s+in[ \t]+/.exec(source.text.slice(variable.end, body.start))
  if (head === null) return null
  const end = variable.end + source.text.slice(variable.end, body.start).search(/[;\n]/)
  const words: Word[] = []
  for (let at = variable.end + head[0].length; at < end; ) {
    if (/[ \t]/.test(source.text[at] ?? '')) {
      at += 1
      continue
    }
    const word = lexWord(source, at, end)
    if (word === null || word.end === at || word.canSplit || word.isOdd || /[{}~]/.test(word.raw)) return null
    words.push(word)
    at = word.end
  }
  return node.start < variable.start ? words : null
}
