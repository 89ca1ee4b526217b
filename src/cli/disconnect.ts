import { HostError } from '../base/host-error.ts'
import { changeClients, exitCodeOf, outcomeView } from './change-clients.ts'
import { describeCommand, type MakeCommand, toolsOf } from './command.ts'
import { openClients } from './open-clients.ts'

interface Options {
  readonly all?: boolean
  readonly project?: boolean
  readonly ownCli?: boolean
  readonly force?: boolean
  readonly dryRun?: boolean
  readonly yes?: boolean
}

export const disconnectCommand: MakeCommand = (context, setExitCode) =>
  describeCommand({
    name: 'disconnect',
    summary: 'Take upperhand out of AI clients again; a file that nobody else changed comes back to the byte.',
    examples: ['upperhand disconnect claude-code', 'upperhand disconnect --all --yes'],
  })
    .argument('[client...]', 'see upperhand clients')
    .option('--all', 'every client, and every project, that was connected')
    .option('--project', 'in the project of the current directory instead of for you')
    .option('--own-cli', "by the client's own command line, where it has one")
    .option('--force', 'also a server of the same name that is not upperhand')
    .option('--dry-run', 'show the changes only')
    .option('-y, --yes', 'do not ask')
    .action(async (ids: string[], _options, command) => {
      const { output, options } = toolsOf<Options>(context, command)
      if (ids.length > 0 === (options.all === true)) {
        throw new HostError('INVALID_PARAMETERS', 'Say which clients to disconnect, or --all.', {
          hint: 'See them: upperhand clients',
        })
      }
      const clients = await openClients(context, { isWriting: options.dryRun !== true })
      const how = { isForced: options.force, byCommand: options.ownCli }
      const project = options.project ? context.directory : undefined
      const plans =
        options.all === true
          ? clients.connected().map(({ client, file }) => clients.planUndo(client, { ...how, file }))
          : [...new Set(ids)].map((id) => clients.planUndo(id, { ...how, project }))
      const outcomes = await changeClients(plans, { context, output, clients, options })
      setExitCode(exitCodeOf(outcomes))
      output.answer({ clients: outcomes.map(outcomeView) }, () =>
        plans.length === 0 ? ['No client is connected.'] : [],
      )
    })
