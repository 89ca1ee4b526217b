import { quoteLine } from './quote.ts'

export interface TodoLine {
  readonly id: number
  readonly title: string
  readonly status: 'not-started' | 'in-progress' | 'completed' | 'blocked'
  readonly blockedReason?: string | undefined
}

const TITLE_CHARS = 120
const SHOWN = 20

/** Where the work stands, whenever there are todos. */
export function todoReminder(todos: readonly TodoLine[]): string | null {
  if (todos.length === 0) return null
  const completed = todos.filter(({ status }) => status === 'completed')
  const body = completed.length === todos.length ? allDone(todos.length) : [...state(todos), '', ...RULES]
  return ['<todoList>', ...body, '</todoList>'].join('\n')
}

function allDone(total: number): string[] {
  return [
    `Completed: ${total}`,
    '',
    `All ${total} todos are completed. You are ready for new work.`,
    'For new tasks, call todo_operations(add) with newTodos; completed todos stay.',
  ]
}

function state(todos: readonly TodoLine[]): string[] {
  const of = (status: TodoLine['status']) => todos.filter((todo) => todo.status === status)
  const [working, waiting, blocked] = [of('in-progress'), of('not-started'), of('blocked')]
  return [
    `Completed: ${of('completed').length}`,
    ...(working.length === 0 ? ['In Progress: none'] : [`In Progress: ${listed(working)}`]),
    ...(waiting.length === 0 ? [] : [`Not Started: ${listed(waiting)}`]),
    ...(blocked.length === 0 ? [] : [`Blocked: ${listed(blocked)}`]),
  ]
}

function listed(todos: readonly TodoLine[]): string {
  const shown = todos.slice(0, SHOWN).map(({ id, title, blockedReason }) => {
    const reason = blockedReason === undefined ? '' : ` (${quoteLine(blockedReason, TITLE_CHARS)})`
    return `[${id}] ${quoteLine(title, TITLE_CHARS)}${reason}`
  })
  const more = todos.length > SHOWN ? [`and ${todos.length - SHOWN} more`] : []
  return [...shown, ...more].join(', ')
}

const RULES = [
  'PROGRESS RULES (TOOL CALLS REQUIRED):',
  '1. BEFORE starting any todo \u2192 call todo_operations(update) to mark it "in-progress"',
  '2. DO the actual work',
  '3. AFTER completing work \u2192 call todo_operations(update) to mark it "completed" IMMEDIATELY',
  '',
  'ANTI-PATTERN: Writing todo status in plain text is NOT updating the list.',
  'The todo_operations tool MUST be called to update status.',
]
