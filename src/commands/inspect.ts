import type { CommandPart, CommandRedirection } from '../contract/commands.ts'
import { type Draft, draftOf, type Feed, isUninspectable, isUnknown, runsCode, type Simple } from './draft.ts'
import { fedByPipe } from './feeds.ts'
import { finish } from './finish.ts'
import { downloaded, type Interpreted, interpret } from './interpreters.ts'
import { judge, judgeUnknown, moved } from './judge.ts'
import { programName } from './names.ts'
import { PROGRAMS } from './programs.ts'
import { type Directories, type Exit, staying } from './source.ts'
import { touch } from './touch.ts'
import { type Unwrapped, unwrap } from './unwrap.ts'
import type { Word } from './word.ts'

/** What one analysis gathers. */
export interface Session {
  readonly text: string
  readonly platform: NodeJS.Platform
  readonly parts: CommandPart[]
  readonly count: { words: number }
  /** Functions and aliases that the command itself defines: their names no longer mean the programs. */
  readonly functions: ReadonlySet<string>
  /** Parts that print names, and which. */
  readonly feeds: Map<CommandPart, Feed>
  /** Goes through code that a command runs; false where the grammar does not understand it. */
  readonly runCode: (draft: Draft, code: string, offsets: readonly number[], label: string) => Exit | null
}

const RESERVED = new Set(
  'if then else elif fi do done case esac while until for in { } ! [[ ]] function select'.split(' '),
)

export function inspect(session: Session, simple: Simple): Exit {
  return resolve(session, draftOf(simple), true)
}

/** Takes wrappers off until a program is left, and judges that. */
function resolve(session: Session, draft: Draft, isInShell: boolean): Exit {
  const [first] = draft.words
  if (first === undefined) return conclude(session, draft, null)
  if (first.value === null || first.isPattern || first.canSplit) {
    isUninspectable(draft, 'unknown-program', 'Which program it runs cannot be known.', first)
    if (draft.hasDownload) downloaded(draft)
    return conclude(session, draft, null)
  }
  if (
    RESERVED.has(first.raw) ||
    /^[A-Za-z_]\w*\[/.test(first.raw) ||
    /^[A-Za-z_]\w*(?:\[.*\])?\+?=/.test(first.value)
  ) {
    isUninspectable(draft, 'not-parsed', 'It is not a command of the shell.', first)
    return conclude(session, draft, null)
  }
  const { name, isSystem } = programName(first.value, session.platform)
  if (session.functions.has(first.value)) {
    isUnknown(draft, 'function', `"${first.value}" is defined in the command itself.`, first)
    judgeUnknown(draft, draft.words.slice(1))
    return { ...conclude(session, draft, first.value), ...staying(null) }
  }
  if (!isSystem) {
    isUnknown(draft, 'local-program', 'It runs a program from a directory of its own.', first)
    touch(draft, first, 'read')
  }
  const unwrapped = unwrap(draft, name)
  if (unwrapped !== undefined) return resolveWrapped(session, draft, unwrapped, { name, isInShell })
  const interpreted = interpret(draft, name)
  if (interpreted !== undefined) return resolveInterpreted(session, draft, interpreted, name)
  return resolveProgram(session, draft, name, isInShell)
}

function resolveProgram(session: Session, draft: Draft, name: string, isInShell: boolean): Exit {
  const words = draft.words.slice(1)
  const program = PROGRAMS.get(name)
  if (program === undefined) {
    isUnknown(draft, 'unknown-program', `What "${name}" does is not known.`, draft.words[0])
    judgeUnknown(draft, words)
  } else judge(draft, program, words)
  if (draft.words.some(({ isFromLoop }) => isFromLoop) && program?.isTame !== true && !TAKES_NAMES.has(name))
    isUnknown(draft, 'loop-name', 'A name in it may mean more to the program than a file.')
  runInner(session, draft)
  const stay = conclude(session, draft, name)
  return isInShell ? after(draft, name, stay) : stay
}

/** They compare or print their words, whatever these are. */
const TAKES_NAMES = new Set(['echo', 'test', '[', 'basename', 'dirname'])

interface Wrapped {
  readonly name: string
  readonly isInShell: boolean
}

function resolveWrapped(session: Session, draft: Draft, unwrapped: Unwrapped, { name, isInShell }: Wrapped): Exit {
  const inner = unwrapped.kind === 'words' ? unwrapped.draft.words : []
  if (draft.words.some((word) => word.isFromLoop && !inner.includes(word)))
    isUninspectable(draft, 'loop-name', 'A name in it may mean more to the program than a file.')
  switch (unwrapped.kind) {
    case 'hidden':
      return conclude(session, draft, name)
    case 'alone': {
      const { alone } = unwrapped.wrapper
      if (alone === undefined) isUnknown(draft, 'unknown-program', `What "${name}" does here is not known.`)
      else judge(draft, alone, unwrapped.words)
      return conclude(session, draft, name)
    }
    case 'words': {
      const fed = name === 'xargs' ? fedByPipe(session, draft, unwrapped.draft) : unwrapped.draft
      return resolve(session, fed, isInShell && unwrapped.isInShell)
    }
    case 'code': {
      const label = unwrapped.draft.wrappers.at(-1) ?? name
      const inside = { ...unwrapped.draft, wrappers: unwrapped.draft.wrappers.slice(0, -1) }
      const exits = unwrapped.codes.map((words) => runWords(session, inside, words, label))
      const isHere = isInShell && unwrapped.isInShell
      concludeCarrier(session, { ...inside, words: draft.words }, name)
      return isHere ? (exits.at(-1) ?? staying(null)) : staying(draft.place.directories)
    }
  }
}

function resolveInterpreted(session: Session, draft: Draft, interpreted: Interpreted, name: string): Exit {
  switch (interpreted.kind) {
    case 'done':
      draft.form.subcommands.push(
        ...draft.words
          .slice(1)
          .flatMap(({ value }) => value ?? [])
          .slice(0, 1),
      )
      return conclude(session, draft, name)
    case 'words':
      return resolve(
        session,
        { ...draft, words: interpreted.words, wrappers: [...draft.wrappers, interpreted.label] },
        false,
      )
    case 'code':
      for (const word of interpreted.words) runWords(session, draft, [word], interpreted.label)
      return concludeCarrier(session, draft, name)
    case 'input':
      return resolveInput(session, draft, name)
  }
}

/** An interpreter that reads its code from where other programs read their data. */
function resolveInput(session: Session, draft: Draft, name: string): Exit {
  const isShell = draft.input !== undefined && /^(?:ba|z|da|k)?sh$/.test(name)
  const code = isShell ? draft.input?.text : null
  const file = draft.redirections.find(({ operator }) => operator === '<')
  const here = draft.redirections.find(({ operator }) => operator === '<<<')
  if (isShell && code !== null && code !== undefined) {
    const exit = session.runCode(draft, code, draft.input?.offsets ?? [], `${name} <<`)
    if (exit === null) isUninspectable(draft, 'not-parsed', 'The code it runs is not understood.')
    return concludeCarrier(session, draft, name)
  }
  if (here !== undefined && /^(?:ba|z|da|k)?sh$/.test(name) && here.target.value !== null) {
    runWords(session, draft, [here.target], `${name} <<<`)
    return concludeCarrier(session, draft, name)
  }
  if (draft.place.stdin !== 'inherited' && draft.input === undefined && file === undefined && here === undefined) {
    runsCode(draft, 'pipe-to-interpreter', `What comes through the pipe runs as ${name} code.`)
    if (draft.place.stdin === 'download') downloaded(draft)
  } else if (draft.input !== undefined || file !== undefined || here !== undefined) {
    runsCode(draft, 'inline-code', `It runs ${name} code that is not looked into.`)
    if (draft.hasDownload) downloaded(draft)
  } else isUnknown(draft, 'interactive', `It opens a prompt of ${name}.`)
  return conclude(session, draft, name)
}

/** Code in words: joined by spaces, as `eval` does it. */
function runWords(session: Session, draft: Draft, words: readonly Word[], label: string): Exit {
  const unknown = words.find(({ value, isPattern }) => value === null || isPattern)
  if (unknown !== undefined || words.length === 0) {
    runsCode(draft, 'dynamic-code', 'The code it runs is put together only when it runs.', unknown ?? draft)
    if (draft.hasDownload) downloaded(draft)
    return staying(null)
  }
  const code = words.map(({ value }) => value ?? '').join(' ')
  const offsets = words.flatMap(({ offsets: places }) => places)
  const exit = session.runCode(draft, code, offsets, label)
  if (exit === null) isUninspectable(draft, 'not-parsed', 'The code it runs is not understood.')
  return exit ?? staying(null)
}

/** What `find -exec` and its like run: commands of their own, around the same place. */
function runInner(session: Session, draft: Draft): void {
  for (const inner of draft.inner.splice(0)) {
    if (inner.kind === 'code') {
      runWords(session, draft, inner.words, inner.wrapper)
      continue
    }
    const { isOpenEnded, wrapper, words, below } = inner
    const span = { start: words[0]?.start ?? draft.start, end: words.at(-1)?.end ?? draft.end }
    const fresh = draftOf({ ...draft, ...span, words, assignments: [], redirections: [], input: undefined })
    resolve(
      session,
      { ...fresh, isOpenEnded, below, isElsewhere: draft.isElsewhere, wrappers: [...draft.wrappers, wrapper] },
      false,
    )
  }
}

function isQuiet({ verdict, redirections }: CommandPart): boolean {
  return verdict === 'read-only' && redirections.every(isDiscarded)
}

function isDiscarded({ operator, target }: CommandRedirection): boolean {
  return /^2>>?$/.test(operator) && target.value === '/dev/null'
}

function conclude(session: Session, draft: Draft, name: string | null): Exit {
  const part = finish(draft, session.text, name)
  session.parts.push(part)
  if (draft.feed !== undefined && draft.place.isAloneInPipe && isQuiet(part)) session.feeds.set(part, draft.feed)
  return staying(draft.place.directories)
}

/** Around code there is nothing to judge, unless the carrier itself redirects, sets variables or cannot be known. */
function concludeCarrier(session: Session, draft: Draft, name: string): Exit {
  const redirects = draft.redirections.filter(({ operator }) => !operator.startsWith('<<'))
  const isBare = redirects.length === 0 && draft.assignments.length === 0 && draft.paths.length === 0
  return isBare && draft.form.isInspectable ? staying(draft.place.directories) : conclude(session, draft, name)
}

function after(draft: Draft, name: string, stay: Exit): Exit {
  if (name === 'pushd' || name === 'popd' || name === 'source' || name === '.') return staying(null)
  if (name !== 'cd' && name !== 'chdir') return stay
  const [target] = draft.words.slice(1).filter(({ prefix }) => !/^-(?:[LPe@]+|-)$/.test(prefix))
  return { success: destination(draft, target), failure: draft.place.directories }
}

function destination(draft: Draft, target: Word | undefined): Directories {
  if (target === undefined) {
    const home = draft.source.lookUp('HOME')
    return home === undefined ? null : [home]
  }
  if (/^[-+]/.test(target.prefix) || target.isPattern || target.canSplit) return null
  return moved(draft, target)
}
