import { endsHere, hasCleanGaps, isBlankBetween, standsAlone } from './agreement.ts'
import type { Simple } from './draft.ts'
import { type Heredoc, readHeredoc } from './heredoc.ts'
import { type Lexed, lexCommand } from './lex-command.ts'
import { SUBSTITUTIONS } from './lex-word.ts'
import { roundsOf } from './rounds.ts'
import { type Exit, either, type Place, type Source, staying } from './source.ts'
import { outermost, type SyntaxNode } from './syntax.ts'

/** What the walk tells about what it meets. */
export interface Walker {
  /** A simple command; the answer is where the shell may be afterwards. */
  readonly run: (simple: Simple) => Exit
  /** The text means something else to the shell than to the grammar, or nobody can say what. */
  readonly doubt: () => void
  /** Something is evaluated that may run more than it shows: arithmetic, tests. */
  readonly evaluate: (source: Source, node: SyntaxNode, place: Place) => void
  /** A variable is set other than by an assignment. */
  readonly assign: (source: Source, node: SyntaxNode, place: Place) => void
  /** Whether anything downloads among what was met since `mark`. */
  readonly mark: () => number
  readonly hasNetworkSince: (mark: number) => boolean
}

const SIMPLE = new Set([
  'command',
  'declaration_command',
  'unset_command',
  'variable_assignment',
  'variable_assignments',
  'file_redirect',
])
const TOKENS = new Set(
  '; & && || | |& ( ) { } ;; ;& ;;& if then elif else fi while until do done for select in case esac function ! $( ` <( >( [[ ]]'
    .split(' ')
    .concat('\n'),
)
const OF_COMMANDS = new Set(['list', 'pipeline', 'negated_command'])
const BODIES = new Set(['compound_statement', 'subshell', 'do_group'])
const CHANGES_DIRECTORY = /\b(?:cd|pushd|popd|chdir)\b/

/** Goes through a list of statements in the order they run. */
export function walkStatements(walker: Walker, source: Source, node: SyntaxNode, place: Place): Exit {
  checkGaps(walker, source, node)
  return walkList(walker, source, node.children, place)
}

function walkList(walker: Walker, source: Source, nodes: readonly SyntaxNode[], place: Place): Exit {
  let { directories } = place
  let exit = staying(directories)
  nodes.forEach((node, index) => {
    if (TOKENS.has(node.type)) return
    const isBackground = nodes[index + 1]?.type === '&'
    const here = { ...place, directories, isBackground: place.isBackground || isBackground }
    exit = walkStatement(walker, source, node, here)
    if (isBackground) exit = staying(directories)
    directories = either(exit.success, exit.failure)
  })
  return exit
}

function walkStatement(walker: Walker, source: Source, node: SyntaxNode, place: Place): Exit {
  if (SIMPLE.has(node.type)) return walkSimple(walker, source, node, place)
  switch (node.type) {
    case 'comment':
      return walkComment(walker, source, node, place)
    case 'redirected_statement':
      return walkRedirected(walker, source, node, place)
    case 'pipeline':
      checkGaps(walker, source, node)
      return walkPipe(walker, source, node.children, place, 0)
    case 'list':
      return walkAndOr(walker, source, node, place)
    case 'negated_command': {
      const { success, failure } = walkStatements(walker, source, node, place)
      return { success: failure, failure: success }
    }
    case 'subshell':
      walkStatements(walker, source, node, place)
      return staying(place.directories)
    case 'compound_statement':
      return walkStatements(walker, source, node, place)
    case 'if_statement':
    case 'elif_clause':
    case 'else_clause':
    case 'while_statement':
    case 'do_group':
      return walkBranches(walker, source, node, place)
    case 'function_definition':
      return walkFunction(walker, source, node, place)
    case 'for_statement':
    case 'case_statement':
    case 'case_item':
      return walkChoices(walker, source, node, place)
    case 'test_command':
      return walkTest(walker, source, node, place)
    case 'c_style_for_statement':
      walker.evaluate(source, node, place)
      return walkBodies(walker, source, node, place)
    default:
      walker.doubt()
      return staying(null)
  }
}

/** The commands inside `$(…)`, backquotes and `<(…)`. */
export function walkSubstitution(walker: Walker, source: Source, node: SyntaxNode, place: Place): void {
  const [first] = node.children
  // Inside backquotes a backslash is read once more before the commands are.
  if (first?.type === '`' && source.text.slice(node.start, node.end).includes('\\')) {
    walker.doubt()
    return
  }
  const stdin = first?.type === '>(' ? 'pipe' : place.stdin
  walkStatements(walker, source, node, { ...place, stdin, pipeIndex: null, isAloneInPipe: false })
}

function walkSimple(walker: Walker, source: Source, node: SyntaxNode, place: Place): Exit {
  if (node.type === 'command' && source.text.startsWith('((', node.start)) {
    walker.evaluate(source, node, place)
    return staying(place.directories)
  }
  const lexed = lexCommand(source, node.start, node.end)
  if (lexed === null || !endsHere(source.text, node.end)) return doubtful(walker)
  return run(walker, { ...lexed, source, place, start: node.start, end: node.end })
}

function run(walker: Walker, simple: Omit<Simple, 'input' | 'hasDownload'>, heredoc?: Heredoc): Exit {
  const { source, place, words, assignments, redirections } = simple
  const mark = walker.mark()
  const all = [...words, ...assignments.map(({ value }) => value), ...redirections.map(({ target }) => target)]
  for (const node of new Set([
    ...all.flatMap(({ substitutions }) => substitutions),
    ...(heredoc?.substitutions ?? []),
  ])) {
    walkSubstitution(walker, source, node, place)
  }
  return walker.run({ ...simple, input: heredoc?.input, hasDownload: walker.hasNetworkSince(mark) })
}

function walkRedirected(walker: Walker, source: Source, node: SyntaxNode, place: Place): Exit {
  const [around] = node.children
  if (around !== undefined && OF_COMMANDS.has(around.type)) {
    return walkStatement(walker, source, withRedirections(around, node), place)
  }
  const last = node.children.at(-1)
  const heredoc = last?.type === 'heredoc_redirect' ? readHeredoc(source, last) : undefined
  if (heredoc === null || (heredoc !== undefined && !isBlankBetween(source.text, heredoc.rest))) return doubtful(walker)
  const end = heredoc?.wordsEnd ?? node.end
  if (!endsHere(source.text, end)) return doubtful(walker)
  const [body] = node.children
  const isSimple = body !== undefined && (SIMPLE.has(body.type) || body.type.endsWith('_redirect'))
  const start = isSimple ? node.start : (node.children[1]?.start ?? node.end)
  const lexed = lexCommand(source, start, end)
  if (lexed === null || (!isSimple && isMoreThanRedirections(lexed))) return doubtful(walker)
  const simple = { ...lexed, source, start, end }
  const mark = walker.mark()
  let exit = staying(place.directories)
  const isPiped = heredoc?.rest.some(({ type }) => type === 'pipeline') === true
  if (isSimple)
    exit = run(walker, { ...simple, place: isPiped ? { ...place, pipeIndex: place.pipeIndex ?? 0 } : place }, heredoc)
  else {
    if (body !== undefined) exit = walkStatement(walker, source, body, fed(place, lexed))
    run(walker, { ...simple, place: { ...place, directories: either(exit.success, exit.failure) } }, heredoc)
  }
  return heredoc === undefined ? exit : walkRest(walker, source, heredoc.rest, { place, exit, mark })
}

function isMoreThanRedirections({ words, assignments }: Lexed): boolean {
  return words.length > 0 || assignments.length > 0
}

/** The grammar puts `a && b > f` as a whole before the redirection; it belongs to the last command alone. */
function withRedirections(around: SyntaxNode, node: SyntaxNode): SyntaxNode {
  const last = around.children.at(-1)
  if (last === undefined) return around
  const inner = { ...node, start: last.start, children: [last, ...node.children.slice(1)] }
  return { ...around, end: node.end, children: [...around.children.slice(0, -1), inner] }
}

/** A loop or group that reads from a file no longer reads from the pipe before it. */
function fed(place: Place, { redirections }: Lexed): Place {
  const isFed = redirections.some(({ operator, descriptor }) => operator.startsWith('<') && /^0?$/.test(descriptor))
  return isFed ? { ...place, stdin: 'inherited' } : place
}

/** What follows a here-document on its first line. */
function walkRest(
  walker: Walker,
  source: Source,
  rest: readonly SyntaxNode[],
  before: { readonly place: Place; readonly exit: Exit; readonly mark: number },
): Exit {
  const { place, mark } = before
  let { exit } = before
  let operator = ''
  for (const node of rest) {
    if (node.type === '&&' || node.type === '||') operator = node.type
    else if (node.type === 'pipeline') {
      checkGaps(walker, source, node)
      const stdin = place.stdin === 'download' || walker.hasNetworkSince(mark) ? 'download' : 'pipe'
      exit = walkPipe(walker, source, node.children, { ...place, stdin }, 1)
    } else {
      const directories = operator === '&&' ? exit.success : exit.failure
      exit = walkStatement(walker, source, node, { ...place, directories })
    }
  }
  return exit
}

function walkPipe(walker: Walker, source: Source, nodes: readonly SyntaxNode[], place: Place, first: number): Exit {
  const mark = walker.mark()
  let pipeIndex = first
  let { stdin } = place
  let directories = place.directories
  for (const node of nodes) {
    if (TOKENS.has(node.type)) continue
    const isAloneInPipe = node.type === 'command' || node.children[0]?.type === 'command'
    const exit = walkStatement(walker, source, node, { ...place, stdin, pipeIndex, isAloneInPipe })
    pipeIndex += 1
    stdin = stdin === 'download' || walker.hasNetworkSince(mark) ? 'download' : 'pipe'
    // In some shells the last part of a pipe runs in the shell itself.
    directories = either(place.directories, either(exit.success, exit.failure))
  }
  return staying(directories)
}

function walkAndOr(walker: Walker, source: Source, node: SyntaxNode, place: Place): Exit {
  checkGaps(walker, source, node)
  const [left, operator, right] = node.children
  if (left === undefined || right === undefined || node.children.length !== 3) return doubtful(walker)
  const before = walkStatement(walker, source, left, place)
  const isAnd = operator?.type === '&&'
  const directories = isAnd ? before.success : before.failure
  const after = walkStatement(walker, source, right, { ...place, directories })
  return isAnd
    ? { success: after.success, failure: either(before.failure, after.failure) }
    : { success: either(before.success, after.success), failure: after.failure }
}

/** Branches and loops: once one of them changes the directory, nobody knows where it ends. */
function walkBranches(walker: Walker, source: Source, node: SyntaxNode, place: Place): Exit {
  const directories = CHANGES_DIRECTORY.test(source.text.slice(node.start, node.end)) ? null : place.directories
  walkStatements(walker, source, node, { ...place, directories })
  return staying(directories)
}

function walkFunction(walker: Walker, source: Source, node: SyntaxNode, place: Place): Exit {
  const directories = CHANGES_DIRECTORY.test(source.text) ? null : place.directories
  const body = node.children.at(-1)
  if (body === undefined || !BODIES.has(body.type)) return doubtful(walker)
  walkStatement(walker, source, body, {
    ...place,
    directories,
    stdin: 'inherited',
    notes: keptName(source, node, place),
  })
  return staying(place.directories)
}

/** A shell that stays keeps the function: from then on `cd` or `ls` is whatever it was made, wherever it is called. */
function keptName(source: Source, node: SyntaxNode, { notes }: Place): Place['notes'] {
  const text = 'It gives a name a new meaning, for every command that follows.'
  const reason = { code: 'function', text, risk: 'medium', span: source.toOuter(node) } as const
  return { ...notes, effects: [...notes.effects, 'unknown'], reasons: [...notes.reasons, reason] }
}

/** Statements among words: the list of a `for`, the patterns of a `case`. */
function walkChoices(walker: Walker, source: Source, node: SyntaxNode, place: Place): Exit {
  const isWord = ({ type }: SyntaxNode) => WORDS.has(type)
  if (node.type === 'for_statement') walker.assign(source, node, place)
  for (const word of node.children.filter(isWord)) {
    const text = source.text.slice(word.start, word.end)
    const inner = SUBSTITUTIONS.has(word.type) ? [word] : outermost(word, SUBSTITUTIONS)
    if (inner.length === 0 && /`|\$\(|\$\{[^}]*[@[!(]/.test(text) && word.type !== 'raw_string') walker.doubt()
    for (const substitution of inner) walkSubstitution(walker, source, substitution, place)
  }
  checkGaps(walker, source, node)
  const directories = CHANGES_DIRECTORY.test(source.text.slice(node.start, node.end)) ? null : place.directories
  const rest = node.children.filter((child) => !isWord(child))
  for (const round of roundsOf(source, node)) walkList(walker, round, rest, { ...place, directories })
  return staying(directories)
}

const WORDS = new Set([
  'word',
  'number',
  'string',
  'raw_string',
  'ansi_c_string',
  'concatenation',
  'simple_expansion',
  'expansion',
  'command_substitution',
  'brace_expression',
  'extglob_pattern',
  'variable_name',
])

function walkTest(walker: Walker, source: Source, node: SyntaxNode, place: Place): Exit {
  if (!source.text.startsWith('[[', node.start)) return walkSimple(walker, source, node, place)
  for (const child of node.children) if (!standsAlone(source.text, child)) walker.doubt()
  walker.evaluate(source, node, place)
  return staying(place.directories)
}

function walkBodies(walker: Walker, source: Source, node: SyntaxNode, place: Place): Exit {
  const directories = CHANGES_DIRECTORY.test(source.text.slice(node.start, node.end)) ? null : place.directories
  for (const child of node.children) {
    if (BODIES.has(child.type)) walkStatement(walker, source, child, { ...place, directories })
  }
  return staying(directories)
}

function walkComment(walker: Walker, source: Source, { start, end }: SyntaxNode, place: Place): Exit {
  const before = source.text[start - 1] ?? '\n'
  if (!/[ \t\n;&|()]/.test(before) || source.text.slice(start, end).includes('\n')) walker.doubt()
  return staying(place.directories)
}

function checkGaps(walker: Walker, { text }: Source, node: SyntaxNode): void {
  if (!hasCleanGaps(text, node)) walker.doubt()
}

function doubtful(walker: Walker): Exit {
  walker.doubt()
  return staying(null)
}
