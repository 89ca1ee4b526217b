import type { PromptState, ShellCommand } from '../contract/terminals.ts'

/** What a shell told about itself by its marks. */
export interface Prompt {
  /** `position` is where in the output the mark stood. */
  readonly mark: (text: string, position: number) => void
  /** A line was entered or taken back: whatever comes next, it is another prompt. */
  readonly entered: () => void
  /** A line was sent to a shell that does not tell when it starts one. */
  readonly sent: (position: number) => void
  /** What the terminal shows of a typed line before the command prints anything. */
  readonly skipEcho: (text: string) => void
  readonly state: () => PromptState
  /** There was a prompt before: a shell that is `starting` again runs nothing, or it would have said so. */
  readonly hasPrompted: () => boolean
  readonly last: () => ShellCommand | null
  readonly find: (number: number) => ShellCommand | undefined
  /** The number the next command gets. */
  readonly next: () => number
  readonly shell: () => { readonly pastes: boolean; readonly tellsStart: boolean }
  readonly cwd: () => string | null
  /** It is not the shell any more. */
  readonly lose: () => void
}

interface Parts {
  readonly isShell: boolean
  readonly now: () => number
  /** Asked when a command ended: the truth beats what a mark says. */
  readonly directory: () => string | undefined
  /** Whether this stands in the output there. */
  readonly isAt: (position: number, text: string) => boolean
  readonly onCommand: (command: ShellCommand) => void
  readonly onChange: () => void
}

const KEPT_COMMANDS = 100

export function createPrompt({ isShell, now, directory, isAt, onCommand, onChange }: Parts): Prompt {
  let state: PromptState = isShell ? 'starting' : 'none'
  let shell = { pastes: false, tellsStart: false }
  let cwd: string | null = null
  let count = 0
  /** Where the line was sent whose start nobody told. */
  let sentAt: number | undefined
  let echo = ''
  let hasPrompted = false
  const commands = new Map<number, ShellCommand>()

  const begin = (text: string | null, position: number): void => {
    count += 1
    const command = { number: count, text, startedAt: now(), endedAt: null, exitCode: null, cwd: null }
    commands.set(count, { ...command, start: position, end: null })
    commands.delete(count - KEPT_COMMANDS)
  }

  const withoutEcho = (command: ShellCommand): ShellCommand => {
    const isEchoed = echo !== '' && isAt(command.start, echo)
    const start = isEchoed ? command.start + Buffer.byteLength(echo) : command.start
    echo = ''
    return { ...command, start }
  }

  const finish = (exitCode: number, position: number): void => {
    const running = commands.get(count)
    if (running === undefined || running.endedAt !== null) return
    const done = { ...withoutEcho(running), endedAt: now(), exitCode, cwd, end: position }
    commands.set(count, done)
    onCommand(done)
  }

  const become = (next: PromptState): void => {
    if (state === next) return
    state = next
    onChange()
  }

  return {
    mark: (text, position) => {
      if (state === 'none') return
      const [kind = '', ...rest] = text.split(';')
      switch (kind) {
        case 'I':
          shell = { pastes: rest[0] === '1', tellsStart: rest[1] === '1' }
          return
        case 'C':
          // Several lines sent as one are one command: only its first start counts.
          if (sentAt !== undefined || state !== 'running') begin(readText(rest), position)
          sentAt = undefined
          become('running')
          return
        case 'D': {
          cwd = directory() ?? (rest.slice(1).join(';') || cwd)
          // Nothing but a comment or a syntax error: the shell starts no command, and still answers.
          if (sentAt !== undefined) begin(null, sentAt)
          sentAt = undefined
          finish(Number(rest[0]) || 0, position)
          // The prompt is on its way; only then the shell reads again.
          become('starting')
          return
        }
        case 'B':
          hasPrompted = true
          become('prompt')
          return
        case 'S':
          become('continued')
          return
      }
    },
    entered: () => {
      if (state === 'prompt' || state === 'continued') become('starting')
    },
    sent: (position) => {
      // Busy from now on, not from the first mark: nobody else may type in between.
      if (shell.tellsStart) sentAt = position
      else if (state === 'prompt' || state === 'starting') begin(null, position)
      become('running')
    },
    skipEcho: (text) => {
      echo = text
    },
    state: () => state,
    hasPrompted: () => hasPrompted,
    last: () => commands.get(count) ?? null,
    find: (number) => commands.get(number),
    next: () => count + 1,
    shell: () => shell,
    cwd: () => cwd,
    lose: () => {
      const running = commands.get(count)
      if (running !== undefined && running.endedAt === null) commands.set(count, withoutEcho(running))
      become('none')
    },
  }
}

/** A command's text, with `\xHH` or `%HH` for what would end the mark. */
function readText([encoding, ...parts]: readonly string[]): string | null {
  const text = parts.join(';')
  if (text === '') return null
  if (encoding === 'x') {
    return text.replace(/\\x([0-9a-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  }
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
