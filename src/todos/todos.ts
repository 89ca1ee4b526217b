import { createHash } from 'node:crypto'
import type { Clock } from '../base/clock.ts'
import { HostError } from '../base/host-error.ts'
import type { Limits } from '../base/limits.ts'
import { oneLine } from '../base/visible.ts'
import { type Caller, ownerOf } from '../contract/run.ts'
import type { Todo, TodoError, TodoListSummary, TodoListView } from '../contract/todos.ts'
import type { Events } from '../events/events.ts'
import type { Database } from '../storage/database.ts'
import { type Actor, addToList, type Change, type Circumstances, updateList, writeList } from './change.ts'
import { createTodoStore, type ListRow } from './store.ts'
import { type CallEnded, looksDone, statisticsOf } from './summary.ts'

/** Whose list, and who looks at it. */
export interface TodoPlace {
  readonly key: string
  readonly board: string | null
  readonly client: string
  readonly actor: Actor
}

export interface TodoChange {
  readonly list: TodoListView
  readonly changed: readonly number[]
  readonly renamed: Change['renamed']
  /** What others changed since the caller last saw the list. */
  readonly byOthers: readonly number[]
}

export type TodoListener = (key: string) => void

export interface Todos {
  readonly read: (place: TodoPlace) => TodoListView
  readonly write: (place: TodoPlace, items: readonly unknown[], version?: number) => TodoChange
  readonly update: (place: TodoPlace, items: readonly unknown[], version?: number) => TodoChange
  readonly add: (place: TodoPlace, items: readonly unknown[], version?: number) => TodoChange
  readonly lists: () => readonly TodoListSummary[]
  /** The list of a conversation and the boards it has looked at lately, newest first. */
  readonly keysOf: (owner: string) => readonly string[]
  /** What a conversation works on: its own list, else the board it looked at last. */
  readonly ofOwner: (owner: string) => readonly Todo[]
  readonly find: (key: string) => TodoListView | undefined
  /** Throws NOT_FOUND when there is none. */
  readonly show: (key: string) => TodoListView
  readonly remove: (key: string, by: string) => void
  readonly onChange: (listener: TodoListener) => () => void
  /** Forgets lists of runs that nobody has changed since. Boards stay. */
  readonly prune: (before: number) => void
}

interface Parts {
  readonly database: Database
  readonly events: Events
  readonly clock: Clock
  readonly limits: Limits
  readonly callEnded: CallEnded
  /** Whether the history knows the call. */
  readonly isCall: (callId: string) => boolean
  readonly isLive: (runId: string) => boolean
}

const LISTED = 200
const ERRORS_TOLD = 20
const REMEMBERED = 2_000
const BOARD = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/

export function createTodos({ database, events, clock, limits, callEnded, isCall, isLive }: Parts): Todos {
  const store = createTodoStore(database)
  const listeners = new Set<TodoListener>()
  /** The version that somebody last saw of a list. Forgetting it asks them to read again, nothing worse. */
  const seen = new Map<string, number>()

  const markSeen = ({ key, actor }: TodoPlace, version: number): void => {
    const id = `${key} ${actor.owner}`
    seen.delete(id)
    seen.set(id, version)
    const [oldest] = seen.keys()
    if (seen.size > REMEMBERED && oldest !== undefined) seen.delete(oldest)
  }

  const viewOf = (row: ListRow): TodoListView => {
    const todos = store.items(row.key).map(({ todo }) => todo)
    return { ...bare(row), todos, statistics: statisticsOf(todos), looksDone: looksDone(todos, callEnded) }
  }

  const rowOf = ({ key, board, client, actor }: TodoPlace): ListRow =>
    store.find(key) ?? { key, board, client, version: 0, owner: actor.owner, updatedAt: clock.now() }

  const change = (
    place: TodoPlace,
    given: number | undefined,
    apply: (before: ReturnType<typeof store.items>, at: Circumstances, lastSeen: number) => Change,
    isWhole: boolean,
  ): TodoChange =>
    database.transaction(() => {
      const row = rowOf(place)
      const { actor } = place
      const known = given ?? seen.get(`${place.key} ${actor.owner}`) ?? 0
      if (given !== undefined && given !== row.version) throw outdated(row, given)
      if (isWhole && row.version > known && row.owner !== actor.owner) throw outdated(row, known)
      if (row.version === 0 && store.count() >= limits.todoLists) throw tooManyLists(limits.todoLists)
      const before = store.items(place.key)
      const at: Circumstances = {
        actor,
        now: clock.now(),
        version: row.version + 1,
        isShared: place.board !== null,
        isLive,
        isCall,
      }
      const result = apply(before, at, known)
      if (result.errors.length > 0) throw invalid(result.errors, row)
      if (result.todos.length > limits.todosPerList) throw tooMany(result.todos.length, limits.todosPerList)
      const byOthers = before
        .filter((stored) => stored.version > known && stored.owner !== actor.owner)
        .map(({ todo }) => todo.id)
      const isNew =
        result.todos.some((stored, index) => stored !== before[index]) || before.length !== result.todos.length
      const next =
        isNew || row.version === 0 ? { ...row, version: at.version, owner: actor.owner, updatedAt: at.now } : row
      if (next !== row) {
        store.save(next, before, result.todos)
        const { total, completed } = statisticsOf(result.todos.map(({ todo }) => todo))
        events.append({
          type: 'todos.changed',
          runId: actor.runId ?? undefined,
          subject: place.key,
          body: { board: place.board, version: next.version, by: actor.name, total, completed },
        })
        database.afterCommit(() => tell(place.key))
      }
      database.afterCommit(() => markSeen(place, next.version))
      const { changed, renamed } = result
      return { list: viewOf(next), changed, renamed, byOthers: byOthers.filter((id) => !changed.includes(id)) }
    })

  const keysOf = (owner: string): string[] => {
    const own = keyOfOwner(owner)
    const boards = [...seen.keys()].filter((id) => id.startsWith('board.') && id.endsWith(` ${owner}`))
    return [own, ...boards.map((id) => id.slice(0, -owner.length - 1)).reverse()]
  }

  const tell = (key: string): void => {
    for (const listener of listeners) listener(key)
  }

  return {
    read: (place) => {
      const view = viewOf(rowOf(place))
      markSeen(place, view.version)
      return view
    },
    write: (place, items, version) => change(place, version, (before, at) => writeList(before, items, at), true),
    update: (place, items, version) =>
      change(place, version, (before, at, known) => updateList(before, items, at, known), false),
    add: (place, items, version) => change(place, version, (before, at) => addToList(before, items, at), false),
    keysOf,
    ofOwner: (owner) => {
      const key = keysOf(owner).find((one) => store.find(one) !== undefined)
      return key === undefined ? [] : store.items(key).map(({ todo }) => todo)
    },
    lists: () => store.newest(LISTED).map((row) => ({ ...bare(row), statistics: viewOf(row).statistics })),
    find: (key) => {
      const row = store.find(key)
      return row === undefined ? undefined : viewOf(row)
    },
    show: (key) => {
      const row = store.find(key)
      if (row === undefined) throw noList(key)
      return viewOf(row)
    },
    remove: (key, by) => {
      const row = store.find(key)
      if (row === undefined) throw noList(key)
      database.transaction(() => {
        store.remove(key)
        events.append({ type: 'todos.changed', subject: key, body: { board: row.board, isRemoved: true, by } })
      })
      tell(key)
    },
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    prune: store.prune,
  }
}

/** The list of a caller's conversation, or the board it names. */
export function todoPlace(caller: Caller, board?: string): TodoPlace {
  const owner = ownerOf(caller)
  const digest = digestOf(owner)
  const client = oneLine(caller.client, 60) || 'client'
  const { runId, isPerson } = caller
  const actor = { owner, name: isPerson ? 'person' : `${client}#${digest.slice(0, 8)}`, runId, isPerson }
  return board === undefined
    ? { key: keyOfOwner(owner), board: null, client, actor }
    : { ...boardPlace(board, client), actor }
}

function digestOf(owner: string): string {
  return createHash('sha256').update(owner).digest('hex')
}

function keyOfOwner(owner: string): string {
  return `run.${digestOf(owner).slice(0, 32)}`
}

/** A person at a list that is there, or at a board. */
export function personPlace(key: string, by: string): TodoPlace {
  const actor = { owner: `person ${by}`, name: 'person', runId: null, isPerson: true }
  const board = key.startsWith('board.') ? key.slice('board.'.length) : null
  return board === null ? { key, board, client: '', actor } : { ...boardPlace(board, 'person'), actor }
}

function boardPlace(board: string, client: string) {
  if (!BOARD.test(board)) {
    throw new HostError(
      'INVALID_PARAMETERS',
      'A board is named by 1 to 64 letters, digits, dots, dashes or underscores.',
    )
  }
  return { key: `board.${board}`, board, client }
}

function bare({ key, board, client, version, updatedAt }: ListRow) {
  return { key, board, client, version, updatedAt }
}

function invalid(errors: readonly TodoError[], { version }: ListRow): HostError {
  const told = errors.slice(0, ERRORS_TOLD).map(({ message }) => `- ${message}`)
  const more = errors.length > ERRORS_TOLD ? [`- And ${errors.length - ERRORS_TOLD} more.`] : []
  const isConflict = errors.every((error) => error.isConflict === true)
  return new HostError(
    isConflict ? 'CONFLICT' : 'INVALID_PARAMETERS',
    ['Nothing was changed.', ...told, ...more].join('\n'),
    {
      hint: isConflict ? 'Read the list, then decide again.' : 'Correct these items and send all of them again.',
      details: { version, errors: errors.slice(0, ERRORS_TOLD) },
    },
  )
}

function outdated({ version }: ListRow, known: number): HostError {
  const what = known === 0 ? 'You have not read this list yet' : `The list changed since version ${known}`
  return new HostError('CONFLICT', `${what}; it is at version ${version}. Nothing was changed.`, {
    hint: 'Read it, take over what others changed, then try again; or change single todos with update.',
    details: { version },
  })
}

function tooMany(count: number, most: number): HostError {
  return new HostError('TOO_LARGE', `A list holds at most ${most} todos; this one would have ${count}.`, {
    hint: 'Use fewer todos with subtasks, or another board.',
  })
}

function tooManyLists(most: number): HostError {
  return new HostError('LIMIT_REACHED', `There are ${most} todo lists already.`, {
    hint: 'A person can remove some: upperhand todo rm',
  })
}

function noList(key: string): HostError {
  return new HostError('NOT_FOUND', `There is no todo list ${oneLine(key, 80)}.`, {
    hint: 'See all lists: upperhand todo ls',
  })
}
