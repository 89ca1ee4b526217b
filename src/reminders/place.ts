import type { Reminders } from './reminders.ts'

/** As chat models take it; what else a message has is kept. */
export interface ChatMessage {
  readonly role: string
  readonly content: unknown
}

interface ReminderMessage extends ChatMessage {
  readonly role: 'user'
  readonly content: string
}

/**
 * The messages with reminders right before the last message of the user, and the one about memories at the very end.
 * They are said by the user, who is listened to more than the system. Without a message of the user they stand at the
 * end. Nothing that is already there is moved or changed, so that what a model has cached stays valid.
 */
export function placeReminders<Message extends ChatMessage>(
  messages: readonly Message[],
  { before, last }: Reminders,
): (Message | ReminderMessage)[] {
  const found = messages.findLastIndex(({ role }) => role === 'user')
  const at = found === -1 ? messages.length : found
  const end = last === null ? [] : [said(last)]
  return [...messages.slice(0, at), ...before.map(said), ...messages.slice(at), ...end]
}

function said(content: string): ReminderMessage {
  return { role: 'user', content }
}
