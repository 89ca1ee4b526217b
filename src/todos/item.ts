import { shown } from '../base/shown.ts'
import { TODO_PRIORITIES, TODO_STATUSES, type Todo, type TodoError } from '../contract/todos.ts'

/** What a caller may say about a todo. The rest of it is ours. `claim` takes or gives up the work. */
export type TodoPatch = Partial<
  Pick<
    Todo,
    | 'title'
    | 'description'
    | 'status'
    | 'priority'
    | 'dependencies'
    | 'canRunParallel'
    | 'parallelGroup'
    | 'progress'
    | 'blockedReason'
    | 'subtasks'
    | 'estimate'
    | 'evidence'
  >
> & { readonly claim?: boolean }

/** A field that is given as null goes away. */
export interface ParsedItem {
  readonly id: number | null
  readonly patch: TodoPatch
  readonly cleared: readonly (keyof TodoPatch)[]
}

export type Parsed = { readonly item: ParsedItem; readonly errors: readonly TodoError[] }

const TITLE_CHARS = 200
const TEXT_CHARS = 4_000
const REASON_CHARS = 500
const GROUP_CHARS = 60
const SUBTASKS = 50
const DEPENDENCIES = 100
const EVIDENCE = 20
const ESTIMATE_MINUTES = 1_000_000

/** Fields that a todo cannot be without. */
const NEEDED = new Set(['title', 'status'])

/** What a list shows is often sent back whole: these are ours, and a caller's words about them do not count. */
const OURS = new Set(['createdAt', 'updatedAt', 'startedAt', 'completedAt', 'updatedBy', 'claimedBy', 'looksDone'])

/** A reader gives the value, or a sentence that ends "… must be X". */
type Read = (value: unknown) => { readonly value: unknown } | { readonly must: string }

const READERS: Readonly<Record<keyof TodoPatch, Read>> = {
  title: text(1, TITLE_CHARS),
  description: text(0, TEXT_CHARS),
  status: oneOf(TODO_STATUSES),
  priority: oneOf(TODO_PRIORITIES),
  dependencies: ids,
  canRunParallel: flag,
  parallelGroup: text(1, GROUP_CHARS),
  progress: number(0, 1),
  blockedReason: text(0, REASON_CHARS),
  subtasks: subtasks,
  estimate: number(0, ESTIMATE_MINUTES),
  evidence: evidence,
  claim: flag,
}
const FIELDS = Object.keys(READERS) as readonly (keyof TodoPatch)[]

/** Reads one item as a client sent it. Everything that is wrong with it is told, each in a sentence that names it. */
export function parseItem(raw: unknown, index: number): Parsed {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
    return {
      item: NOTHING,
      errors: [{ id: null, message: `Item ${index + 1} must be an object; ${shown(raw)} was given.` }],
    }
  }
  const given = raw as Readonly<Record<string, unknown>>
  const id = given['id'] === undefined || given['id'] === null ? null : wholeNumber(given['id'])
  const name = nameOf(id, given, index)
  const errors: string[] = []
  if (id === undefined) errors.push(`${name}: id must be a whole number from 1 on; ${shown(given['id'])} was given.`)
  const patch: Record<string, unknown> = {}
  const cleared: (keyof TodoPatch)[] = []
  for (const [key, value] of Object.entries(given)) {
    if (key === 'id' || OURS.has(key) || value === undefined) continue
    const field = fieldOf(key)
    if (field === undefined) {
      errors.push(`${name} has no field "${key.slice(0, TITLE_CHARS)}". Fields: ${FIELDS.join(', ')}.`)
    } else if (value === null) {
      if (NEEDED.has(field)) errors.push(`${name}: ${field} cannot be empty.`)
      else cleared.push(field)
    } else {
      const read = READERS[field](value)
      if ('must' in read) errors.push(`${name}: ${field} must be ${read.must}; ${shown(value)} was given.`)
      else patch[field] = read.value
    }
  }
  return {
    item: { id: id ?? null, patch: patch as TodoPatch, cleared },
    errors: errors.map((message) => ({ id: id ?? null, message })),
  }
}

const NOTHING: ParsedItem = { id: null, patch: {}, cleared: [] }

/** `blocked_reason` and `blockedReason` are one field. */
function fieldOf(key: string): keyof TodoPatch | undefined {
  const camel = key.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase())
  return FIELDS.find((field) => field === camel)
}

function nameOf(id: number | null | undefined, given: Readonly<Record<string, unknown>>, index: number): string {
  if (typeof id === 'number') return `Todo ${id}`
  const title = given['title']
  return typeof title === 'string' && title !== '' ? `Item ${index + 1} (${shown(title)})` : `Item ${index + 1}`
}

/** Models quote numbers. */
function asNumber(value: unknown): unknown {
  return typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value.trim()) ? Number(value) : value
}

function wholeNumber(value: unknown): number | undefined {
  const number = asNumber(value)
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 1 ? number : undefined
}

function text(least: number, most: number): Read {
  return (value) => {
    const words = least === 0 ? `text of at most ${most} characters` : `text, not empty, of at most ${most} characters`
    if (typeof value !== 'string') return { must: words }
    const trimmed = value.trim()
    return trimmed.length < least || trimmed.length > most ? { must: words } : { value: trimmed }
  }
}

function oneOf(values: readonly string[]): Read {
  return (value) =>
    typeof value === 'string' && values.includes(value) ? { value } : { must: `one of ${values.join(', ')}` }
}

function number(least: number, most: number): Read {
  return (value) => {
    const given = asNumber(value)
    return typeof given === 'number' && given >= least && given <= most
      ? { value: given }
      : { must: `a number from ${least} to ${most}` }
  }
}

function flag(value: unknown): ReturnType<Read> {
  return typeof value === 'boolean' ? { value } : { must: 'true or false' }
}

function ids(value: unknown): ReturnType<Read> {
  const must = `a list of at most ${DEPENDENCIES} ids of todos`
  if (!Array.isArray(value) || value.length > DEPENDENCIES) return { must }
  const found = value.map(wholeNumber)
  return found.some((id) => id === undefined) ? { must } : { value: [...new Set(found)] }
}

function subtasks(value: unknown): ReturnType<Read> {
  const must = `a list of at most ${SUBTASKS} objects with title and completed, without subtasks of their own`
  if (!Array.isArray(value) || value.length > SUBTASKS) return { must }
  const found = value.map(subtask)
  return found.some((one) => one === undefined) ? { must } : { value: found }
}

function subtask(raw: unknown): { readonly title: string; readonly completed: boolean } | undefined {
  const given = typeof raw === 'string' ? { title: raw } : raw
  if (typeof given !== 'object' || given === null) return undefined
  const { title, completed = false, ...rest } = given as { title?: unknown; completed?: unknown }
  const read = text(1, TITLE_CHARS)(title)
  if ('must' in read || typeof completed !== 'boolean' || Object.keys(rest).length > 0) return undefined
  return { title: read.value as string, completed }
}

const CALL = /^call_[0-9a-f]{32}$/
const COMMIT = /^[0-9a-f]{7,64}$/
const ADDRESS = /^https?:\/\/[^\s]{1,490}$/

function evidence(value: unknown): ReturnType<Read> {
  const must = `a list of at most ${EVIDENCE} call ids, commit hashes or web addresses`
  if (!Array.isArray(value) || value.length > EVIDENCE) return { must }
  const isLink = (one: unknown) => typeof one === 'string' && (CALL.test(one) || COMMIT.test(one) || ADDRESS.test(one))
  return value.every(isLink) ? { value: [...new Set(value)] } : { must }
}

export function isCallId(link: string): boolean {
  return CALL.test(link)
}

export function isCommit(link: string): boolean {
  return COMMIT.test(link)
}
