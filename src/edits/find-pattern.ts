import { Worker } from 'node:worker_threads'
import { HostError } from '../base/host-error.ts'
import type { Found } from './find-text.ts'

/** A match, with the replacement as its groups fill it in. */
export interface PatternMatch extends Found {
  readonly text: string
}

interface Search {
  readonly plain: string
  readonly pattern: string
  readonly replacement: string
  readonly first: boolean
}

interface Limits {
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
}

/** Runs in a thread of its own, because a pattern can take for ever and only a thread can be ended. */
const SOURCE = `
const { parentPort, workerData } = require('node:worker_threads')
const { plain, pattern, flags, replacement, first } = workerData
const fill = (match) =>
  replacement.replace(/\\$(?:\\$|&|<([^>]*)>|(\\d{1,2}))/g, (whole, name, number) => {
    if (whole === '$$') return '$'
    if (whole === '$&') return match[0]
    if (name !== undefined) return match.groups === undefined ? whole : (match.groups[name] ?? '')
    if (Number(number) > 0 && Number(number) < match.length) return match[Number(number)] ?? ''
    const digit = Number(number[0])
    return number.length === 2 && digit > 0 && digit < match.length ? (match[digit] ?? '') + number[1] : whole
  })
const found = []
for (const match of plain.matchAll(new RegExp(pattern, flags))) {
  found.push({ start: match.index, end: match.index + match[0].length, text: fill(match) })
  if (first || found.length > 1e6) break
}
parentPort.postMessage(found)
`

/** Every match of a regular expression, `^` and `$` at lines. A pattern that takes too long is stopped. */
export async function findPattern(search: Search, { timeoutMs, signal }: Limits): Promise<PatternMatch[]> {
  const flags = flagsFor(search.pattern)
  signal?.throwIfAborted()
  const worker = new Worker(SOURCE, { eval: true, workerData: { ...search, flags }, env: {}, execArgv: [] })
  const { promise, resolve, reject } = Promise.withResolvers<PatternMatch[]>()
  let timer: NodeJS.Timeout | undefined
  // A busy machine may take a while to start it; that is not the pattern's fault.
  worker.once('online', () => {
    timer = setTimeout(() => reject(tooSlow(search.pattern, timeoutMs)), timeoutMs)
  })
  const onAbort = () => reject(signal?.reason)
  signal?.addEventListener('abort', onAbort, { once: true })
  worker.once('message', resolve)
  worker.once('error', reject)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
    await worker.terminate()
  }
}

/** By characters where the pattern allows it, else by code units, which forgives needless escapes. */
function flagsFor(pattern: string): string {
  for (const flags of ['gmu', 'gm']) {
    try {
      new RegExp(pattern, flags)
      return flags
    } catch (cause) {
      if (flags === 'gmu') continue
      const reason = cause instanceof Error ? cause.message : String(cause)
      throw new HostError('INVALID_PARAMETERS', `The pattern is not a regular expression: ${reason}`, {
        hint: 'Correct it, or leave out regex to look for the text itself.',
        cause,
      })
    }
  }
  return 'gm'
}

function tooSlow(pattern: string, timeoutMs: number): HostError {
  const shown = pattern.length > 80 ? `${pattern.slice(0, 80)}…` : pattern
  return new HostError(
    'TIMEOUT',
    `The pattern ${shown} took longer than ${timeoutMs / 1_000} s. Nothing was changed.`,
    {
      hint: 'Write it without repetitions inside repetitions, or look for a literal text.',
    },
  )
}
