import { lexWord, type Text } from './lex-word.ts'
import { expandBraces, type Word, withoutStart } from './word.ts'

export interface Assigned {
  readonly name: string
  /** `name[…]=`: the subscript is evaluated and may run commands. */
  readonly hasSubscript: boolean
  readonly value: Word
}

export interface Redirected {
  /** Without the number before it: `>`, `>>`, `&>`, `<<<` … */
  readonly operator: string
  readonly descriptor: string
  readonly target: Word
  readonly start: number
  readonly end: number
}

export interface Lexed {
  readonly words: readonly Word[]
  readonly assignments: readonly Assigned[]
  readonly redirections: readonly Redirected[]
}

const BLANK = /(?:[ \t]|\\\n)*/y
const REDIRECTION = /(&>>?)|(\d*|\{[A-Za-z_]\w*\})(<<<|<<-|<<|<>|<&|>>|>\||>&|<(?!\()|>(?!\())/y
const ASSIGNMENT = /^([A-Za-z_]\w*)(\[[^\]]*\])?\+?=/

/** Splits one simple command into its words. Null where something in it would end the command: then the grammar erred. */
export function lexCommand(source: Text, start: number, end: number): Lexed | null {
  const words: Word[] = []
  const assignments: Assigned[] = []
  const redirections: Redirected[] = []
  for (let at = skipBlank(source.text, start); at < end; at = skipBlank(source.text, at)) {
    const redirection = lexRedirection(source, at, end)
    if (redirection === null) return null
    if (redirection !== undefined) {
      redirections.push(redirection)
      at = redirection.end
      continue
    }
    const word = source.text[at] === '#' ? null : lexWord(source, at, end)
    // A shell that does not know `&>` takes what follows for a command of its own.
    const isAnother = redirections.some(({ operator }) => operator.startsWith('&'))
    if (word === null || word.end === at || isAnother) return null
    at = word.end
    const assignment = words.length === 0 ? assignmentFrom(word, source) : undefined
    if (assignment === undefined) words.push(...expandBraces(word).map((one) => withHome(one, source)))
    else assignments.push(assignment)
  }
  return { words, assignments, redirections }
}

export function assignmentFrom(word: Word, source: Text): Assigned | undefined {
  const match = ASSIGNMENT.exec(word.raw)
  if (match === null) return undefined
  const [head, name = '', subscript] = match
  const isLiteral = word.prefix.startsWith(head) && !word.quoted.slice(0, head.length).includes(true)
  const value = isLiteral ? withoutStart(word, head.length) : { ...word, value: null }
  return { name, hasSubscript: subscript !== undefined, value: withHome(value, source) }
}

function lexRedirection(source: Text, at: number, limit: number): Redirected | null | undefined {
  REDIRECTION.lastIndex = at
  const match = REDIRECTION.exec(source.text)
  if (match === null) return undefined
  const [all, both, descriptor = '', operator = both ?? ''] = match
  const target = lexWord(source, skipBlank(source.text, at + all.length), limit)
  if (target === null || target.end === target.start) return null
  // `>& -x` closes the output and goes on with `x`.
  if (operator.endsWith('&') && /^\d*-./s.test(target.raw)) return null
  return { operator, descriptor, target: withHome(target, source), start: at, end: target.end }
}

function skipBlank(text: string, at: number): number {
  BLANK.lastIndex = at
  BLANK.exec(text)
  return BLANK.lastIndex
}

/** `~` and `~/…` at the beginning, and after the `=` of what looks like an assignment. Others' homes are unknown. */
function withHome(word: Word, { lookUp }: Text): Word {
  const { prefix, quoted } = word
  const at = prefix.startsWith('~') ? 0 : prefix.indexOf('=~') + 1
  if ((at === 0 && !prefix.startsWith('~')) || quoted[at] !== false) return word
  const isWhole = prefix.length === at + 1 && word.value !== null
  const isSlash = prefix[at + 1] === '/' && quoted[at + 1] === false
  if (!isWhole && !isSlash && at > 0) return word
  if (quoted[at + 1] === true) return word
  const home = lookUp('HOME')
  const isExpanded = at === 0 || /^[A-Za-z_]\w*=$/.test(prefix.slice(0, at))
  if ((!isWhole && !isSlash) || home === undefined || !isExpanded) return cut(word, at)
  const value = prefix.slice(0, at) + home + prefix.slice(at + 1)
  const place = word.offsets[at] ?? word.start
  return {
    ...word,
    value: word.value === null ? null : value,
    prefix: value,
    offsets: [...word.offsets.slice(0, at), ...Array<number>(home.length).fill(place), ...word.offsets.slice(at + 1)],
    quoted: [...quoted.slice(0, at), ...Array<boolean>(home.length).fill(true), ...quoted.slice(at + 1)],
  }
}

function cut(word: Word, count: number): Word {
  return {
    ...word,
    value: null,
    prefix: word.prefix.slice(0, count),
    offsets: word.offsets.slice(0, count + 1),
    quoted: word.quoted.slice(0, count),
  }
}
