import { HostError } from '../base/host-error.ts'
import { applyEdits, type Edit } from './apply-edits.ts'
import { findPattern, type PatternMatch } from './find-pattern.ts'
import { findAll, lineAt, notFound, requireCount } from './find-text.ts'
import { excerpt } from './nearest-text.ts'
import { type PlainView, plainView } from './plain-view.ts'

export type PatchKind = 'replace_first' | 'replace_all' | 'insert_after' | 'insert_before'

export interface PatchOperation {
  readonly type: PatchKind
  /** What to look for. */
  readonly wanted: string
  /** The replacement, or the lines to insert. */
  readonly fresh: string
  readonly regex: boolean
  readonly expected: number | undefined
}

export interface PatchStep {
  readonly operation: PatchKind
  readonly changed: boolean
  readonly before_excerpt: string
  readonly after_excerpt: string
}

export interface Patched {
  readonly text: string
  readonly steps: readonly PatchStep[]
}

interface Options {
  readonly path: string
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
}

/** One after the other, each on what the one before left. One that finds nothing fails all of them. */
export async function patchText(
  text: string,
  operations: readonly PatchOperation[],
  options: Options,
): Promise<Patched> {
  const steps: PatchStep[] = []
  let current = text
  for (const operation of operations) {
    const view = plainView(current)
    const edits = editsOf(view, operation, await matches(view, operation, options))
    const next = applyEdits(current, edits, view)
    steps.push(stepOf(operation, view.plain, plainView(next).plain))
    current = next
  }
  if (text.isWellFormed() && !current.isWellFormed()) {
    throw new HostError('INVALID_PARAMETERS', 'The pattern would cut a character in two. Nothing was changed.')
  }
  return { text: current, steps }
}

async function matches(
  { plain, plainOf }: PlainView,
  { type, wanted, fresh, regex, expected }: PatchOperation,
  { path, timeoutMs, signal }: Options,
): Promise<readonly PatternMatch[]> {
  const needle = plainOf(wanted)
  if (needle === '') throw new HostError('INVALID_PARAMETERS', `${type} has nothing to look for.`)
  const found = regex
    ? await findPattern({ plain, pattern: needle, replacement: fresh, first: false }, { timeoutMs, signal })
    : findAll(plain, needle).map((place) => ({ ...place, text: fresh }))
  if (found.length === 0) {
    if (!regex) throw notFound(plain, needle, path)
    throw new HostError('CONFLICT', `The pattern matches nothing in ${path}. Nothing was changed.`, {
      hint: 'Read the file again, or look for a literal text.',
    })
  }
  const isInsert = type === 'insert_after' || type === 'insert_before'
  const wantedCount = expected ?? (isInsert ? 1 : found.length)
  const more = 'Look for more of the text around it, or give expected_count.'
  requireCount(plain, found, needle, { expected: wantedCount, path, more })
  return type === 'replace_first' ? found.slice(0, 1) : found
}

function editsOf(
  { plain, plainOf }: PlainView,
  { type, fresh }: PatchOperation,
  found: readonly PatternMatch[],
): Edit[] {
  switch (type) {
    case 'replace_first':
    case 'replace_all':
      return found.map(({ start, end, text }) => ({ start, end, text }))
    case 'insert_before':
      return unique(found.map(({ start }) => plain.lastIndexOf('\n', start - 1) + 1)).map((start) => ({
        start,
        end: start,
        text: asLines(plainOf(fresh)),
      }))
    case 'insert_after':
      return unique(found.map(({ start, end }) => endOfLine(plain, Math.max(start, end - 1)))).map((at) =>
        insertAfter(plain, at, plainOf(fresh)),
      )
  }
}

function endOfLine(plain: string, position: number): number {
  const newline = plain.indexOf('\n', position)
  return newline === -1 ? plain.length : newline + 1
}

/** A last line without an end stays without: the break goes between it and what is added. */
function insertAfter(plain: string, at: number, fresh: string): Edit {
  const isOpenEnd = at === plain.length && at > 0 && plain[at - 1] !== '\n'
  const lines = asLines(fresh)
  return { start: at, end: at, text: isOpenEnd ? `\n${lines.slice(0, -1)}` : lines }
}

function asLines(fresh: string): string {
  return fresh.endsWith('\n') ? fresh : `${fresh}\n`
}

function unique(positions: readonly number[]): number[] {
  return [...new Set(positions)]
}

const AROUND_LINES = 2
const EXCERPT_LINES = 6

function stepOf({ type }: PatchOperation, before: string, after: string): PatchStep {
  const changed = before !== after
  const shorter = Math.min(before.length, after.length)
  let same = 0
  while (same < shorter && before[same] === after[same]) same += 1
  const first = Math.max(0, lineAt(before, same) - 1 - AROUND_LINES)
  return {
    operation: type,
    changed,
    before_excerpt: excerpt(before.split('\n'), first, EXCERPT_LINES),
    after_excerpt: excerpt(after.split('\n'), first, EXCERPT_LINES),
  }
}
