import { HostError } from '../base/host-error.ts'
import type { TopicView } from '../contract/memory.ts'
import type { RunView } from '../runs/runs.ts'
import type { Api } from './api.ts'
import { byPrefix } from './by-prefix.ts'
import { describeCommand, type MakeCommand, toolsOf } from './command.ts'
import { shown, table } from './output.ts'

const TOPIC = ['<topic>', 'its name or id'] as const
const RUN = ['<run>', 'a run, or the beginning of its id: upperhand status'] as const

export const topicCommand: MakeCommand = (context, setExitCode) => {
  const command = describeCommand({
    name: 'topic',
    summary: 'Topics whose memories several runs share.',
    examples: ['upperhand topic add Release', 'upperhand topic attach Release run_1a2b'],
  }).addCommand(listCommand(context, setExitCode), { isDefault: true })
  for (const make of [addCommand, attachCommand, detachCommand, removeCommand]) {
    command.addCommand(make(context, setExitCode))
  }
  return command
}

const listCommand: MakeCommand = (context) =>
  describeCommand({ name: 'ls', summary: 'List topics.', examples: ['upperhand topic ls'] }).action(
    async (_options, command) => {
      const { api, output } = toolsOf(context, command)
      const topics = await allTopics(api)
      output.answer({ topics }, () => (topics.length === 0 ? ['There are no topics.'] : table(topics.map(topicRow))))
    },
  )

const addCommand: MakeCommand = (context) =>
  describeCommand({ name: 'add', summary: 'Make a topic.', examples: ['upperhand topic add Release'] })
    .argument('<name>', 'what it is about')
    .option('--description <text>', 'more about it')
    .action(async (name: string, _options, command) => {
      const { api, output, options } = toolsOf<{ readonly description?: string }>(context, command)
      const topic = await api.post<TopicView>('/api/topics', { name, description: options.description ?? '' })
      output.answer(topic, () => table([topicRow(topic)]))
    })

const attachCommand: MakeCommand = (context) =>
  describeCommand({
    name: 'attach',
    summary: 'Let a run share a topic. It leaves the one it had.',
    examples: ['upperhand topic attach Release run_1a2b'],
  })
    .argument(...TOPIC)
    .argument(...RUN)
    .action(async (given: string, run: string, _options, command) => {
      const { api, output } = toolsOf(context, command)
      const topic = await find(api, given)
      const runId = await runOf(api, run)
      const attached = await api.post<TopicView>(`/api/topics/${topic.id}/runs`, { runId })
      output.answer(attached, () => [`${runId} shares ${shown(topic.name)} now.`])
    })

const detachCommand: MakeCommand = (context) =>
  describeCommand({
    name: 'detach',
    summary: 'Take a run out of a topic.',
    examples: ['upperhand topic detach Release run_1a2b'],
  })
    .argument(...TOPIC)
    .argument(...RUN)
    .action(async (given: string, run: string, _options, command) => {
      const { api, output } = toolsOf(context, command)
      const topic = await find(api, given)
      const runId = await runOf(api, run)
      await api.remove(`/api/topics/${topic.id}/runs/${runId}`)
      output.answer({ detached: runId, topic: topic.id }, () => [`${runId} no longer shares ${shown(topic.name)}.`])
    })

const removeCommand: MakeCommand = (context) =>
  describeCommand({
    name: 'rm',
    summary: 'Remove a topic. Its memories stay, for people only.',
    examples: ['upperhand topic rm Release'],
  })
    .argument(...TOPIC)
    .action(async (given: string, _options, command) => {
      const { api, output } = toolsOf(context, command)
      const { id, name } = await find(api, given)
      await api.remove(`/api/topics/${id}`)
      output.answer({ removed: id }, () => [`Removed: ${shown(name)}.`])
    })

async function allTopics(api: Api): Promise<TopicView[]> {
  return (await api.get<{ topics: TopicView[] }>('/api/topics')).topics
}

async function find(api: Api, given: string): Promise<TopicView> {
  const topics = await allTopics(api)
  const named = topics.find(({ name }) => name === given)
  if (named !== undefined) return named
  if (given.startsWith('topic_')) return byPrefix(topics, given, 'topic')
  throw new HostError('NOT_FOUND', `There is no topic ${given}.`, { hint: 'See all: upperhand topic ls' })
}

async function runOf(api: Api, given: string): Promise<string> {
  const { runs } = await api.get<{ runs: RunView[] }>('/api/runs')
  return byPrefix(runs, given, 'run').id
}

function topicRow({ id, name, description, runs }: TopicView): string[] {
  return [id.slice(0, 14), shown(name), runs.length === 1 ? '1 run' : `${runs.length} runs`, shown(description)]
}
