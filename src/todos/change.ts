import { shown } from '../base/shown.ts'
import type { Todo, TodoError } from '../contract/todos.ts'
import { isCallId, type ParsedItem, parseItem } from './item.ts'
import { missingCompleted, validateList } from './validate.ts'

/** Who changes a list. `owner` stays the same when a client reconnects; `name` is what others read. */
export interface Actor {
  readonly owner: string
  readonly name: string
  readonly runId: string | null
  readonly isPerson: boolean
}

/** A todo with what only the service knows: the version and author of its last change, and the run behind its claim. */
export interface StoredTodo {
  readonly todo: Todo
  readonly version: number
  readonly owner: string
  readonly claimRun: string | null
}

export interface Circumstances {
  readonly actor: Actor
  readonly now: number
  /** The version that this change makes. */
  readonly version: number
  /** On a board whoever begins a todo takes it; in a list of one's own there is nobody else. */
  readonly isShared: boolean
  readonly isLive: (runId: string) => boolean
  readonly isCall: (callId: string) => boolean
}

export interface Change {
  readonly todos: readonly StoredTodo[]
  /** In the order they were given. */
  readonly changed: readonly number[]
  /** Ids as they were given for new todos, and what they became. */
  readonly renamed: readonly (readonly [given: number, id: number])[]
  readonly errors: readonly TodoError[]
}

/** The list as it is written anew. What keeps its id keeps its times, and its claim. */
export function writeList(before: readonly StoredTodo[], raw: readonly unknown[], at: Circumstances): Change {
  const parsed = raw.map(parseItem)
  const known = new Map(before.map((stored) => [stored.todo.id, stored]))
  const errors = parsed.flatMap(({ item, errors: own }, index) => [
    ...own,
    ...(own.length > 0 ? [] : missingFields(item, index, ['id', 'title', 'status'])),
  ])
  const next = parsed.map(({ item }) => {
    const stored = known.get(item.id ?? 0)
    return applied(stored, item, at, 'replace')
  })
  const todos = next.map(({ todo }) => todo)
  const changed = todos.filter((stored) => known.get(stored.todo.id) !== stored).map(({ todo }) => todo.id)
  return checked(before, { todos, changed, errors: errors.length > 0 ? errors : next.flatMap(refusal) })
}

function refusal({ todo, error }: Applied): TodoError[] {
  return error === null ? [] : [{ id: todo.todo.id, message: error }]
}

interface Applied {
  readonly todo: StoredTodo
  readonly error: string | null
}

/** Changes single fields of single todos. One that is wrong, and none is changed. */
export function updateList(
  before: readonly StoredTodo[],
  raw: readonly unknown[],
  at: Circumstances,
  seen: number,
): Change {
  const parsed = raw.map(parseItem)
  const byId = new Map(before.map((stored) => [stored.todo.id, stored]))
  const errors: TodoError[] = []
  const changed: number[] = []
  const apply = (item: ParsedItem, index: number): TodoError[] => {
    if (item.id === null) return missingFields(item, index, ['id'])
    const stored = byId.get(item.id)
    if (stored === undefined) return [{ id: item.id, message: unknownTodo(item.id, before) }]
    const isNews = stored.version > seen && stored.version < at.version && stored.owner !== at.actor.owner
    if (isNews && !at.actor.isPerson) return [{ id: item.id, message: changedByOther(stored), isConflict: true }]
    const { todo, error } = applied(stored, item, at, 'merge')
    if (error !== null) return [{ id: item.id, message: error }]
    byId.set(item.id, todo)
    if (todo !== stored) changed.push(item.id)
    return []
  }
  parsed.forEach(({ item, errors: own }, index) => {
    errors.push(...(own.length > 0 ? own : apply(item, index)))
  })
  const todos = before.map((stored) => byId.get(stored.todo.id) ?? stored)
  return checked(before, { todos, changed: [...new Set(changed)], errors })
}

/** Appends. Ids are ours; ids that were given name the new todos among each other. */
export function addToList(before: readonly StoredTodo[], raw: readonly unknown[], at: Circumstances): Change {
  const parsed = raw.map(parseItem)
  const first = before.reduce((most, { todo }) => Math.max(most, todo.id), 0) + 1
  const given = parsed.map(({ item }) => item.id)
  const twice = given.filter((id, index) => id !== null && given.indexOf(id) !== index)
  const renamed = new Map(given.flatMap((id, index) => (id === null ? [] : [[id, first + index] as const])))
  const errors = [
    ...parsed.flatMap(({ item, errors: own }, index) => [
      ...own,
      ...(own.length > 0 ? [] : missingFields(item, index, ['title'])),
    ]),
    ...[...new Set(twice)].map((id) => ({ id, message: `Two new todos have the id ${id}.` })),
  ]
  const added = parsed.map(({ item }, index) => {
    const { dependencies } = item.patch
    const linked = dependencies?.map((id) => renamed.get(id) ?? id)
    const patch = linked === undefined ? item.patch : { ...item.patch, dependencies: linked }
    return applied(undefined, { ...item, id: first + index, patch }, at, 'replace')
  })
  const changed = added.map(({ todo }) => todo.todo.id)
  return checked(before, {
    todos: [...before, ...added.map(({ todo }) => todo)],
    changed,
    renamed: [...renamed],
    errors: [...errors, ...(errors.length > 0 ? [] : added.flatMap(refusal))],
  })
}

function checked(
  before: readonly StoredTodo[],
  change: Omit<Change, 'renamed'> & Partial<Pick<Change, 'renamed'>>,
): Change {
  const { todos, errors, renamed = [] } = change
  const after = todos.map(({ todo }) => todo)
  // A list with items that could not be read would only repeat the same complaints.
  const rules =
    errors.length > 0
      ? []
      : [
          ...missingCompleted(
            before.map(({ todo }) => todo),
            after,
          ),
          ...validateList(after),
        ]
  return { ...change, renamed: renamed.filter(([given, id]) => given !== id), errors: [...errors, ...rules] }
}

function applied(
  stored: StoredTodo | undefined,
  { id, patch, cleared }: ParsedItem,
  { actor, now, version, isShared, isLive, isCall }: Circumstances,
  how: 'replace' | 'merge',
): Applied {
  const old = stored?.todo
  const { claim, ...fields } = patch
  const kept = how === 'merge' && old !== undefined ? old : claimOf(old)
  const merged: Todo = {
    ...kept,
    ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
    id: id ?? 0,
    title: fields.title ?? old?.title ?? '',
    description: fields.description ?? (how === 'merge' ? (old?.description ?? '') : ''),
    status: fields.status ?? old?.status ?? 'not-started',
    createdAt: old?.createdAt ?? now,
    updatedAt: now,
    updatedBy: actor.name,
  }
  const next = without(merged, cleared)
  const timed = withTimes(next, old, now)
  const holder = old?.claimedBy
  const isHeld =
    holder !== undefined &&
    holder !== actor.name &&
    stored?.claimRun != null &&
    isLive(stored.claimRun) &&
    !actor.isPerson
  const { todo, claimRun } = claimed(timed, stored, { actor, claim, isShared, isHeld })
  const result: StoredTodo = { todo, version, owner: actor.owner, claimRun }
  if (stored !== undefined && isSame(stored.todo, todo)) return { todo: stored, error: null }
  const unknown = todo.evidence?.find((link) => isCallId(link) && !old?.evidence?.includes(link) && !isCall(link))
  if (unknown !== undefined) return { todo: result, error: `Todo ${todo.id}: there is no call ${unknown}.` }
  const error = isHeld ? `Todo ${todo.id} is claimed by ${holder}, who is still working. Take another one.` : null
  return { todo: result, error }
}

function claimOf(old: Todo | undefined): Partial<Todo> {
  return old?.claimedBy === undefined ? {} : { claimedBy: old.claimedBy }
}

interface Claim {
  readonly actor: Actor
  readonly claim: boolean | undefined
  readonly isShared: boolean
  readonly isHeld: boolean
}

function claimed(todo: Todo, stored: StoredTodo | undefined, { actor, claim, isShared, isHeld }: Claim) {
  const begins = isShared && todo.status === 'in-progress' && stored?.todo.status !== 'in-progress'
  if (claim === true || (begins && !isHeld && claim !== false)) {
    return { todo: { ...todo, claimedBy: actor.name }, claimRun: actor.runId }
  }
  if (claim === false || (todo.status === 'not-started' && stored?.todo.status === 'in-progress')) {
    return { todo: without(todo, ['claimedBy']), claimRun: null }
  }
  return { todo, claimRun: stored?.claimRun ?? null }
}

function withTimes(todo: Todo, old: Todo | undefined, now: number): Todo {
  const startedAt = old?.startedAt ?? (todo.status === 'in-progress' ? now : undefined)
  const completedAt = todo.status === 'completed' ? (old?.status === 'completed' ? old.completedAt : now) : undefined
  const isDone = todo.status === 'completed'
  const bare = without(todo, [
    'startedAt',
    'completedAt',
    ...(todo.status === 'blocked' ? [] : (['blockedReason'] as const)),
  ])
  return {
    ...bare,
    ...(isDone && todo.progress !== undefined ? { progress: 1 } : {}),
    ...(startedAt === undefined ? {} : { startedAt }),
    ...(completedAt === undefined ? {} : { completedAt }),
  }
}

function without(todo: Todo, fields: readonly string[]): Todo {
  if (fields.length === 0) return todo
  // Only fields that a todo may be without are cleared; `parseItem` sees to it.
  const rest = Object.fromEntries(Object.entries(todo).filter(([name]) => !fields.includes(name)))
  return { ...rest, description: rest['description'] ?? '' } as Todo
}

function isSame(a: Todo, b: Todo): boolean {
  const bare = ({ updatedAt: _at, updatedBy: _by, ...rest }: Todo) =>
    JSON.stringify(Object.entries(rest).sort(([one], [other]) => (one < other ? -1 : 1)))
  return bare(a) === bare(b)
}

function missingFields(item: ParsedItem, index: number, needed: readonly ('id' | 'title' | 'status')[]): TodoError[] {
  const name = item.id === null ? `Item ${index + 1}` : `Todo ${item.id}`
  return needed
    .filter((field) => (field === 'id' ? item.id === null : item.patch[field] === undefined))
    .map((field) => ({ id: item.id, message: `${name} has no ${field}.` }))
}

function unknownTodo(id: number, before: readonly StoredTodo[]): string {
  if (before.length === 0) return `There is no todo ${id}: the list is empty. Make one with write or add.`
  const ids = before.map(({ todo }) => todo.id)
  const shownIds = ids.length <= 20 ? ids.join(', ') : `${Math.min(...ids)} to ${Math.max(...ids)}`
  return `There is no todo ${id}. Ids: ${shownIds}.`
}

function changedByOther({ todo }: StoredTodo): string {
  return `Todo ${todo.id} was changed by ${todo.updatedBy} since you read it: now ${todo.status}, ${shown(todo.title)}.`
}
