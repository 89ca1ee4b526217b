import type { Command } from 'commander'
import { HostError } from '../base/host-error.ts'
import type { StatusView } from '../contract/status.ts'
import { createApi } from './api.ts'
import type { Context } from './context.ts'
import { type FirstRunOptions, firstRun, isFirstRun } from './first-run/first-run.ts'
import { createOutput, type OutputOptions, table } from './output.ts'
import { ownCommand } from './own-command.ts'
import { statusLines } from './status.ts'

const COMMANDS = [
  ['up', 'start it in the background'],
  ['connect', 'register it with an AI client'],
  ['ask watch', 'decide what agents ask for'],
  ['history', 'see what agents have done'],
  ['doctor', 'check everything'],
  ['--help', 'everything else'],
] as const

function guideLines(context: Context): string[] {
  const self = ownCommand(context)
  return [
    'upperhand gives AI agents hands and keeps you in charge of them.',
    '',
    ...table(COMMANDS.map(([name, words]) => [`  ${self} ${name}`, words])),
    ...(isFirstRun(context)
      ? ['', `Set it up in a terminal with ${self}, or without questions with ${self} --yes`]
      : []),
  ]
}

/** Without a command: how it is, how to begin, or the first run itself. Only that asks, and only in a terminal. */
export function guideAction(context: Context) {
  return async (_options: unknown, command: Command): Promise<void> => {
    const [unknown] = command.args
    if (unknown !== undefined) {
      throw new HostError('INVALID_PARAMETERS', `"${unknown}" is not a command.`, {
        hint: 'See them: upperhand --help',
      })
    }
    const options = command.opts<OutputOptions & FirstRunOptions>()
    const output = createOutput(context, options)
    const status = await statusOrNothing(context)
    if (status !== undefined) {
      output.answer({ running: true, ...status }, () => statusLines(status, output))
      return
    }
    const isWanted = options.yes === true || (context.isInteractive && !output.isJson)
    if (isWanted && isFirstRun(context)) return firstRun(context, output, options)
    output.answer({ running: false }, () => guideLines(context))
  }
}

async function statusOrNothing({ env }: Context): Promise<StatusView | undefined> {
  try {
    return await createApi(env).get<StatusView>('/api/status')
  } catch (cause) {
    if (cause instanceof HostError && cause.code === 'UNAVAILABLE') return undefined
    throw cause
  }
}
