import { stripEscapes } from '../base/strip-escapes.ts'
import { openTail } from './cut-characters.ts'
import { compilePattern, firstMatch } from './match.ts'
import type { Until } from './protocol.ts'
import type { Session } from './session.ts'

export interface Waited {
  readonly reason: 'met' | 'exit' | 'timeout'
  readonly match: string | null
}

interface Condition {
  readonly cursor: number
  readonly until: Until
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

/** Lines are looked for in pieces of this size; a match may reach back into the piece before. */
const PIECE_BYTES = 64 * 1024
const REACH_CHARS = 4_096
/** How often it is checked whether `exec` replaced the shell: nothing tells. */
const REPLACED_EVERY_MS = 500

/** Resolves when the condition holds, the session ended, or the time is over. */
export function waitFor(session: Session, { cursor, until, timeoutMs, signal }: Condition): Promise<Waited> {
  const isMet = conditionOf(session, cursor, until)
  return new Promise((resolve, reject) => {
    const settle = (waited: Waited): void => {
      end()
      resolve(waited)
    }
    const look = (): void => {
      try {
        const match = isMet()
        if (match !== undefined) settle({ reason: 'met', match })
        else if (session.isOver()) settle({ reason: 'exit', match: null })
      } catch (cause) {
        end()
        reject(cause)
      }
    }
    const stopListening = session.onChange(look)
    const timer = setTimeout(() => settle({ reason: 'timeout', match: null }), timeoutMs)
    const stopWatching = typeof until === 'object' && 'command' in until ? watchReplacement(session) : () => {}
    const cancel = () => settle({ reason: 'timeout', match: null })
    const end = (): void => {
      stopListening()
      stopWatching()
      clearTimeout(timer)
      signal.removeEventListener('abort', cancel)
    }
    signal.addEventListener('abort', cancel, { once: true })
    look()
  })
}

/** Undefined while it does not hold; else the text that matched, or null. */
function conditionOf(session: Session, cursor: number, until: Until): () => string | null | undefined {
  const { log, prompt } = session
  switch (until) {
    case 'output':
      return () => (hasWhole(session, cursor) ? null : undefined)
    case 'exit':
      return () => (session.isOver() ? null : undefined)
    case 'prompt':
      return () => (prompt.state() === 'prompt' ? null : undefined)
  }
  if ('command' in until) {
    return () => {
      const command = prompt.find(until.command)
      if (command?.endedAt != null || prompt.state() === 'none' || prompt.state() === 'continued') return null
      return undefined
    }
  }
  const expression = compilePattern(until.pattern)
  let at = cursor
  let carry = ''
  return () => {
    while (at < log.end()) {
      const { start, bytes } = log.read(at, PIECE_BYTES)
      at = start + bytes.length
      const text = carry + stripEscapes(bytes.toString('utf8')).replaceAll('\r', '')
      const match = firstMatch(expression, text)
      if (match !== undefined) return match
      carry = text.slice(-REACH_CHARS)
    }
    return undefined
  }
}

/** Something to read: the first bytes of a character are nothing yet. */
function hasWhole({ log, isOver }: Session, cursor: number): boolean {
  const more = log.end() - cursor
  if (more <= 0) return false
  if (more > 3 || isOver()) return true
  return openTail(log.read(cursor, more).bytes) < more
}

function watchReplacement(session: Session): () => void {
  const timer = setInterval(() => {
    if (session.isReplaced()) session.prompt.lose()
  }, REPLACED_EVERY_MS)
  return () => clearInterval(timer)
}
