import { join } from 'node:path'
import { TOKEN_FILE } from '../access/credentials.ts'
import { readSecretFile } from '../access/secret-file.ts'
import { HostError } from '../base/host-error.ts'
import type { Endpoint } from '../clients/client.ts'
import type { Clients } from '../clients/clients.ts'
import { OPEN_WEBUI } from '../clients/open-webui.ts'
import { dataDirectoryPath } from '../config/data-directory.ts'
import type { StatusView } from '../contract/status.ts'
import { changeClients, exitCodeOf, type Outcome, outcomeView } from './change-clients.ts'
import { describeCommand, type MakeCommand, toolsOf } from './command.ts'
import type { Context } from './context.ts'
import { findRunning } from './find-running.ts'
import { isFleeting, openClients } from './open-clients.ts'
import { ownCommand } from './own-command.ts'
import { assertProfile, isGated } from './served-profile.ts'

interface Options {
  readonly all?: boolean
  readonly profile?: string
  readonly http?: boolean
  readonly project?: boolean
  readonly ownCli?: boolean
  readonly force?: boolean
  readonly dryRun?: boolean
  readonly yes?: boolean
}

export const connectCommand: MakeCommand = (context, setExitCode) =>
  describeCommand({
    name: 'connect',
    summary: 'Register upperhand with AI clients. Shows each change and asks first.',
    examples: [
      'upperhand connect claude-code',
      'upperhand connect --all --dry-run',
      'upperhand connect codex --profile read-only --yes',
      'upperhand connect open-webui',
    ],
  })
    .argument('[client...]', 'see upperhand clients')
    .option('--all', 'every client that is installed here')
    .option('--profile <id>', 'give it this profile instead of the active one')
    .option('--http', 'by address and token instead of by command')
    .option('--project', 'in the project of the current directory instead of for you')
    .option('--own-cli', "by the client's own command line, where it has one")
    .option('--force', 'also replace another server of the same name')
    .option('--dry-run', 'show the changes only')
    .option('-y, --yes', 'do not ask')
    .action(async (ids: string[], _options, command) => {
      const { output, options } = toolsOf<Options>(context, command)
      const clients = await openClients(context, { isWriting: options.dryRun !== true })
      const chosen = chooseClients(ids, options.all === true, clients)
      const status = await findRunning(context)
      assertProfile(options.profile, status)
      const plans = chosen.map((id) =>
        clients.plan(id, {
          profile: options.profile,
          endpoint: options.http || id === OPEN_WEBUI.id ? endpointOf(context, options.profile, status) : undefined,
          project: options.project ? context.directory : undefined,
          isForced: options.force,
          byCommand: options.ownCli,
        }),
      )
      const outcomes = await changeClients(plans, { context, output, clients, options })
      setExitCode(exitCodeOf(outcomes))
      output.answer({ clients: outcomes.map(outcomeView) }, () => lastLines(outcomes, context, options, status))
    })

function chooseClients(ids: readonly string[], isAll: boolean, clients: Clients): readonly string[] {
  if (ids.length > 0 && !isAll) return [...new Set(ids)]
  const detected = clients.list().flatMap(({ id, isDetected }) => (isDetected ? [id] : []))
  if (ids.length > 0 || !isAll) {
    throw new HostError('INVALID_PARAMETERS', 'Say which clients to connect, or --all.', {
      hint: detected.length > 0 ? `Found here: ${detected.join(', ')}.` : 'See them: upperhand clients',
    })
  }
  if (detected.length > 0) return detected
  throw new HostError('NOT_FOUND', 'No AI client was found on this machine.', {
    hint: 'Name the one you mean, for example: upperhand connect cursor',
  })
}

function endpointOf(context: Context, profile: string | undefined, status: StatusView | undefined): Endpoint {
  const token = readSecretFile(join(dataDirectoryPath(context.env), TOKEN_FILE))
  if (status === undefined || token === undefined) {
    throw new HostError('UNAVAILABLE', 'upperhand is not running, so it has no address yet.', {
      hint: `Start it: ${ownCommand(context)} up`,
    })
  }
  return { url: profile === undefined ? status.mcpUrl : `${status.mcpUrl}/p/${profile}`, token }
}

type Status = StatusView | undefined

function lastLines(outcomes: readonly Outcome[], context: Context, options: Options, status: Status): string[] {
  const done = outcomes.flatMap((outcome) => (outcome.status === 'done' ? [outcome.plan] : []))
  if (done.length === 0) return []
  const gates = done.flatMap((plan) => ('oneGate' in plan && plan.oneGate !== null ? [plan.oneGate] : []))
  return [
    '',
    ...(isGated(options.profile, status) ? gates : []),
    ...(options.http ? ['The address holds as long as the port does: set "port" in settings.json.'] : []),
    ...(isFleeting(context.program)
      ? ['upperhand runs from the cache of npx, which npm may clear: npm install -g upperhand, then connect again.']
      : []),
    `Undo: ${ownCommand(context)} disconnect ${done.map(({ client }) => client).join(' ')}`,
  ]
}
