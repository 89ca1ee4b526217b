import type { Clock } from './base/clock.ts'
import type { Limits } from './base/limits.ts'
import type { Events } from './events/events.ts'
import { createPrompts, type Prompts } from './prompts/prompts.ts'
import type { Database } from './storage/database.ts'
import { createTodos, type Todos } from './todos/todos.ts'

interface Parts {
  readonly database: Database
  readonly events: Events
  readonly clock: Clock
  readonly limits: Limits
  readonly isLive: (runId: string) => boolean
}

/** What an agent knows besides its context: kept here, shared with the person. */
export interface Knowledge {
  readonly todos: Todos
  readonly prompts: Prompts
  /** Forgets what nobody has touched since. */
  readonly prune: (before: number) => void
}

export function createKnowledge({ database, events, clock, limits, isLive }: Parts): Knowledge {
  const lastState = (callId: string): string | null => {
    const state = events.ofSubject(callId).at(-1)?.body['state']
    return typeof state === 'string' ? state : null
  }
  const todos = createTodos({
    database,
    events,
    clock,
    limits,
    callEnded: lastState,
    isCall: (callId) => events.ofSubject(callId).length > 0,
    isLive,
  })
  const prompts = createPrompts({ database, events, clock, limits })
  return { todos, prompts, prune: todos.prune }
}
