import type { Preview } from '../../contract/preview.ts'
import type { CommandResource, Protection } from '../../contract/resources.ts'
import type { Place } from '../../contract/run.ts'
import type { SessionView } from '../../contract/terminals.ts'
import type { Foreground, Terminals } from '../../terminals/terminals.ts'
import type { CommandTouches, TouchCommand } from '../command-touches.ts'
import type { Touched } from '../operation.ts'
import { blindKeys, harmlessKeys, keysTo } from './keys.ts'
import { isShellName } from './known-shell.ts'
import type { Typing } from './typed-line.ts'
import type { TypedLines } from './typed-lines.ts'

/** What typing into a session touches; `keys` carries what people are shown and what `run` has to find unchanged. */
export interface InputTouches {
  readonly keys: InputTouch
  readonly others: readonly Touched[]
  readonly [name: string]: Touched | readonly Touched[]
}

export interface InputTouch extends Touched {
  readonly resource: CommandResource
  readonly program: string
  readonly details: readonly string[]
  readonly preview: Preview
  /** Who reads what is typed, and what stands in the line: typing is allowed for this state only. */
  readonly state: string
}

export type TouchInput = (session: SessionView, input: string, place: Place) => Promise<InputTouches>

interface Parts {
  readonly terminals: Pick<Terminals, 'foreground' | 'isEchoOff'>
  readonly lines: TypedLines
  readonly touchCommand: TouchCommand
}

/** Programs that run whatever they are told anyway: leave to type to one of them is leave to run commands. */
const RUNS_ANYTHING =
  /^(?:python[\d.]*|ipython[\d.]*|node|nodejs|deno|bun|irb|ruby|perl|php|lua[\d.]*|R|ghci|gdb|lldb|psql|mysql|sqlite3|vim?|nvim|view|less|more|man|emacs|nano|ssh|tmux|screen|upperhand)$/

/**
 * Typing into a shell is running commands: a completed line is judged with all its pieces, whoever typed them. To any
 * other program it is keys; but what that program leaves unread goes to the shell below it.
 */
export function createTouchInput({ terminals, lines, touchCommand }: Parts): TouchInput {
  return async (session, input, place) => {
    const foreground = await terminals.foreground(session.id)
    const typing = lines.look(session.id, input)
    const state = stateOf(foreground, lines.of(session.id).version)
    const program = foreground.program
    const isShell = foreground.isOwnShell || isShellName(program)
    const commands = await commandsOf(session, typing, place)
    const details = [`To ${program} in ${session.cwdNow}`]

    const show = (resource: CommandResource, others: readonly Touched[], preview?: Preview): InputTouches => {
      const keys: InputTouch = {
        resource,
        fingerprint: () => state,
        program,
        details: [...details, ...commands.flatMap(({ command }) => command.details)],
        preview: preview ?? { kind: 'keys', program, keys: input },
        state,
      }
      return { keys, others }
    }

    if (typing.isBlind && isShell) return show(blindKeys(program, input), commands.flatMap(touchedBy))
    if (isShell) {
      // At its own prompt a shell only collects; a script, or a builtin that reads, acts on every key.
      if (commands.length === 0) {
        const isCollected = foreground.isOwnShell || isInterrupt(input)
        return show(isCollected ? harmlessKeys(program, input) : keysTo(program, input), [])
      }
      const preview = commands[0]?.command.preview
      // In a shell inside of the shell nobody knows where it is or what names mean there.
      const own = foreground.isOwnShell ? harmlessKeys(program, input) : keysTo(program, input)
      return show(own, commands.flatMap(touchedBy), preview)
    }
    if (isInterrupt(input)) return show(harmlessKeys(program, input), [])
    if (await terminals.isEchoOff(session.id)) details.push('It does not show what is typed: it asks for a secret.')
    const graver = gravest(commands)
    const rest = RUNS_ANYTHING.test(program) ? [] : commands.flatMap(touchedBy)
    return show(keysTo(program, input, graver), rest)
  }

  async function commandsOf(session: SessionView, typing: Typing, place: Place): Promise<CommandTouches[]> {
    const { completed } = typing
    if (completed.trim() === '') return []
    const read = (command: string) =>
      touchCommand({ command, cwd: session.cwdNow, place, shell: session.shell ?? undefined })
    const { entered } = lines.of(session.id)
    const isContinued = session.prompt === 'continued'
    // The shell waits for the rest of something: it is judged as a whole, and as what it would be alone.
    const whole = isContinued && entered !== null && entered !== '' ? [await read(`${entered}\n${completed}`)] : []
    return [...whole, await read(completed)]
  }
}

export function stateOf({ pid, program }: Foreground, version: number): string {
  return JSON.stringify([pid, program, version])
}

/** The directory is where the shell is already: whoever let it go there was asked then. */
function touchedBy({ command, others }: CommandTouches): Touched[] {
  return [command, ...others.filter((one) => one !== command.cwd)]
}

const INTERRUPT = /^[\u0003\u0004\u001a\u001c]+$/

function isInterrupt(input: string): boolean {
  return INTERRUPT.test(input)
}

const OPEN: Protection = { class: 'none', reason: null }

function gravest(commands: readonly CommandTouches[]): Protection {
  const all = commands.flatMap(touchedBy).map(({ resource }) => resource.protection)
  return (
    all.find((protection) => protection.class === 'floor') ??
    all.find((protection) => protection.class === 'critical') ??
    OPEN
  )
}
