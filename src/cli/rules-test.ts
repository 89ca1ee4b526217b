import type { Because, Verdict } from '../contract/policy.ts'
import type { Resource } from '../contract/resources.ts'
import { describeCommand, type MakeCommand, toolsOf } from './command.ts'
import { type Output, shown } from './output.ts'
import { parseArguments } from './parse-arguments.ts'

interface Options {
  readonly args?: string
  readonly profile?: string
  readonly client?: string
}

interface Explanation {
  readonly operation: string
  readonly label: string
  readonly verdict: Verdict
  readonly because: Because
  readonly trace: readonly (Because & { readonly verdict: Verdict })[]
  readonly resources: readonly Resource[]
}

const WORDS = { allow: 'It would run.', ask: 'It would ask you.', deny: 'It would be refused.' } as const
const MARKS = { allow: 'runs', ask: 'asks', deny: 'refused' } as const
const COLOURS = { allow: 'green', ask: 'yellow', deny: 'red' } as const

export const testRulesCommand: MakeCommand = (context) =>
  describeCommand({
    name: 'test',
    summary: 'Say what would happen to a call of an agent here, and why. Nothing runs.',
    examples: [
      'upperhand rules test file_operations.create_file filePath=/etc/hosts content=x',
      `upperhand rules test file_operations --args '{"operation": "read_file", "filePath": ".env"}'`,
    ],
  })
    .argument('<tool>', 'name or id of the tool')
    .argument('[arguments...]', 'key=text or key:=json')
    .option('--args <json>', 'all arguments as one JSON object')
    .option('--profile <id>', 'in this profile')
    .option('--client <name>', 'as this client')
    .action(async (name: string, words: string[], _options, command) => {
      const { api, output, options } = toolsOf<Options>(context, command)
      const { profile, client } = options
      const explanation = await api.post<Explanation>('/api/rules/explain', {
        name,
        args: parseArguments(words, options.args),
        workdir: context.directory,
        ...(profile === undefined ? {} : { profile }),
        ...(client === undefined ? {} : { client }),
      })
      output.answer(explanation, () => explanationLines(explanation, output))
    })

function explanationLines({ verdict, because, trace, label, resources }: Explanation, { paint }: Output): string[] {
  const parts = trace.length > 1 ? trace : []
  return [
    shown(label),
    paint(COLOURS[verdict], WORDS[verdict]) + ` ${reason(because)}`,
    ...parts.map((part, index) => {
      // A call that runs something is judged as such first; what it touches comes behind.
      const resource = resources[index - (trace.length - resources.length)]
      return `  ${paint(COLOURS[part.verdict], MARKS[part.verdict].padEnd(7))}  ${about(resource)}${reason(part)}`
    }),
  ]
}

function reason({ reason: text, source, step }: Because): string {
  return shown(`${text} (${source ?? step})`)
}

function about(resource: Resource | undefined): string {
  if (resource === undefined) return ''
  if (resource.kind === 'url') return shown(`${resource.url}: `)
  return shown(`${resource.kind === 'path' ? resource.path : resource.text}: `)
}
