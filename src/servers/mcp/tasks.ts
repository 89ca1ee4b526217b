import type { CallToolResult } from '@modelcontextprotocol/server'
import type { Clock } from '../../base/clock.ts'
import type { NewId } from '../../base/ids.ts'
import type { Limits } from '../../base/limits.ts'
import { isOpenedWith } from '../../contract/run.ts'
import type { RpcError } from './json-rpc.ts'

type TaskStatus = 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled'

/** A task as the client sees it, without what it has brought. */
export interface TaskView {
  readonly taskId: string
  readonly status: TaskStatus
  readonly statusMessage: string
  readonly createdAt: string
  readonly lastUpdatedAt: string
  readonly ttlMs: number
  readonly pollIntervalMs: number
}

export interface DetailedTask extends TaskView {
  readonly inputRequests?: Readonly<Record<string, InputRequest>>
  readonly result?: CallToolResult
  readonly error?: RpcError
}

export interface InputRequest {
  readonly method: string
  readonly params?: object | undefined
}

export type TaskEnd =
  | { readonly status: 'completed'; readonly result: CallToolResult }
  | { readonly status: 'failed'; readonly error: RpcError }
  | { readonly status: 'cancelled' }

/** A call that goes on after its request was answered. */
export interface Task {
  readonly view: () => TaskView
  readonly report: (message: string) => void
  /** Asks the client for something; each key is used once in a task's life. */
  readonly ask: (key: string, request: InputRequest, onAnswer: (answer: unknown) => void) => void
  readonly settle: (end: TaskEnd) => void
}

export interface Tasks {
  /** Undefined when there is no room. `onCancel` asks the work to stop; how it ends, `settle` says. */
  readonly open: (principal: string, message: string, onCancel: () => void) => Task | undefined
  /** Undefined for a task that there is not, or not any more, or not for this principal. */
  readonly get: (id: string, principal: string) => DetailedTask | undefined
  /** False where `get` has nothing. Answers that nobody waits for are ignored. */
  readonly update: (id: string, principal: string, answers: Readonly<Record<string, unknown>>) => boolean
  readonly cancel: (id: string, principal: string) => boolean
  /** Nobody may ask for these any more: what still works is stopped. */
  readonly endCredential: (credential: string) => void
  readonly close: () => void
}

interface Parts {
  readonly limits: Limits
  readonly clock: Clock
  readonly newId: NewId
}

interface Entry {
  readonly id: string
  readonly principal: string
  readonly createdAt: number
  readonly onCancel: () => void
  readonly inputs: Map<string, { readonly request: InputRequest; readonly onAnswer: (answer: unknown) => void }>
  updatedAt: number
  message: string
  end: TaskEnd | undefined
  timer: NodeJS.Timeout | undefined
}

/** Tasks live as long as this process; a settled one is kept for `taskTtlMs`. */
export function createTasks({ limits, clock, newId }: Parts): Tasks {
  const entries = new Map<string, Entry>()

  const find = (id: string, principal: string): Entry | undefined => {
    const entry = entries.get(id)
    return entry?.principal === principal ? entry : undefined
  }

  const drop = ({ id, timer }: Entry): void => {
    clearTimeout(timer)
    entries.delete(id)
  }

  const abandon = (entry: Entry): void => {
    if (entry.end === undefined) entry.onCancel()
    drop(entry)
  }

  /** A client's oldest result makes room for its next task. What still works does not, nor what belongs to others. */
  const makeRoom = (principal: string): boolean => {
    const own = [...entries.values()].filter((entry) => entry.principal === principal)
    if (entries.size < limits.tasksTotal && own.length < limits.tasksPerClient) return true
    const oldest = own.find(({ end }) => end !== undefined)
    if (oldest !== undefined) drop(oldest)
    return oldest !== undefined
  }

  const viewOf = ({ id, createdAt, updatedAt, message, end, inputs }: Entry): TaskView => ({
    taskId: id,
    status: end?.status ?? (inputs.size > 0 ? 'input_required' : 'working'),
    statusMessage: message,
    createdAt: new Date(createdAt).toISOString(),
    lastUpdatedAt: new Date(updatedAt).toISOString(),
    // Counted from the creation, as the protocol wants it: it grows while the task goes on.
    ttlMs: Math.max(0, updatedAt - createdAt) + limits.taskTtlMs,
    pollIntervalMs: limits.taskPollMs,
  })

  return {
    open: (principal, message, onCancel) => {
      if (!makeRoom(principal)) return undefined
      const now = clock.now()
      const entry: Entry = {
        id: newId('task'),
        principal,
        createdAt: now,
        onCancel,
        inputs: new Map(),
        updatedAt: now,
        message,
        end: undefined,
        timer: undefined,
      }
      entries.set(entry.id, entry)
      return {
        view: () => viewOf(entry),
        report: (words) => {
          if (entry.end !== undefined || entry.message === words) return
          entry.message = words
          entry.updatedAt = clock.now()
        },
        ask: (key, request, onAnswer) => {
          entry.inputs.set(key, { request, onAnswer })
        },
        settle: (end) => {
          entry.end = end
          entry.message = ENDED[end.status]
          entry.updatedAt = clock.now()
          entry.inputs.clear()
          entry.timer = setTimeout(() => drop(entry), limits.taskTtlMs).unref()
        },
      }
    },
    get: (id, principal) => {
      const entry = find(id, principal)
      if (entry === undefined) return undefined
      const { inputs, end } = entry
      const asked = Object.fromEntries([...inputs].map(([key, { request }]) => [key, request]))
      return { ...viewOf(entry), ...(inputs.size > 0 ? { inputRequests: asked } : {}), ...end }
    },
    update: (id, principal, answers) => {
      const entry = find(id, principal)
      if (entry === undefined) return false
      for (const [key, answer] of Object.entries(answers)) {
        const input = entry.inputs.get(key)
        entry.inputs.delete(key)
        input?.onAnswer(answer)
      }
      return true
    },
    cancel: (id, principal) => {
      const entry = find(id, principal)
      if (entry?.end === undefined) entry?.onCancel()
      return entry !== undefined
    },
    endCredential: (credential) => {
      for (const entry of [...entries.values()]) if (isOpenedWith(entry.principal, credential)) abandon(entry)
    },
    close: () => {
      for (const entry of [...entries.values()]) abandon(entry)
    },
  }
}

const ENDED: Record<TaskEnd['status'], string> = {
  completed: 'The call has ended.',
  failed: 'The call failed.',
  cancelled: 'The call was cancelled.',
}
