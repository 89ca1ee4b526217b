import type { Command } from 'commander'
import { HostError } from '../base/host-error.ts'
import type { StatusView } from '../contract/status.ts'
import { createApi } from './api.ts'
import type { Context } from './context.ts'
import { createOutput, type OutputOptions } from './output.ts'
import { statusLines } from './status.ts'

const GUIDE = [
  'upperhand gives AI agents hands and keeps you in charge of them.',
  '',
  '  upperhand up            start it in the background',
  '  upperhand open          sign in to the console',
  '  upperhand ask ls        what waits for your decision',
  '  upperhand history ls    what agents have done',
  '  upperhand --help        everything else',
  '',
  'To connect an AI client, let it start this command: upperhand stdio',
]

/** Without a command: how it is, or how to begin. */
export function guideAction(context: Context) {
  return async (_options: unknown, command: Command): Promise<void> => {
    const [unknown] = command.args
    if (unknown !== undefined) {
      throw new HostError('INVALID_PARAMETERS', `"${unknown}" is not a command.`, {
        hint: 'See them: upperhand --help',
      })
    }
    const output = createOutput(context, command.opts<OutputOptions>())
    const status = await statusOrNothing(context)
    if (status === undefined) output.answer({ running: false }, () => GUIDE)
    else output.answer({ running: true, ...status }, () => statusLines(status, output))
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
