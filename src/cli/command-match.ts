import { homedir } from 'node:os'
import { HostError } from '../base/host-error.ts'
import type { Protection } from '../contract/resources.ts'
import type { CommandMatch } from '../contract/rules.ts'
import type { Context } from './context.ts'

const OPEN: Protection = { class: 'none', reason: null }

/** What a rule matches for a command that a person wrote: read the way the gate reads it, never as text. */
export async function commandMatch(
  text: string,
  { directory, env }: Pick<Context, 'directory' | 'env'>,
): Promise<CommandMatch> {
  const { createCommands } = await import('../commands/commands.ts')
  const { commandsIn } = await import('../tools/command-resources.ts')
  const analyse = await createCommands({ protectionOf: () => OPEN, ownPaths: () => [] }).load()
  const analysis = analyse(text, { cwd: directory, home: env['HOME'] || homedir() })
  const commands = commandsIn(analysis)
  const [command] = commands
  if (commands.length !== 1 || command === undefined || command.program === null || !command.isCertain)
    throw notOne(text)
  const { program, subcommand, flags, operands, extras } = command
  return {
    program,
    subcommand: [...subcommand],
    flags: [...flags],
    operands: operands.length === 0 ? '*' : [...operands],
    extras: [...extras],
  }
}

function notOne(text: string): HostError {
  return new HostError('INVALID_PARAMETERS', `"${text}" is not one command that can be told from its text.`, {
    hint: `Make a rule for each command, or write it out: --match '{"command": {"program": "git", "subcommand": ["push"], "flags": "*", "operands": "*"}}'`,
  })
}
