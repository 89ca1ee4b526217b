import { z } from 'zod'
import { LEVELS } from './levels.ts'
import { profileIdSchema } from './tools-file.ts'

const TOKEN_MAX_MS = 365 * 24 * 60 * 60 * 1000

/** One visible word or two: people tell tokens apart by it, and the history names its client by it. */
const labelSchema = z
  .string()
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} ._@/-]{0,63}$/u, 'letters, digits and . _ - @ / ; at most 64')

export const newTokenSchema = z.strictObject({
  label: labelSchema,
  /** The one profile it is good for; null follows the active one, or the one an address names. */
  profile: profileIdSchema.nullable().default(null),
  /** Nothing done with it goes beyond this level, whatever the profile says. */
  level: z.enum(LEVELS).nullable().default(null),
  forMs: z.int().min(1_000).max(TOKEN_MAX_MS).optional(),
})
export type NewToken = z.output<typeof newTokenSchema>

/** An agent's credential as people see it. The secret is shown once and kept only as a hash. */
export const tokenViewSchema = z
  .strictObject({
    id: z.string(),
    label: z.string(),
    profile: z.string().nullable(),
    level: z.enum(LEVELS).nullable(),
    createdAt: z.int(),
    lastUsedAt: z.int().nullable(),
    expiresAt: z.int().optional(),
    revokedAt: z.int().optional(),
  })
  .meta({ id: 'Token' })
export type TokenView = Readonly<z.output<typeof tokenViewSchema>>

export const issuedTokenSchema = z
  .strictObject({ token: tokenViewSchema, secret: z.string() })
  .meta({ id: 'IssuedToken' })
export type IssuedToken = Readonly<z.output<typeof issuedTokenSchema>>
