import type { CommandPart } from '../contract/commands.ts'
import type { Draft, Feed } from './draft.ts'
import type { Session } from './inspect.ts'
import { withValue } from './word.ts'

/** Flags of xargs that only say how many words at a time. */
const PLAIN_FLAG = /^(?:-0|-r|-[nPL]\d*|\d+|--null|--no-run-if-empty|-0r|-r0)$/
/** Filters that let lines through as they are, or not at all. */
const FILTERS: ReadonlyMap<string, RegExp> = new Map([
  ['grep', /^-[vEFiwx]+$/],
  ['sort', /^-[urV]+$/],
  ['head', /^-(?:n|\d+)$/],
  ['tail', /^-(?:n|\d+)$/],
  ['uniq', /^$/],
])

/**
 * `find … | xargs grep x`: the words that xargs adds are the names that find prints. The command is judged as if it
 * were given everything below the place; where that is not certain, it stays one with words from elsewhere.
 */
export function fedByPipe(session: Session, xargs: Draft, inner: Draft): Draft {
  const own = xargs.words.slice(1, xargs.words.length - inner.words.length)
  const last = inner.words.at(-1)
  const feed = feedBefore(session, xargs.place.pipeIndex)
  if (feed === undefined || last === undefined) return inner
  if (!own.every(({ value }) => value !== null && PLAIN_FLAG.test(value))) return inner
  const isZero = own.some(({ value }) => /^(?:-\w*0\w*|--null)$/.test(value ?? ''))
  if (isZero !== feed.isZero) return inner
  const names = { ...withValue(last, feed.value), isPattern: false, canSplit: false, raw: feed.value }
  return { ...inner, words: [...inner.words, names], isOpenEnded: false, below: feed }
}

function feedBefore({ parts, feeds }: Session, pipeIndex: number | null): Feed | undefined {
  let wanted = (pipeIndex ?? 0) - 1
  for (const part of parts.toReversed()) {
    if (wanted < 0 || part.pipeIndex !== wanted) return undefined
    const feed = feeds.get(part)
    if (feed !== undefined) return wanted === 0 ? feed : undefined
    if (!isFilter(part)) return undefined
    wanted -= 1
  }
  return undefined
}

function isFilter({ program, verdict, redirections, paths, shape }: CommandPart): boolean {
  const flags = FILTERS.get(program ?? '')
  const isPlain = verdict === 'read-only' && redirections.length === 0 && paths.length === 0
  return isPlain && flags !== undefined && shape.flags.every((flag) => flags.test(flag) || flag === '-#')
}
