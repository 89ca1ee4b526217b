import { HostError } from '../base/host-error.ts'
import type { Todo, TodoListSummary, TodoListView } from '../contract/todos.ts'
import type { Api } from './api.ts'
import { describeCommand, type MakeCommand, toolsOf } from './command.ts'
import { type Output, shown, span, table } from './output.ts'

const LIST = ['<list>', 'a board, or the key of a run\u2019s list or its beginning'] as const

export const todoCommand: MakeCommand = (context, setExitCode) => {
  const command = describeCommand({
    name: 'todo',
    summary: 'Todos of agents, and boards you share with them.',
    examples: ['upperhand todo', 'upperhand todo show shop', 'upperhand todo add shop "Write the tests"'],
  }).addCommand(listCommand(context, setExitCode), { isDefault: true })
  for (const make of [showCommand, addCommand, setCommand, removeCommand])
    command.addCommand(make(context, setExitCode))
  return command
}

const listCommand: MakeCommand = (context) =>
  describeCommand({ name: 'ls', summary: 'List the lists.', examples: ['upperhand todo ls'] }).action(
    async (_options, command) => {
      const { api, output } = toolsOf(context, command)
      const lists = await allLists(api)
      output.answer({ lists }, () => (lists.length === 0 ? ['There are no todos yet.'] : table(lists.map(listRow))))
    },
  )

const showCommand: MakeCommand = (context) =>
  describeCommand({
    name: 'show',
    summary: 'Show a list.',
    examples: ['upperhand todo show shop', 'upperhand todo show run.1a2b'],
  })
    .argument(...LIST)
    .action(async (given: string, _options, command) => {
      const { api, output } = toolsOf(context, command)
      const list = await api.get<TodoListView>(`/api/todos/${await keyOf(api, given)}`)
      output.answer(list, () => lines(list, output))
    })

const addCommand: MakeCommand = (context) =>
  describeCommand({
    name: 'add',
    summary: 'Add todos. A board that is not there is made.',
    examples: ['upperhand todo add shop "Write the tests" "Ship it"'],
  })
    .argument(...LIST)
    .argument('<titles...>', 'one todo each')
    .action(async (given: string, titles: string[], _options, command) => {
      const { api, output } = toolsOf(context, command)
      const key = await keyOf(api, given, true)
      const newTodos = titles.map((title) => ({ title }))
      const { list } = await api.post<{ list: TodoListView }>(`/api/todos/${key}/add`, { newTodos })
      output.answer(list, () => lines(list, output))
    })

const setCommand: MakeCommand = (context) =>
  describeCommand({
    name: 'set',
    summary: 'Change one todo: its status, title, priority or anything else it has.',
    examples: [
      'upperhand todo set shop 3 status=completed',
      'upperhand todo set shop 4 status=blocked blockedReason="no key"',
    ],
  })
    .argument(...LIST)
    .argument('<id>', 'which one')
    .argument('<changes...>', 'field=value; JSON for lists and numbers')
    .action(async (given: string, id: string, changes: string[], _options, command) => {
      const { api, output } = toolsOf(context, command)
      const key = await keyOf(api, given)
      const todoUpdates = [{ ...Object.fromEntries(changes.map(change)), id }]
      const { list } = await api.post<{ list: TodoListView }>(`/api/todos/${key}/update`, { todoUpdates })
      output.answer(list, () => lines(list, output))
    })

const removeCommand: MakeCommand = (context) =>
  describeCommand({ name: 'rm', summary: 'Remove a list.', examples: ['upperhand todo rm shop'] })
    .argument(...LIST)
    .action(async (given: string, _options, command) => {
      const { api, output } = toolsOf(context, command)
      const key = await keyOf(api, given)
      await api.remove(`/api/todos/${key}`)
      output.answer({ removed: key }, () => [`Removed: ${key}.`])
    })

async function allLists(api: Api): Promise<TodoListSummary[]> {
  return (await api.get<{ lists: TodoListSummary[] }>('/api/todos')).lists
}

/** A board by its name, else a list by the beginning of its key. */
async function keyOf(api: Api, given: string, isNew = false): Promise<string> {
  const lists = await allLists(api)
  const board = lists.find((list) => list.board === given || list.key === given)
  if (board !== undefined) return board.key
  const found = lists.filter(({ key }) => key.startsWith(given))
  if (found.length === 1) return found[0]?.key ?? ''
  if (isNew && !given.startsWith('run.')) return `board.${encodeURIComponent(given)}`
  throw new HostError(
    'NOT_FOUND',
    found.length === 0 ? `There is no list ${given}.` : `${given} could be several lists.`,
    {
      hint: 'See all: upperhand todo ls',
    },
  )
}

function change(text: string): [string, unknown] {
  const at = text.indexOf('=')
  if (at < 1) throw new HostError('INVALID_PARAMETERS', `${text} is not a change.`, { hint: 'Write field=value.' })
  const value = text.slice(at + 1)
  try {
    return [text.slice(0, at), JSON.parse(value)]
  } catch {
    return [text.slice(0, at), value]
  }
}

function listRow({ key, board, client, statistics, updatedAt }: TodoListSummary): string[] {
  const { completed, total } = statistics
  return [
    board === null ? key.slice(0, 12) : shown(board),
    `${completed} of ${total} completed`,
    board === null ? shown(client) : 'board',
    `${span(Date.now() - updatedAt)} ago`,
  ]
}

const MARKS: Readonly<Record<Todo['status'], string>> = {
  'not-started': '[ ]',
  'in-progress': '[>]',
  completed: '[x]',
  blocked: '[!]',
}

function lines({ todos, statistics, looksDone }: TodoListView, { paint }: Output): string[] {
  const { completed, total, percentComplete } = statistics
  return [
    `${completed} of ${total} completed (${percentComplete}%)`,
    ...todos.map((todo) => {
      const more = [todo.priority, todo.claimedBy, todo.blockedReason].filter((word) => word !== undefined)
      const rest = more.length === 0 ? '' : paint('dim', `  ${shown(more.join(' · '))}`)
      return `${MARKS[todo.status]} ${todo.id} ${shown(todo.title)}${rest}`
    }),
    ...looksDone.map(({ id, reason }) => paint('yellow', `Todo ${id} looks done: ${reason}.`)),
  ]
}
