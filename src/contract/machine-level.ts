import { z } from 'zod'
import { LEVELS, type Level } from './levels.ts'

const LEVEL_MAX_MS = 24 * 60 * 60 * 1000

/** With a time the level holds that long, and then what stood before holds again. Full access always has one. */
export const setLevelSchema = z
  .strictObject({ level: z.enum(LEVELS).nullable(), forMs: z.int().min(1_000).max(LEVEL_MAX_MS).optional() })
  .refine(({ level, forMs }) => level !== 'full_access' || forMs !== undefined, {
    path: ['forMs'],
    message: 'full access needs a time, 24 hours at most',
  })
  .refine(({ level, forMs }) => level !== null || forMs === undefined, {
    path: ['forMs'],
    message: 'no level has no time',
  })
export type SetLevel = z.output<typeof setLevelSchema>

export interface LevelView {
  /** What holds on this machine now: the stricter of its own level and the one in settings.json. Profiles and tokens may be stricter. */
  readonly level: Level | null
  /** The machine's own level. */
  readonly machine: Level | null
  /** When the machine's own level gives way to `standing`. */
  readonly until: number | null
  readonly standing: Level | null
  /** From settings.json. */
  readonly settings: Level | null
}
