import { Command } from 'commander'
import { type Api, createApi } from './api.ts'
import type { Context } from './context.ts'
import { createOutput, type Output, type OutputOptions } from './output.ts'

export type MakeCommand = (context: Context, setExitCode: (code: number) => void) => Command

interface Description {
  readonly name: string
  readonly summary: string
  readonly examples: readonly string[]
}

/** A command with its help. */
export function describeCommand({ name, summary, examples }: Description): Command {
  return new Command(name)
    .description(summary)
    .addHelpText('after', `\nExamples:\n${examples.map((line) => `  $ ${line}`).join('\n')}`)
}

/** What an action works with: the daemon, the place to write to, and its own options. */
export interface Tools<Options> {
  readonly api: Api
  readonly output: Output
  readonly options: Options
}

export function toolsOf<Options>(context: Context, command: Command): Tools<Options> {
  const options = command.optsWithGlobals<Options & OutputOptions>()
  return { api: createApi(context.env), output: createOutput(context, options), options }
}
