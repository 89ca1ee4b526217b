import { z } from 'zod'
import { oneLine } from '../../base/visible.ts'
import {
  suggestionSchema,
  type Todo,
  type TodoListView,
  todoSchema,
  todoStatisticsSchema,
} from '../../contract/todos.ts'
import type { TodoChange } from '../../todos/todos.ts'

export const listOutput = z.object({
  board: z.string().nullable(),
  version: z.int(),
  todos: z.array(todoSchema),
  statistics: todoStatisticsSchema,
  looksDone: z.array(suggestionSchema),
  allCompleted: z.boolean(),
  /** The id to read on from; null at the end. */
  nextOffset: z.int().nullable(),
})
export type ListOutput = z.output<typeof listOutput>

export const changeOutput = listOutput.extend({
  changed: z.array(z.int()),
  /** New ids by the ids that were given. */
  renamed: z.record(z.string(), z.int()),
  changedByOthers: z.array(z.int()),
})
export type ChangeOutput = z.output<typeof changeOutput>

/** As many as one answer holds: an agent reads the open ones, nobody reads a thousand. */
const WINDOW = 100
const WINDOW_CHARS = 32_000

export function listAnswer(list: TodoListView, offset = 0): ListOutput {
  const { board, version, statistics } = list
  const todos = windowOf(list.todos.slice(offset))
  const shown = new Set(todos.map(({ id }) => id))
  return {
    board,
    version,
    todos,
    statistics,
    looksDone: list.looksDone.filter(({ id }) => shown.has(id)),
    allCompleted: isAllCompleted(list),
    nextOffset: offset + todos.length < list.todos.length ? offset + todos.length : null,
  }
}

export function changeAnswer({ list, changed, renamed, byOthers }: TodoChange): ChangeOutput {
  const about = new Set([...changed, ...byOthers])
  const { todos } = list
  // A short list is told whole; of a long one only what is new.
  const told = todos.length <= WINDOW ? todos : todos.filter(({ id }) => about.has(id)).slice(0, WINDOW)
  return {
    ...listAnswer({ ...list, todos: told }),
    allCompleted: isAllCompleted(list),
    nextOffset: null,
    changed: changed.slice(0, WINDOW),
    renamed: Object.fromEntries(renamed.slice(0, WINDOW).map(([given, id]) => [String(given), id])),
    changedByOthers: byOthers.slice(0, WINDOW),
  }
}

/** At least one, so that reading on comes to an end. */
function windowOf(todos: readonly Todo[]): Todo[] {
  let chars = 0
  const end = todos.slice(0, WINDOW).findIndex((todo, index) => {
    chars += JSON.stringify(todo).length
    return index > 0 && chars > WINDOW_CHARS
  })
  return todos.slice(0, end === -1 ? WINDOW : end)
}

function isAllCompleted({ statistics }: TodoListView): boolean {
  return statistics.total > 0 && statistics.completed === statistics.total
}

export function listText(output: ListOutput): string {
  const { statistics, version, todos, looksDone, nextOffset, allCompleted } = output
  if (statistics.total === 0)
    return `No todos yet (version ${version}). Make a list with write; on a board it outlives this run.`
  return [
    summaryLine(output),
    ...todos.map(todoLine),
    ...(nextOffset === null ? [] : [`Read on with offset=${nextOffset}.`]),
    ...looksDone.map(({ id, reason }) => `Todo ${id} looks done: ${reason}. If it is, set it to completed.`),
    ...(allCompleted ? [completedLine(statistics.total)] : []),
  ].join('\n')
}

export function changeText(output: ChangeOutput): string {
  const { changed, renamed, changedByOthers, todos, statistics } = output
  const names = Object.entries(renamed).map(([given, id]) => `${given} is ${id}`)
  const about = new Set([...changed, ...changedByOthers])
  const short = { ...output, todos: todos.length <= SHORT ? todos : todos.filter(({ id }) => about.has(id)) }
  return [
    changed.length === 0 ? 'Nothing to change: it was so already.' : `Saved: ${changed.join(', ')}.`,
    ...(names.length === 0 ? [] : [`New ids: ${names.join(', ')}.`]),
    ...(changedByOthers.length === 0 ? [] : [`Changed by others since you read it: ${changedByOthers.join(', ')}.`]),
    ...(statistics.total === 0 ? [] : [listText({ ...short, nextOffset: null })]),
  ].join('\n')
}

const SHORT = 20

export function completedLine(total: number): string {
  return `All ${total} todos are completed. For new work, use add.`
}

function summaryLine({ statistics, version }: ListOutput): string {
  const { total, completed, percentComplete, inProgress, blocked, estimateLeft } = statistics
  return [
    `${completed} of ${total} completed (${percentComplete}%)`,
    ...(inProgress === 0 ? [] : [`${inProgress} in progress`]),
    ...(blocked === 0 ? [] : [`${blocked} blocked`]),
    ...(estimateLeft === undefined ? [] : [`${estimateLeft} min left`]),
    `version ${version}`,
  ].join(' · ')
}

const MARKS: Readonly<Record<Todo['status'], string>> = {
  'not-started': '[ ]',
  'in-progress': '[>]',
  completed: '[x]',
  blocked: '[!]',
}

function todoLine(todo: Todo): string {
  const { id, title, status, priority, progress, dependencies, claimedBy, blockedReason, subtasks = [] } = todo
  const done = subtasks.filter(({ completed }) => completed).length
  const facts = [
    ...(priority === undefined ? [] : [priority]),
    ...(progress === undefined || status === 'completed' ? [] : [`${Math.round(progress * 100)}%`]),
    ...(dependencies === undefined || dependencies.length === 0 ? [] : [`after ${dependencies.join(', ')}`]),
    ...(subtasks.length === 0 ? [] : [`${done} of ${subtasks.length} subtasks`]),
    ...(claimedBy === undefined ? [] : [`with ${claimedBy}`]),
    ...(blockedReason === undefined ? [] : [`blocked: ${oneLine(blockedReason, 200)}`]),
  ]
  return `${MARKS[status]} ${id} ${oneLine(title, 200)}${facts.length === 0 ? '' : ` (${facts.join('; ')})`}`
}
