import type { CommandAnalysis, CommandContext, CommandReason, CommandVerdict, Span } from '../contract/commands.ts'
import { COMMAND_VERDICTS } from '../contract/commands.ts'
import { RISKS } from '../contract/effects.ts'
import { checkAcross } from './across.ts'
import type { Draft } from './draft.ts'
import { evaluate, nameOfLoop } from './evaluate.ts'
import { strictest } from './finish.ts'
import type { Grammar } from './grammar.ts'
import { inspect, type Session } from './inspect.ts'
import { EXPANSIONS } from './lex-word.ts'
import { looksForeign } from './other-shells.ts'
import { type Borders, type Place, type Source, staying } from './source.ts'
import type { SyntaxNode } from './syntax.ts'
import { type Walker, walkStatements } from './walk.ts'

const BYTES_MAX = 64 * 1024
const DEPTH_MAX = 8
/** A line that goes on in the middle of an operator or expansion: the shell joins `$` and `(`, the grammar does not. */
const SPLIT_OPERATOR = /[$<>&|(){}!#;]\\\n(?![ \t\n])/
/** Any mention but `$HOME` and `${HOME}` may change it. */
const SETS_HOME = /(?<![$\w])(?<!\$\{)HOME\b/
const MOVES = /(?<![$\w])(?<!\$\{)PWD\b|\b(?:cd|pushd|popd|chdir)\b/
/** What nobody reads, nobody can approve: longer commands are shown as one text. */
const WORDS_MAX = 2_000

export function analyseWith(
  grammar: Grammar,
  borders: Borders,
  text: string,
  context: CommandContext,
): CommandAnalysis {
  const whole = { start: 0, end: text.length }
  if (text.includes('\0')) return refused(text, reason('nul', 'It has a NUL character in it.', whole))
  if (Buffer.byteLength(text) > BYTES_MAX) return refused(text, reason('too-long', 'It is longer than 64 KiB.', whole))
  const foreign = looksForeign(text, context)
  if (foreign !== null) return notParsed(text, borders, 'other-shell', foreign)
  const root = SPLIT_OPERATOR.test(text) ? null : parse(grammar, text)
  if (root === null) return notParsed(text, borders, 'not-parsed', 'The shell grammar does not understand it.')
  const session = createSession(grammar, text, context, root)
  const state = { isDoubtful: false }
  const source = sourceOf({ text, root, depth: 0, toOuter: (span) => span, borders, context, isElsewhere: false })
  const place: Place = {
    directories: [context.cwd],
    stdin: 'inherited',
    pipeIndex: null,
    isAloneInPipe: false,
    isBackground: false,
    wrappers: [],
    notes: { effects: [], reasons: [], hosts: [] },
    isElsewhere: false,
  }
  walkStatements(walkerFor(session, state), source, root, place)
  if (state.isDoubtful)
    return notParsed(text, borders, 'not-parsed', 'A shell may read it in another way than it looks.')
  return combined(text, session)
}

/** `<>` is all the grammar lacks; for the structure it is the same as `>>`, and words are read from the text itself. */
function parse(grammar: Grammar, text: string): SyntaxNode | null {
  const root = grammar.parse(text)
  return root === null && text.includes('<>') ? grammar.parse(text.replaceAll('<>', '>>')) : root
}

function createSession(grammar: Grammar, text: string, context: CommandContext, root: SyntaxNode): Session {
  const functions = new Set(definitionsIn(text, root))
  const session: Session = {
    text,
    platform: context.platform ?? process.platform,
    parts: [],
    count: { words: 0 },
    functions,
    feeds: new Map(),
    runCode: (draft, code, offsets, label) => {
      if (draft.source.depth + 1 > DEPTH_MAX) return null
      const inner = SPLIT_OPERATOR.test(code) ? null : parse(grammar, code)
      if (inner === null) return null
      for (const name of definitionsIn(code, inner)) functions.add(name)
      const { borders, depth, toOuter } = draft.source
      const last = offsets.at(-1) ?? 0
      const source = sourceOf({
        text: code,
        root: inner,
        depth: depth + 1,
        toOuter: ({ start, end }) => toOuter({ start: offsets[start] ?? last, end: offsets[end] ?? last }),
        borders,
        context,
        isElsewhere: draft.isElsewhere,
      })
      const state = { isDoubtful: false }
      const exit = walkStatements(walkerFor(session, state), source, inner, innerPlace(draft, label))
      return state.isDoubtful ? null : exit
    },
  }
  return session
}

function innerPlace(draft: Draft, label: string): Place {
  return {
    ...draft.place,
    isAloneInPipe: false,
    directories: draft.directories,
    wrappers: [...draft.wrappers, label],
    notes: { effects: [...draft.effects], reasons: draft.reasons, hosts: [...draft.hosts] },
    isElsewhere: draft.isElsewhere,
  }
}

function walkerFor(session: Session, state: { isDoubtful: boolean }): Walker {
  const walker: Walker = {
    run: (simple) => {
      session.count.words += simple.words.length + 1
      if (session.count.words > WORDS_MAX) state.isDoubtful = true
      return state.isDoubtful ? staying(null) : inspect(session, simple)
    },
    doubt: () => {
      state.isDoubtful = true
    },
    evaluate: (source, node, place) => evaluate(walker, session, source, node, place),
    assign: (source, node, place) => nameOfLoop(session, source, node, place),
    mark: () => session.parts.length,
    hasNetworkSince: (mark) => session.parts.slice(mark).some(({ effects }) => effects.includes('network')),
  }
  return walker
}

interface SourceFacts extends Pick<Source, 'text' | 'depth' | 'toOuter' | 'borders'> {
  readonly root: SyntaxNode
  readonly context: CommandContext
  readonly isElsewhere: boolean
}

function sourceOf({ text, root, depth, toOuter, borders, context, isElsewhere }: SourceFacts): Source {
  const nodes = new Map<number, SyntaxNode>()
  collect(root, nodes)
  const known = new Map<string, string>()
  if (!isElsewhere && !SETS_HOME.test(text)) known.set('HOME', context.home)
  if (!isElsewhere && !MOVES.test(text)) known.set('PWD', context.cwd)
  return { text, nodes, depth, toOuter, borders, lookUp: (name) => known.get(name) }
}

function collect(node: SyntaxNode, nodes: Map<number, SyntaxNode>): void {
  if (EXPANSIONS.has(node.type)) nodes.set(node.start, node)
  for (const child of node.children) collect(child, nodes)
}

function definitionsIn(text: string, root: SyntaxNode): string[] {
  const functions: string[] = []
  const visit = (node: SyntaxNode): void => {
    const name = node.type === 'function_definition' ? node.children.find(({ type }) => type === 'word') : undefined
    if (name !== undefined) functions.push(text.slice(name.start, name.end))
    node.children.forEach(visit)
  }
  visit(root)
  const aliases = text.split(/[;&|\n]/).filter((piece) => /\balias\b/.test(piece))
  return [
    ...functions,
    ...aliases.flatMap((piece) => [...piece.matchAll(/([^\s='"]{1,99})=/g)].map(([, name]) => name ?? '')),
  ]
}

function combined(text: string, session: Session): CommandAnalysis {
  const parts = checkAcross(text, session.parts)
  const reasons = sorted(parts.flatMap((part) => part.reasons))
  return {
    text,
    isParsed: true,
    verdict: strictestVerdict(parts.map(({ verdict }) => verdict)),
    risk: strictest(parts.map(({ risk }) => risk)),
    refusal: reasons.find(({ code }) => code === 'own') ?? null,
    parts,
    reasons,
    paths: parts.flatMap(({ paths }) => paths),
    hosts: [...new Set(parts.flatMap(({ hosts }) => hosts))],
  }
}

function strictestVerdict(verdicts: readonly CommandVerdict[]): CommandVerdict {
  return (
    COMMAND_VERDICTS[Math.max(0, ...verdicts.map((verdict) => COMMAND_VERDICTS.indexOf(verdict)))] ?? 'uninspectable'
  )
}

function sorted(reasons: readonly CommandReason[]): CommandReason[] {
  return [...reasons].sort((a, b) => RISKS.indexOf(b.risk) - RISKS.indexOf(a.risk))
}

function reason(code: string, text: string, span: Span): CommandReason {
  return { code, text, risk: 'critical', span }
}

function refused(text: string, refusal: CommandReason): CommandAnalysis {
  return { ...EMPTY, text, risk: 'critical', refusal, reasons: [refusal] }
}

const EMPTY = { isParsed: false, verdict: 'uninspectable', parts: [], paths: [], hosts: [] } as const

export function notAnalysed(text: string, borders: Borders): CommandAnalysis {
  return notParsed(text, borders, 'not-parsed', 'It could not be analysed.')
}

const RUNS_US = /(?:^|[\s;&|("'`/\\])upperhand(?:\.mjs|\.cmd|\.exe)?(?=[\s"';&|)]|$)/i

function notParsed(text: string, borders: Borders, code: string, words: string): CommandAnalysis {
  const span = { start: 0, end: text.length }
  const first: CommandReason = { code, text: words, risk: 'high', span }
  if (!borders.mentionsOwn(text) && !RUNS_US.test(text)) {
    return { ...EMPTY, text, risk: 'high', refusal: null, reasons: [first] }
  }
  const refusal = reason('own', 'It runs upperhand itself or names its files.', span)
  return { ...EMPTY, text, risk: 'critical', refusal, reasons: [refusal, first] }
}
