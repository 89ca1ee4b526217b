import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Caller } from '../../src/contract/run.ts'
import { eventually, type Ran, type SessionWorld } from './session-world.ts'

/** Somebody who works at a terminal of their own, through the operations, and looks until what they wait for is there. */
export interface AtTerminal {
  readonly caller: Caller
  readonly call: (name: string, args?: Record<string, unknown>) => Promise<Ran>
  /** Runs a command and answers its output. */
  readonly run: (command: string, more?: Record<string, unknown>) => Promise<Ran['output']>
  readonly open: (more?: Record<string, unknown>) => Promise<string>
  readonly type: (keys: string) => Promise<void>
  /** Waits until the screen matches. */
  readonly see: (pattern: RegExp) => Promise<string>
  /** Waits until everything that was ever printed matches. */
  readonly printed: (pattern: RegExp) => Promise<string>
  readonly foreground: (program: string | RegExp) => Promise<void>
  readonly prompt: () => Promise<void>
  /** How the last command ended. */
  readonly ended: (exitCode: number) => Promise<void>
}

let count = 0

export function atTerminal(world: SessionWorld, shell?: string): AtTerminal {
  count += 1
  const caller = { ...world.gate.caller, runId: `run_at${count}`, conversationId: `run_at${count}` }
  const with_ = shell === undefined ? {} : { shell }
  const call: AtTerminal['call'] = (name, args = {}) => world.call(name, args, caller)
  const need = async (name: string, args: Record<string, unknown> = {}) => {
    const ran = await call(name, args)
    if (ran.error !== null) throw new Error(`${name}: ${ran.error.code} ${ran.error.message}`)
    return ran.output
  }
  const current = () => {
    const session = world.sessions.shells.current(caller)
    if (session === undefined) throw new Error('there is no terminal')
    return session.id
  }
  const matching = async (name: string, pattern: RegExp): Promise<string> => {
    let last = ''
    try {
      return await eventually(String(pattern), async () => {
        last = (await need(name)).output
        return pattern.test(last) && last
      })
    } catch (cause) {
      throw new Error(`${name} never showed ${pattern}, but:\n${last}`, { cause })
    }
  }
  return {
    caller,
    call,
    run: (command, more = {}) => need('run_command', { command, ...with_, ...more }),
    open: async (more = {}) => (await need('create_session', { ...with_, ...more })).session_id,
    type: async (keys) => void (await need('send_input', { input: keys, wait_ms: 0 })),
    see: (pattern) => matching('get_terminal_buffer', pattern),
    printed: (pattern) => matching('get_history', pattern),
    foreground: async (program) => {
      await eventually(`${program} in the foreground`, async () => {
        const { program: now } = await world.terminals.foreground(current())
        return typeof program === 'string' ? now === program : program.test(now)
      })
    },
    prompt: async () => {
      await eventually('the prompt', async () => (await world.terminals.refresh(current())).prompt === 'prompt')
    },
    ended: async (exitCode) => {
      await eventually(`the end with ${exitCode}`, async () => {
        const { lastCommand } = await world.terminals.refresh(current())
        return lastCommand?.endedAt != null && lastCommand.exitCode === exitCode
      })
    },
  }
}

/** Rows about programs that are not here are left out of a table. */
export function isInstalled(program: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((directory) => existsSync(join(directory, program)))
}
