import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { HostError } from '../base/host-error.ts'
import type { CommandReply } from './protocol.ts'
import type { Session } from './session.ts'
import { waitFor } from './wait.ts'

const FIRST_PROMPT_MS = 20_000
/** Fish says nothing when a line is taken back before it has drawn its prompt. */
const NEXT_PROMPT_MS = 3_000
const INTERRUPTED_MS = 5_000
/** Longer lines are cut by the kernel where the terminal itself collects them. */
const LINE_MAX_BYTES = 1_000
/** Ctrl-U: every line editor, and the terminal itself, forgets what was typed so far. */
const CLEAR_LINE = '\x15'
const PASTE = ['\x1b[200~', '\x1b[201~'] as const

/** Types a command into a shell that waits for one. Gives its number and where its output begins at the earliest. */
export async function typeCommand(
  session: Session,
  text: string,
  directory: string,
): Promise<{ readonly number: number; readonly start: number }> {
  const { prompt, log } = session
  if (/[\x00-\x08\x0b-\x1f\x7f]/.test(text.replaceAll('\r\n', '\n'))) {
    throw new HostError('INVALID_PARAMETERS', 'The command has control characters.', {
      hint: "Write them as the shell does, for example with printf or $'\\033'.",
    })
  }
  if (prompt.state() === 'starting') await settled(session, prompt.hasPrompted() ? NEXT_PROMPT_MS : FIRST_PROMPT_MS)
  refuseBusy(session)
  const number = prompt.next()
  const start = log.end()
  const line = typedForm(session, text.replaceAll('\r\n', '\n').replace(/\n+$/, ''), directory)
  const isSilent = prompt.shell().tellsStart
  // An interrupt can get lost on its way: what it was to take back must not become the beginning of this line.
  const cleared = prompt.state() === 'starting' ? CLEAR_LINE : ''
  session.write(`${cleared}${line}${session.enter}`)
  if (isSilent) prompt.sent(start)
  else prompt.skipEcho(`${line}\r\n`)
  return { number, start }
}

/** How the command ended, or that it did not. */
export async function commandOutcome(session: Session, number: number): Promise<CommandReply> {
  const { prompt } = session
  const reply = (ended: CommandReply['ended']): CommandReply => ({
    command: prompt.find(number) ?? null,
    ended,
    cwdNow: prompt.cwd() ?? session.request.cwd.path,
  })
  if (prompt.find(number)?.endedAt != null) return reply(null)
  if (session.isOver()) return reply('exited')
  if (prompt.state() === 'none') return reply('replaced')
  if (prompt.state() !== 'continued') return reply(null)
  session.write('\x03')
  await settled(session, INTERRUPTED_MS)
  return reply('incomplete')
}

async function settled(session: Session, timeoutMs: number): Promise<void> {
  await waitFor(session, { cursor: 0, until: 'prompt', timeoutMs, signal: new AbortController().signal })
}

function refuseBusy(session: Session): void {
  const state = session.prompt.state()
  if (session.isOver()) throw new HostError('CONFLICT', 'The shell has ended.', { hint: 'Open a new session.' })
  const isReading = state === 'prompt' || (state === 'starting' && session.prompt.hasPrompted())
  if (isReading && !session.hasTyped()) return
  if (state === 'running') {
    const text = session.prompt.last()?.text
    throw new HostError('CONFLICT', `The shell is busy${text == null ? '' : ` with: ${text.slice(0, 200)}`}.`, {
      hint: 'Read its output, wait for it, interrupt it with Ctrl-C, or use another session.',
    })
  }
  if (state === 'none' || state === 'starting') {
    throw new HostError('UNAVAILABLE', 'This session does not tell when a command ends.', {
      hint: 'It runs no shell we know, or exec replaced it. Send input and read the output instead.',
    })
  }
  throw new HostError('CONFLICT', 'Something is typed in the shell already, and not finished.', {
    hint: 'Interrupt it with Ctrl-C first.',
  })
}

/** As a person would paste it; where a shell cannot take several lines at once, as a file to read. */
function typedForm(session: Session, text: string, directory: string): string {
  // Fish drops tabs from what is pasted.
  const isFaithful = !text.includes('\t') || session.enter === '\r'
  if (session.prompt.shell().pastes && isFaithful) return `${PASTE[0]}${text}${PASTE[1]}`
  if (!text.includes('\n') && !text.includes('\t') && Buffer.byteLength(text) <= LINE_MAX_BYTES) return text
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const file = join(directory, 'command')
  writeFileSync(file, `${text}\n`, { mode: 0o600 })
  return `. '${file.replaceAll("'", `'\\''`)}'`
}
