import { quoteLine } from './quote.ts'

export interface StoredMemory {
  readonly id: string
  readonly title: string
  readonly content: string
  /** Milliseconds since 1970. */
  readonly storedAt: number
}

const FRESH_MS = 5 * 60 * 1000
const SHOWN = 20
const TITLE_CHARS = 60
const CONTENT_CHARS = 80
const ID_CHARS = 8

/** What was stored in the last five minutes, so that it is not stored twice. */
export function memoryReminder(memories: readonly StoredMemory[], now: number): string | null {
  const fresh = memories.filter(({ storedAt }) => now - storedAt <= FRESH_MS)
  if (fresh.length === 0) return null
  const more = fresh.length > SHOWN ? [`• and ${fresh.length - SHOWN} more`] : []
  return [
    '<recentlyStoredMemories>',
    'IMPORTANT: The following memories have ALREADY been stored in this conversation.',
    'DO NOT store these again - move on to the next task.',
    '',
    'Already stored:',
    ...fresh.slice(0, SHOWN).map(({ id, title, content }) => {
      const short = quoteLine(id, 60).replace(/^mem_/, '').slice(0, ID_CHARS).toUpperCase()
      return `• ${quoteLine(title, TITLE_CHARS)} (ID: ${short}) - "${quoteLine(content, CONTENT_CHARS)}"`
    }),
    ...more,
    '</recentlyStoredMemories>',
  ].join('\n')
}
