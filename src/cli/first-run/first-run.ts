import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { HostError } from '../../base/host-error.ts'
import { dataDirectoryPath } from '../../config/data-directory.ts'
import { createApi } from '../api.ts'
import { changeClients, type Outcome, outcomeView } from '../change-clients.ts'
import type { Context } from '../context.ts'
import { openClients } from '../open-clients.ts'
import { type Output, shown, table } from '../output.ts'
import { ownCommand } from '../own-command.ts'
import { startDaemon } from '../start-daemon.ts'
import { troubleLines } from '../status.ts'
import { tilde } from '../tilde.ts'
import { chooseClients } from './choose-clients.ts'
import { chooseFolder } from './choose-folder.ts'
import { tour } from './tour.ts'

export interface FirstRunOptions {
  readonly yes?: boolean
  /** Ids with commas between: connected without asking. */
  readonly connect?: string
}

/** Nothing of ours is there yet. */
export function isFirstRun({ env }: Context): boolean {
  const root = dataDirectoryPath(env)
  return !['upperhand.db', 'settings.json', 'tools.json'].some((name) => existsSync(join(root, name)))
}

/** Starts upperhand, asks for one folder and the clients, and shows a call, an ask and an approval. */
export async function firstRun(context: Context, output: Output, options: FirstRunOptions): Promise<void> {
  const isGuided = context.isInteractive && options.yes !== true && !output.isJson
  const say = (...lines: readonly string[]) => {
    if (!output.isJson) context.write(lines.map((line) => `${line}\n`).join(''))
  }
  say(
    output.paint('bold', 'upperhand gives AI agents hands and keeps you in charge of them.'),
    `Node ${process.versions.node} on ${process.platform}. Everything stays on this machine.`,
    '',
  )
  const folder = await chooseFolder(context, !isGuided)
  const status = await startDaemon(context)
  say(`upperhand runs at ${status.url}`, ...troubleLines(status, output))
  const api = createApi(context.env)
  if (folder !== undefined) await api.patch('/api/settings', { projects: [folder] })
  const outcomes = await connectClients(context, output, options, isGuided)
  if (isGuided) await guided(context, () => tour({ context, api, output, folder: folder ?? context.directory }))
  output.answer({ running: true, ...status, folder: folder ?? null, clients: outcomes.map(outcomeView) }, () =>
    endLines({ context, output, folder, outcomes }),
  )
}

async function connectClients(
  context: Context,
  output: Output,
  { connect }: FirstRunOptions,
  isGuided: boolean,
): Promise<readonly Outcome[]> {
  if (!isGuided && connect === undefined) return []
  const clients = await openClients(context, { isWriting: true })
  if (connect === undefined) return chooseClients({ context, output, clients })
  const ids = connect.split(',').map((id) => id.trim())
  const plans = ids.filter((id) => id !== '').map((id) => clients.plan(id))
  return changeClients(plans, { context, output, clients, options: { yes: true } })
}

/** What goes wrong in the tour takes nothing back of what was set up. */
async function guided(context: Context, show: () => Promise<void>): Promise<void> {
  try {
    await show()
  } catch (cause) {
    const { message, hint } = HostError.from(cause)
    context.write(`${[`The tour could not go on: ${message}`, hint].filter((line) => line !== undefined).join('\n')}\n`)
  }
}

interface End {
  readonly context: Context
  readonly output: Output
  readonly folder: string | undefined
  readonly outcomes: readonly Outcome[]
}

function endLines({ context, output: { paint }, folder, outcomes }: End): string[] {
  const self = ownCommand(context)
  const rows = [
    ['ask watch', 'decide what agents ask for'],
    ['open', 'see everything in the browser'],
    ['pause', 'stop everything at once; resume goes on'],
    ['disconnect --all', 'undo: take it out of the clients again'],
    ['down', 'undo: stop upperhand'],
  ]
  const connected = outcomes.filter(({ status: is }) => is === 'done').map(({ plan }) => plan.client)
  const place = folder === undefined ? 'a folder of its own' : shown(tilde(folder, context))
  return [
    '',
    paint('bold', 'What is allowed now'),
    `  Reading and writing in ${place}`,
    '  Asks you: everything outside, deleting, commands that change things',
    '  Always asks: keys, .env files, start-up files and the like',
    `  Clients: ${connected.length === 0 ? 'none yet' : connected.join(', ')}`,
    '',
    paint('bold', 'From here'),
    ...table(rows.map(([name = '', words = '']) => [`  upperhand ${name}`, words])),
    ...(self === 'upperhand' ? [] : ['', `Here upperhand is: ${self}`]),
  ]
}
