import { HostError } from '../base/host-error.ts'
import { visible } from '../base/visible.ts'
import type { ErrorCode } from '../contract/errors.ts'
import { describeCommand, type MakeCommand, toolsOf } from './command.ts'
import { parseArguments } from './parse-arguments.ts'

interface Options {
  readonly args?: string
  readonly profile?: string
}

interface CallResult {
  readonly status: 'succeeded' | 'pending' | 'failed'
  readonly output: string
  readonly error: string | null
  readonly code?: ErrorCode
  readonly hint?: string | null
  readonly approval_id?: string
}

export const callCommand: MakeCommand = (context) =>
  describeCommand({
    name: 'call',
    summary:
      'Run a tool yourself. It is recorded like any call; it does not ask, because you are the one who would be asked.',
    examples: [
      'upperhand call fs_read path=notes.txt',
      'upperhand call fs_list path=. recursive:=true',
      `upperhand call file_operations --args '{"operation": "read_file", "filePath": "notes.txt"}'`,
    ],
  })
    .argument('<tool>', 'name or id of the tool')
    .argument('[arguments...]', 'key=text or key:=json')
    .option('--args <json>', 'all arguments as one JSON object')
    .option('--profile <id>', 'use the tools of this profile')
    .action(async (name: string, words: string[], _options, command) => {
      const { api, output, options } = toolsOf<Options>(context, command)
      const result = await api.post<CallResult>('/api/call', {
        name,
        args: parseArguments(words, options.args),
        workdir: context.directory,
        ...(options.profile === undefined ? {} : { profile: options.profile }),
      })
      if (result.status === 'failed') throw failure(result)
      if (result.status === 'pending') throw waits(result)
      // A terminal obeys control characters; a file or pipe gets the result as it is.
      output.answer(result, () => [(context.isTerminal ? visible(result.output) : result.output).replace(/\n$/, '')])
    })

function failure({ code = 'INTERNAL', error, hint }: CallResult): HostError {
  return new HostError(code, error ?? 'The call failed.', hint ? { hint } : {})
}

function waits({ approval_id: id }: CallResult): HostError {
  return new HostError('APPROVAL_REQUIRED', `The call waits for a decision: ${id}.`, {
    hint: `upperhand ask show ${id}`,
    details: { approval_id: id },
  })
}
