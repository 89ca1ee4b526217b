import { shown } from '../base/shown.ts'
import type { Todo, TodoError } from '../contract/todos.ts'
import { inCycles } from './cycles.ts'

/** The rules that hold for a list as a whole. Each error names its todo. Pure. */
export function validateList(todos: readonly Todo[]): TodoError[] {
  return [
    ...duplicates(todos),
    ...manyInProgress(todos),
    ...missingDependencies(todos),
    ...circular(todos),
    ...blockedWithoutReason(todos),
    ...progressOutOfRange(todos),
  ]
}

/** Completed work stays: a new list that leaves it out is refused. */
export function missingCompleted(before: readonly Todo[], after: readonly Todo[]): TodoError[] {
  const kept = new Set(after.map(({ id }) => id))
  return before
    .filter(({ id, status }) => status === 'completed' && !kept.has(id))
    .map(({ id, title }) => ({ id, message: `Todo ${id} (${shown(title)}) is completed and cannot be deleted.` }))
}

function duplicates(todos: readonly Todo[]): TodoError[] {
  const groups = [...Map.groupBy(todos, ({ id }) => id)].filter(([, group]) => group.length > 1)
  return groups.map(([id, group]) => ({ id, message: `The id ${id} is used by ${group.length} todos.` }))
}

/** One at a time, for everybody who works on the list. */
function manyInProgress(todos: readonly Todo[]): TodoError[] {
  const working = Map.groupBy(
    todos.filter(({ status }) => status === 'in-progress'),
    ({ claimedBy }) => claimedBy ?? '',
  )
  return [...working.values()]
    .filter((group) => group.length > 1)
    .flatMap((group) => {
      const [first] = group
      const others = group.map(({ id }) => id).join(', ')
      return group.slice(1).map(({ id }) => ({
        id,
        message: `Only one todo can be in progress: ${others} are. Set todo ${id} to not-started, or complete todo ${first?.id} first.`,
      }))
    })
}

function missingDependencies(todos: readonly Todo[]): TodoError[] {
  const known = new Set(todos.map(({ id }) => id))
  return todos.flatMap(({ id, dependencies = [] }) =>
    dependencies
      .filter((target) => !known.has(target))
      .map((target) => ({ id, message: `Todo ${id} depends on todo ${target}, which does not exist.` })),
  )
}

function circular(todos: readonly Todo[]): TodoError[] {
  const members = inCycles(todos)
  const byId = new Map(todos.map((todo) => [todo.id, todo]))
  return members.map((id) => ({
    id,
    message: byId.get(id)?.dependencies?.includes(id)
      ? `Todo ${id} depends on itself.`
      : `Todo ${id} has a circular dependency: it depends on itself over others.`,
  }))
}

function blockedWithoutReason(todos: readonly Todo[]): TodoError[] {
  return todos
    .filter(({ status, blockedReason }) => status === 'blocked' && (blockedReason ?? '') === '')
    .map(({ id }) => ({ id, message: `Todo ${id} is blocked but has no blockedReason.` }))
}

function progressOutOfRange(todos: readonly Todo[]): TodoError[] {
  return todos
    .filter(({ progress }) => progress !== undefined && !(progress >= 0 && progress <= 1))
    .map(({ id, progress }) => ({
      id,
      message: `Todo ${id}: progress must be a number from 0 to 1; ${progress} was given.`,
    }))
}
