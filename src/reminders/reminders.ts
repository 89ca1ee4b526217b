import { documentReminder, type ImportedDocument } from './document-reminder.ts'
import { memoryReminder, type StoredMemory } from './memory-reminder.ts'
import { type MiniPromptText, miniPromptReminder } from './mini-prompt-reminder.ts'
import { type TodoLine, todoReminder } from './todo-reminder.ts'

/** What there is to be reminded of, in one conversation. */
export interface ReminderFacts {
  readonly miniPrompts: readonly MiniPromptText[]
  readonly todos: readonly TodoLine[]
  readonly documents: readonly ImportedDocument[]
  readonly memories: readonly StoredMemory[]
  /** The first answer has been given: before it, instructions are still in sight. */
  readonly isAfterFirstTurn: boolean
  /** Milliseconds since 1970. */
  readonly now: number
}

export interface Reminders {
  /** In their order, each in its wrapper; they stand right before the user's message. */
  readonly before: readonly string[]
  /** Stands at the very end, where it is seen last. */
  readonly last: string | null
}

/** Every reminder whose condition holds. Pure: the same facts give the same text. */
export function reminders({
  miniPrompts,
  todos,
  documents,
  memories,
  isAfterFirstTurn,
  now,
}: ReminderFacts): Reminders {
  const before = [
    isAfterFirstTurn ? miniPromptReminder(miniPrompts) : null,
    todoReminder(todos),
    documentReminder(documents),
  ]
  const last = memoryReminder(memories, now)
  return {
    before: before.filter((text) => text !== null).map(systemReminder),
    last: last === null ? null : systemReminder(last),
  }
}

/** The wrapper that all of them have. */
export function systemReminder(content: string): string {
  return `<system-reminder>\n${content}\n</system-reminder>`
}
