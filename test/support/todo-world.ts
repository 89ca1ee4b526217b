import { LIMITS, type Limits } from '../../src/base/limits.ts'
import type { Caller } from '../../src/contract/run.ts'
import { createTodos, type TodoPlace, type Todos, todoPlace } from '../../src/todos/todos.ts'
import { type TestStore, testStore } from './store.ts'

export interface TodoWorld extends Disposable {
  readonly store: TestStore
  readonly todos: Todos
  /** The list of one agent. */
  readonly mine: TodoPlace
  readonly at: (runId: string, board?: string) => TodoPlace
  /** Runs that have ended. */
  readonly ended: Set<string>
  /** How calls ended, by their ids. */
  readonly calls: Map<string, string>
  readonly again: () => Todos
}

/** The service on a real database. One call has happened: `call_aaa…`. */
export function todoWorld(limits: Partial<Limits> = {}): TodoWorld {
  const store = testStore()
  const ended = new Set<string>()
  const calls = new Map([[`call_${'a'.repeat(32)}`, 'succeeded']])
  const create = ({ database, events }: Pick<TestStore, 'database' | 'events'>) =>
    createTodos({
      database,
      events,
      clock: store.clock,
      limits: { ...LIMITS, ...limits },
      callEnded: (id) => calls.get(id) ?? null,
      isCall: (id) => calls.has(id),
      isLive: (id) => !ended.has(id),
    })
  const at = (runId: string, board?: string) => todoPlace(callerOf(runId), board)
  return {
    store,
    todos: create(store),
    mine: at('run_1'),
    at,
    ended,
    calls,
    again: () => create(store.reopen()),
    [Symbol.dispose]: () => store[Symbol.dispose](),
  }
}

function callerOf(runId: string): Caller {
  return {
    runId,
    conversationId: runId,
    credential: 'agent',
    client: `client-of-${runId}`,
    clientVersion: '1',
    profile: 'workspace-agent',
    workdir: '/work',
    isPerson: false,
  }
}
