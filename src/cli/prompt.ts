import { HostError } from '../base/host-error.ts'
import type { MiniPrompt, SystemPrompt } from '../contract/prompts.ts'
import type { Api } from './api.ts'
import { describeCommand, type MakeCommand, toolsOf } from './command.ts'
import { shown, table } from './output.ts'

interface All {
  readonly system: readonly SystemPrompt[]
  readonly mini: readonly MiniPrompt[]
}

interface Words {
  readonly text?: string
  readonly name?: string
  readonly order?: string
  readonly description?: string
  readonly run?: string
  readonly system?: boolean
}

const PROMPT = ['<id>', 'which prompt'] as const

export const promptCommand: MakeCommand = (context, setExitCode) => {
  const command = describeCommand({
    name: 'prompt',
    summary: 'Standing instructions and roles for agents.',
    examples: ['upperhand prompt', 'upperhand prompt add "Be brief" --text "Answer in three sentences."'],
  }).addCommand(listCommand(context, setExitCode), { isDefault: true })
  for (const make of [showCommand, addCommand, editCommand, enableCommand, disableCommand, removeCommand]) {
    command.addCommand(make(context, setExitCode))
  }
  return command
}

const listCommand: MakeCommand = (context) =>
  describeCommand({ name: 'ls', summary: 'List prompts.', examples: ['upperhand prompt ls'] }).action(
    async (_options, command) => {
      const { api, output } = toolsOf(context, command)
      const all = await api.get<All>('/api/prompts')
      output.answer(all, () =>
        table([
          ...all.mini.map(({ id, name, scope }) => [id, 'mini', SCOPES[scope], shown(name)]),
          ...all.system.map(({ id, name }) => [id, 'system', '', shown(name)]),
        ]),
      )
    },
  )

const SCOPES = { global: 'on', run: 'on in some runs', off: 'off' } as const

const showCommand: MakeCommand = (context) =>
  describeCommand({ name: 'show', summary: 'Show the text of a prompt.', examples: ['upperhand prompt show be-brief'] })
    .argument(...PROMPT)
    .action(async (id: string, _options, command) => {
      const { api, output } = toolsOf(context, command)
      const { prompt } = await find(api, id)
      output.answer(prompt, () =>
        'content' in prompt
          ? prompt.content.split('\n').map(shown)
          : prompt.components.flatMap(({ title, content }) => [
              `# ${shown(title)}`,
              ...content.split('\n').map(shown),
              '',
            ]),
      )
    })

const addCommand: MakeCommand = (context) =>
  describeCommand({
    name: 'add',
    summary: 'Add a mini prompt, or with --system a system prompt. {{name:a|b}} in it is asked for.',
    examples: [
      'upperhand prompt add "Be brief" --text "Answer in three sentences."',
      'upperhand prompt add Reviewer --system --text "Review before you write."',
    ],
  })
    .argument('<name>', 'what you call it')
    .requiredOption('--text <text>', 'what it says')
    .option('--order <number>', 'smaller comes first')
    .option('--description <text>', 'of a system prompt: what it is for')
    .option('--system', 'a role instead of an instruction')
    .action(async (name: string, _options, command) => {
      const { api, output, options } = toolsOf<Words>(context, command)
      const { text = '', description, order } = options
      const made =
        options.system === true
          ? await api.post<SystemPrompt>('/api/prompts/system', {
              name,
              ...optional({ description }),
              components: [{ content: text }],
            })
          : await api.post<MiniPrompt>('/api/prompts/mini', {
              name,
              content: text,
              ...optional({ order: whole(order) }),
            })
      output.answer(made, () => [
        `Added: ${made.id}.${options.system === true ? '' : ` It is off; switch it on: upperhand prompt enable ${made.id}`}`,
      ])
    })

const editCommand: MakeCommand = (context) =>
  describeCommand({
    name: 'edit',
    summary: 'Change a prompt of your own.',
    examples: ['upperhand prompt edit be-brief --text "Answer in two sentences."'],
  })
    .argument(...PROMPT)
    .option('--text <text>', 'what it says')
    .option('--name <name>', 'what you call it')
    .option('--order <number>', 'smaller comes first')
    .option('--description <text>', 'of a system prompt: what it is for')
    .action(async (id: string, _options, command) => {
      const { api, output, options } = toolsOf<Words>(context, command)
      const { kind } = await find(api, id)
      const { text, name, description, order } = options
      const body =
        kind === 'system'
          ? optional({ name, description, components: text === undefined ? undefined : [{ content: text }] })
          : optional({ name, content: text, order: whole(order) })
      output.answer(await api.patch(`/api/prompts/${kind}/${id}`, body), () => [`Changed: ${id}.`])
    })

const enableCommand: MakeCommand = (context) => switchCommand(context, true)
const disableCommand: MakeCommand = (context) => switchCommand(context, false)

function switchCommand(context: Parameters<MakeCommand>[0], isEnabled: boolean) {
  const name = isEnabled ? 'enable' : 'disable'
  return describeCommand({
    name,
    summary: isEnabled ? 'Let a mini prompt hold for every run, or for one.' : 'Switch a mini prompt off.',
    examples: [`upperhand prompt ${name} be-brief`, `upperhand prompt ${name} be-brief --run run_1a2b3c`],
  })
    .argument(...PROMPT)
    .option('--run <id>', 'in this run only')
    .action(async (id: string, _options, command) => {
      const { api, output, options } = toolsOf<Words>(context, command)
      const prompt =
        options.run === undefined
          ? await api.patch<MiniPrompt>(`/api/prompts/mini/${id}`, { isEnabled })
          : await api.post<MiniPrompt>(`/api/prompts/mini/${id}/runs`, { runId: options.run, isEnabled })
      output.answer(prompt, () => [`${shown(prompt.name)} is ${SCOPES[prompt.scope]}.`])
    })
}

const removeCommand: MakeCommand = (context) =>
  describeCommand({ name: 'rm', summary: 'Remove a prompt.', examples: ['upperhand prompt rm be-brief'] })
    .argument(...PROMPT)
    .action(async (id: string, _options, command) => {
      const { api, output } = toolsOf(context, command)
      await api.remove(`/api/prompts/${encodeURIComponent(id)}`)
      output.answer({ removed: id }, () => [`Removed: ${shown(id)}.`])
    })

async function find(api: Api, id: string) {
  const { system, mini } = await api.get<All>('/api/prompts')
  const prompt = [...mini, ...system].find((one) => one.id === id)
  if (prompt === undefined) {
    throw new HostError('NOT_FOUND', `There is no prompt ${id}.`, { hint: 'See all: upperhand prompt ls' })
  }
  return { prompt, kind: 'content' in prompt ? ('mini' as const) : ('system' as const) }
}

function whole(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text)
}

function optional(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}
