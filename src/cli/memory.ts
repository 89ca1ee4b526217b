import { HostError } from '../base/host-error.ts'
import type { MemoryCollection, MemoryHit, MemoryView } from '../contract/memory.ts'
import type { Api } from './api.ts'
import { byPrefix } from './by-prefix.ts'
import { describeCommand, type MakeCommand, toolsOf } from './command.ts'
import { block, moment, shown, table } from './output.ts'

const ID = ['<id>', 'an id, or its beginning'] as const
const TEXT_CHARS = 80

interface ListOptions {
  readonly scope?: string
  readonly type?: string
  readonly tag?: string
  readonly text?: string
  readonly limit?: string
}

interface SearchOptions {
  readonly scope?: string
  readonly threshold?: string
  readonly limit?: string
}

interface EditOptions {
  readonly text?: string
  readonly type?: string
  readonly tags?: string
  readonly importance?: string
}

export const memoryCommand: MakeCommand = (context, setExitCode) => {
  const command = describeCommand({
    name: 'memory',
    summary: 'What agents remember: look, search, correct, forget, export.',
    examples: ['upperhand memory', 'upperhand memory search "when is staging reset"', 'upperhand memory rm mem_1a2b'],
  }).addCommand(listCommand(context, setExitCode), { isDefault: true })
  for (const make of [searchCommand, showCommand, editCommand, removeCommand, collectionsCommand, exportCommand]) {
    command.addCommand(make(context, setExitCode))
  }
  return command
}

const listCommand: MakeCommand = (context) =>
  describeCommand({
    name: 'ls',
    summary: 'List memories, newest first.',
    examples: ['upperhand memory ls --tag ops', 'upperhand memory ls --type preference --limit 100'],
  })
    .option('--scope <key>', 'of one collection: upperhand memory collections')
    .option('--type <type>', 'interaction, fact, preference, task or document')
    .option('--tag <tag>', 'with this tag')
    .option('--text <text>', 'that contain this')
    .option('--limit <count>', 'how many (50)')
    .action(async (_options, command) => {
      const { api, output, options } = toolsOf<ListOptions>(context, command)
      const page = await api.get<{ memories: MemoryView[]; total: number }>(`/api/memory?${queryOf(options)}`)
      output.answer(page, () =>
        page.memories.length === 0
          ? ['Nothing is remembered.']
          : [
              ...table(page.memories.map(memoryRow)),
              ...(page.total > page.memories.length ? [`${page.total} in all; see more with --limit.`] : []),
            ],
      )
    })

const searchCommand: MakeCommand = (context) =>
  describeCommand({
    name: 'search',
    summary: 'Find memories by meaning and words.',
    examples: ['upperhand memory search "how do we deploy"', 'upperhand memory search staging --threshold 0.2'],
  })
    .argument('<query>', 'what you look for')
    .option('--scope <key>', 'in one collection')
    .option('--threshold <score>', 'least score, 0 to 1 (0.3)')
    .option('--limit <count>', 'how many (10)')
    .action(async (query: string, _options, command) => {
      const { api, output, options } = toolsOf<SearchOptions>(context, command)
      const body = {
        query,
        ...(options.scope === undefined ? {} : { scope: options.scope }),
        ...(options.threshold === undefined ? {} : { threshold: Number(options.threshold) }),
        ...(options.limit === undefined ? {} : { limit: Number(options.limit) }),
      }
      const answer = await api.post<{ hits: MemoryHit[]; best: number | null }>('/api/memory/search', body)
      output.answer(answer, () => (answer.hits.length === 0 ? [emptyLine(answer.best)] : answer.hits.flatMap(hitLines)))
    })

const showCommand: MakeCommand = (context) =>
  describeCommand({ name: 'show', summary: 'Show one memory.', examples: ['upperhand memory show mem_1a2b'] })
    .argument(...ID)
    .action(async (given: string, _options, command) => {
      const { api, output } = toolsOf(context, command)
      const memory = await find(api, given)
      output.answer(memory, () => [
        ...table([
          ['id', memory.id],
          ['for', `${memory.scope.kind} ${shown(memory.scope.label)}`],
          ['type', memory.contentType],
          ['tags', shown(memory.tags.join(', '))],
          ['importance', String(memory.importance)],
          ['stored', `${moment(memory.createdAt)} by ${shown(memory.client)}`],
          ...(memory.callId === null ? [] : [['call', memory.callId]]),
          ...(memory.hasSecret ? [['secret', 'it looks as if there were one in it']] : []),
        ]),
        ...block(memory.content),
      ])
    })

const editCommand: MakeCommand = (context) =>
  describeCommand({
    name: 'edit',
    summary: 'Correct a memory.',
    examples: ['upperhand memory edit mem_1a2b --text "Staging is reset on Sundays."'],
  })
    .argument(...ID)
    .option('--text <text>', 'the new content')
    .option('--type <type>', 'interaction, fact, preference, task or document')
    .option('--tags <tags>', 'separated by commas; empty for none')
    .option('--importance <number>', '0 to 1')
    .action(async (given: string, _options, command) => {
      const { api, output, options } = toolsOf<EditOptions>(context, command)
      const { text, type, tags, importance } = options
      const patch = {
        ...(text === undefined ? {} : { content: text }),
        ...(type === undefined ? {} : { contentType: type }),
        ...(tags === undefined ? {} : { tags: tags.split(',').flatMap((tag) => tag.trim() || []) }),
        ...(importance === undefined ? {} : { importance: Number(importance) }),
      }
      if (Object.keys(patch).length === 0) {
        throw new HostError('INVALID_PARAMETERS', 'Say what to change: --text, --type, --tags or --importance.')
      }
      const memory = await api.patch<MemoryView>(`/api/memory/${(await find(api, given)).id}`, patch)
      output.answer(memory, () => table([memoryRow(memory)]))
    })

const removeCommand: MakeCommand = (context) =>
  describeCommand({ name: 'rm', summary: 'Forget a memory.', examples: ['upperhand memory rm mem_1a2b'] })
    .argument(...ID)
    .action(async (given: string, _options, command) => {
      const { api, output } = toolsOf(context, command)
      const { id } = await find(api, given)
      await api.remove(`/api/memory/${id}`)
      output.answer({ removed: id }, () => [`Forgotten: ${id}.`])
    })

const collectionsCommand: MakeCommand = (context) =>
  describeCommand({
    name: 'collections',
    summary: 'What is remembered where.',
    examples: ['upperhand memory collections'],
  }).action(async (_options, command) => {
    const { api, output } = toolsOf(context, command)
    const answer = await api.get<{ collections: MemoryCollection[] }>('/api/memory/collections')
    output.answer(answer, () =>
      answer.collections.length === 0
        ? ['Nothing is remembered.']
        : table(
            answer.collections.map(({ scope, memories }) => [
              scope.kind,
              shown(scope.label),
              `${memories} memories`,
              scope.key,
            ]),
          ),
    )
  })

const exportCommand: MakeCommand = (context) =>
  describeCommand({
    name: 'export',
    summary: 'Write every memory, one JSON object a line.',
    examples: ['upperhand memory export > memory.jsonl'],
  })
    .option('--scope <key>', 'of one collection')
    .action(async (_options, command) => {
      const { api, options } = toolsOf<{ readonly scope?: string }>(context, command)
      await api.stream(`/api/memory/export?${queryOf(options)}`, context.write)
    })

async function find(api: Api, given: string): Promise<MemoryView> {
  if (/^mem_[0-9a-f]{32}$/.test(given)) return await api.get<MemoryView>(`/api/memory/${given}`)
  const { memories } = await api.get<{ memories: MemoryView[] }>('/api/memory?limit=500')
  return byPrefix(memories, given, 'memory')
}

function queryOf({ scope, type, tag, text, limit }: ListOptions): string {
  const given = Object.entries({ scope, type, tag, text, limit })
  return new URLSearchParams(given.filter((entry): entry is [string, string] => entry[1] !== undefined)).toString()
}

function memoryRow({ id, contentType, content, tags, createdAt }: MemoryView): string[] {
  const line = content.replace(/\s+/g, ' ')
  const cut = line.length > TEXT_CHARS ? `${line.slice(0, TEXT_CHARS)}…` : line
  return [id.slice(0, 12), moment(createdAt), contentType, shown(cut), shown(tags.join(' '))]
}

function hitLines({ memory, text, score, by }: MemoryHit): string[] {
  return [`${score.toFixed(2)}  ${memory.id.slice(0, 12)}  ${memory.contentType}, by ${by}`, ...block(text)]
}

function emptyLine(best: number | null): string {
  return best === null
    ? 'There is nothing about it.'
    : `Nothing is near enough. The best score is ${best.toFixed(2)}: lower --threshold to see it.`
}
