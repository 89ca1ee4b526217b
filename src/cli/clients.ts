import { join, sep } from 'node:path'
import { OPEN_WEBUI } from '../clients/open-webui.ts'
import type { ClientState, ClientView } from '../contract/clients.ts'
import { describeCommand, type MakeCommand, toolsOf } from './command.ts'
import { openClients } from './open-clients.ts'
import { type Output, shown, table } from './output.ts'

export const clientsCommand: MakeCommand = (context) =>
  describeCommand({
    name: 'clients',
    summary: 'List the AI clients of this machine, and which of them are connected.',
    examples: ['upperhand clients', 'upperhand clients --json'],
  }).action(async (_options, command) => {
    const { output } = toolsOf(context, command)
    const clients = (await openClients(context, { isWriting: false })).list()
    output.answer({ clients }, () => clientLines(clients, context.env['HOME'], output))
  })

const STATES: Readonly<Record<ClientState, string>> = {
  connected: 'connected',
  outdated: 'connected, not as it would be today',
  foreign: 'taken by another server',
  not_connected: 'not connected',
  unreadable: 'cannot be read',
}

function clientLines(clients: readonly ClientView[], home: string | undefined, { paint }: Output): string[] {
  const rows = table(
    clients.map((client) => [
      client.id,
      client.isDetected ? 'installed' : 'not found',
      stateOf(client, paint),
      client.isDetected || client.state !== 'not_connected' ? shown(tilde(client.file, home)) : '',
    ]),
  )
  return [
    ...rows.flatMap((row, index) => [
      row,
      ...(clients[index]?.problems ?? []).map((problem) => paint('yellow', `    ${shown(problem)}`)),
    ]),
    `${OPEN_WEBUI.label} is connected by hand: upperhand connect ${OPEN_WEBUI.id} says how.`,
  ]
}

function tilde(path: string, home: string | undefined): string {
  return home && path.startsWith(join(home, sep)) ? path.replace(home, '~') : path
}

function stateOf({ state, transport, profile, isDetected }: ClientView, paint: Output['paint']): string {
  if (!isDetected && state === 'not_connected') return ''
  const how = [transport, profile].filter((word) => word !== null).join(', ')
  const words = how === '' ? STATES[state] : `${STATES[state]} (${shown(how)})`
  if (state === 'connected') return paint('green', words)
  return state === 'not_connected' ? words : paint('yellow', words)
}
