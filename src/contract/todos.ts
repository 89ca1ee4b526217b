import { z } from 'zod'

export const TODO_STATUSES = ['not-started', 'in-progress', 'completed', 'blocked'] as const

export const TODO_PRIORITIES = ['low', 'medium', 'high', 'critical'] as const

/** One level below a todo; it has no id of its own. */
const subtaskSchema = z.object({ title: z.string(), completed: z.boolean() })

/** A todo as everybody sees it. Times are milliseconds since 1970. */
export const todoSchema = z.object({
  id: z.int(),
  title: z.string(),
  description: z.string(),
  status: z.enum(TODO_STATUSES),
  priority: z.enum(TODO_PRIORITIES).optional(),
  dependencies: z.array(z.int()).optional(),
  canRunParallel: z.boolean().optional(),
  parallelGroup: z.string().optional(),
  progress: z.number().optional(),
  blockedReason: z.string().optional(),
  subtasks: z.array(subtaskSchema).optional(),
  /** In minutes. */
  estimate: z.number().optional(),
  /** Who works on it. */
  claimedBy: z.string().optional(),
  /** Ids of calls, commits, addresses: what shows that it was done. */
  evidence: z.array(z.string()).optional(),
  createdAt: z.int(),
  updatedAt: z.int(),
  startedAt: z.int().optional(),
  completedAt: z.int().optional(),
  updatedBy: z.string(),
})
export type Todo = z.output<typeof todoSchema>

export const todoStatisticsSchema = z.object({
  total: z.int(),
  notStarted: z.int(),
  inProgress: z.int(),
  completed: z.int(),
  blocked: z.int(),
  percentComplete: z.int(),
  /** Minutes estimated for what is not completed; absent when nothing has an estimate. */
  estimateLeft: z.number().optional(),
})
export type TodoStatistics = z.output<typeof todoStatisticsSchema>

/** What evidence suggests and nobody has said. */
export const suggestionSchema = z.object({ id: z.int(), reason: z.string() })
export type TodoSuggestion = z.output<typeof suggestionSchema>

/** One list as it is now. `board` is null for the list of a run. */
export interface TodoListView {
  readonly key: string
  readonly board: string | null
  readonly client: string
  readonly version: number
  readonly updatedAt: number
  readonly todos: readonly Todo[]
  readonly statistics: TodoStatistics
  readonly looksDone: readonly TodoSuggestion[]
}

export type TodoListSummary = Omit<TodoListView, 'todos' | 'looksDone'>

/** What is wrong with one item; `id` is null where it has none. */
export interface TodoError {
  readonly id: number | null
  readonly message: string
  /** Somebody else was there first. */
  readonly isConflict?: true
}
