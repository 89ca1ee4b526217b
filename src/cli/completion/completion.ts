import { Argument, type Command } from 'commander'
import { describeCommand, type MakeCommand } from '../command.ts'
import type { Context } from '../context.ts'
import { clientCommand } from '../own-command.ts'
import { bashScript } from './bash.ts'
import { commandTree } from './command-tree.ts'
import { fishScript } from './fish.ts'
import { powershellScript } from './powershell.ts'
import { zshScript } from './zsh.ts'

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript, powershell: powershellScript } as const
type Shell = keyof typeof SCRIPTS

export const completionCommand: MakeCommand = (context) =>
  describeCommand({
    name: 'completion',
    summary: 'Complete commands, ids, profiles and tools in your shell: prints a script for it.',
    examples: [
      'eval "$(upperhand completion bash)"',
      'eval "$(upperhand completion zsh)"',
      'upperhand completion fish > ~/.config/fish/completions/upperhand.fish',
      'upperhand completion powershell | Out-String | Invoke-Expression',
    ],
  })
    .addArgument(new Argument('<shell>').choices(Object.keys(SCRIPTS)))
    .action(async (shell: Shell, _options, command: Command) => {
      const { CLIENT_IDS } = await import('../../clients/clients.ts')
      const program = command.parent ?? command
      const tree = commandTree(program, { connect: CLIENT_IDS, disconnect: CLIENT_IDS })
      context.write(SCRIPTS[shell](tree, selfFor(context)))
    })

/** An alias or function of the person's shell cannot be counted on inside a completion. */
function selfFor(context: Context): string {
  return clientCommand(context).replace(/ stdio$/, '')
}
