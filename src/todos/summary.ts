import type { Todo, TodoStatistics, TodoSuggestion } from '../contract/todos.ts'
import { isCallId, isCommit } from './item.ts'

export function statisticsOf(todos: readonly Todo[]): TodoStatistics {
  const count = (status: Todo['status']) => todos.filter((todo) => todo.status === status).length
  const completed = count('completed')
  const estimates = todos.flatMap(({ status, estimate }) =>
    status === 'completed' || estimate === undefined ? [] : [estimate],
  )
  return {
    total: todos.length,
    notStarted: count('not-started'),
    inProgress: count('in-progress'),
    completed,
    blocked: count('blocked'),
    percentComplete: todos.length === 0 ? 0 : Math.floor((completed / todos.length) * 100),
    ...(estimates.length === 0 ? {} : { estimateLeft: estimates.reduce((sum, minutes) => sum + minutes, 0) }),
  }
}

/** How a linked call ended; null when the history no longer has it. */
export type CallEnded = (callId: string) => string | null

/** What looks done by its evidence. Only said: a status is never set by it. */
export function looksDone(todos: readonly Todo[], callEnded: CallEnded): TodoSuggestion[] {
  return todos.flatMap(({ id, status, progress, subtasks, evidence }) => {
    if (status === 'completed') return []
    if (progress === 1) return [{ id, reason: 'its progress is 1' }]
    if (subtasks !== undefined && subtasks.length > 0 && subtasks.every(({ completed }) => completed)) {
      return [{ id, reason: 'all its subtasks are completed' }]
    }
    const calls = (evidence ?? []).filter(isCallId)
    if (calls.length > 0 && calls.every((call) => callEnded(call) === 'succeeded')) {
      return [{ id, reason: calls.length === 1 ? 'the call it names succeeded' : 'the calls it names succeeded' }]
    }
    return calls.length === 0 && evidence?.some(isCommit) ? [{ id, reason: 'it names a commit' }] : []
  })
}
