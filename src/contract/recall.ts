import { z } from 'zod'

export const TIME_HINTS = ['recent', 'early'] as const
export type TimeHint = (typeof TIME_HINTS)[number]

/** Something that happened, or was said, and fits what is looked for. */
export const recalledSchema = z.object({
  /** Of the call, or of the archived part of a conversation. */
  id: z.string(),
  kind: z.enum(['call', 'conversation']),
  /** Milliseconds since 1970. */
  at: z.int(),
  client: z.string(),
  title: z.string(),
  text: z.string(),
  /** From 0 to 1. */
  score: z.number(),
  why: z.enum(['words', 'meaning', 'both']),
})
export type Recalled = z.output<typeof recalledSchema>

/** What else there is, so that nobody takes the few for all. */
export const recallMapSchema = z.object({
  /** How many entries hold some of the words. */
  matches: z.int(),
  entries: z.int(),
  earliest: z.int().nullable(),
  latest: z.int().nullable(),
  /** Days with entries, newest first. */
  days: z.array(z.object({ day: z.string(), entries: z.int() })),
  operations: z.array(z.object({ name: z.string(), entries: z.int() })),
  /** False while older entries are still being taken in. */
  isComplete: z.boolean(),
})
export type RecallMap = z.output<typeof recallMapSchema>

/** A message as it is archived. */
export interface ArchivedMessage {
  readonly role: string
  readonly content: string
}
