import { homedir } from 'node:os'
import { HostError } from '../base/host-error.ts'
import type { PathResource, Protection } from '../contract/resources.ts'
import type { CommandMatch } from '../contract/rules.ts'
import type { Context } from './context.ts'

const OPEN: Protection = { class: 'none', reason: null }

/** What a rule matches for a command that a person wrote: read the way the gate reads it, never as text. */
export async function commandMatch(
  text: string,
  { directory, env }: Pick<Context, 'directory' | 'env'>,
): Promise<CommandMatch> {
  const { createCommands } = await import('../commands/commands.ts')
  const { commandResources } = await import('../calls/command-resources.ts')
  const analyse = await createCommands({ protectionOf: () => OPEN, ownPaths: () => [] }).load()
  const analysis = analyse(text, { cwd: directory, home: env['HOME'] || homedir() })
  const commands = commandResources(analysis, unjudged).filter(({ kind }) => kind === 'command')
  const [command] = commands
  if (commands.length !== 1 || command?.kind !== 'command' || command.program === null) throw notOne(text)
  const { program, subcommand, flags, operands } = command
  return {
    program,
    subcommand: [...subcommand],
    flags: [...flags],
    operands: operands.length === 0 ? '*' : [...operands],
  }
}

/** The files it names are rules of their own. */
function unjudged(path: string, access: PathResource['access']): PathResource {
  return { kind: 'path', path, given: path, access, zone: 'inside', protection: OPEN, exists: false, identity: '' }
}

function notOne(text: string): HostError {
  return new HostError('INVALID_PARAMETERS', `"${text}" is not one command that can be told from its text.`, {
    hint: `Make a rule for each command, or write it out: --match '{"command": {"program": "git", "subcommand": ["push"], "flags": "*", "operands": "*"}}'`,
  })
}
