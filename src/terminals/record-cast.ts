import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SessionView } from '../contract/terminals.ts'
import type { BrokerLine } from './broker-line.ts'
import { follow } from './follow.ts'
import type { Mirror } from './mirror.ts'

interface Parts {
  /** Of all recordings. */
  readonly directory: string
  readonly maxBytes: number
  readonly now: () => number
  readonly redact: (text: string) => string
}

/** A secret is masked when its line is whole; longer lines are written in pieces. */
const LINE_MAX_CHARS = 8 * 1024

/** Writes what a session shows as an asciicast (version 2). What is typed is never in it. Gives the file. */
export function recordCast(
  line: BrokerLine,
  mirror: Mirror,
  { id, cols, rows, command, startedAt }: SessionView,
  { directory, maxBytes, now, redact }: Parts,
): string {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const file = join(directory, `${id}.cast`)
  const header = {
    version: 2,
    width: cols,
    height: rows,
    timestamp: Math.floor(startedAt / 1_000),
    title: redact(command),
  }
  writeFileSync(file, `${JSON.stringify(header)}\n`, { mode: 0o600 })
  let written = 0
  let open = ''
  const put = (kind: 'o' | 'r', text: string): void => {
    if (text === '' || written > maxBytes) return
    const entry = `${JSON.stringify([(now() - startedAt) / 1_000, kind, text])}\n`
    written += entry.length
    appendFileSync(file, entry)
  }
  const flush = (): void => {
    put('o', redact(open))
    open = ''
  }
  const follower = follow(line, id, 0, ({ text }, skipped) => {
    if (skipped > 0) flush()
    const all = open + text
    const end = all.lastIndexOf('\n') + 1
    put('o', redact(all.slice(0, end)))
    open = all.slice(end)
    if (open.length > LINE_MAX_CHARS) flush()
  })
  const stopListening = mirror.onEvent((event) => {
    if (event.type === 'resized' && event.session.id === id) put('r', `${event.session.cols}x${event.session.rows}`)
  })
  void follower.done.then(() => {
    flush()
    stopListening()
  })
  return file
}
