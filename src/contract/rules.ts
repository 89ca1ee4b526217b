import { z } from 'zod'
import type { Resource } from './resources.ts'

export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
const time = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 09:30')
const example = z.string().min(1).max(8_192)

/** A command by its parsed form, never by the beginning of its text. */
export const commandMatchSchema = z.strictObject({
  program: z.string().min(1).max(256),
  subcommand: z.array(z.string().max(256)).max(8).default([]),
  /** The flags that may be there; `*` lets any. */
  flags: z.union([z.literal('*'), z.array(z.string().max(256)).max(64)]).default([]),
  /** The operands that must be there, exactly; `*` lets any. */
  operands: z.union([z.literal('*'), z.array(z.string().max(4_096)).max(256)]).default('*'),
  /** Wrappers, variables and redirections that may be there: `npx`, `CC=`, `>out.txt`. */
  extras: z.array(z.string().max(4_096)).max(64).default([]),
})
export type CommandMatch = z.output<typeof commandMatchSchema>

export const newRuleSchema = z.strictObject({
  effect: z.enum(['allow', 'ask', 'deny']),
  /** An operation id, `toolset.*` or `*`. */
  operation: z
    .string()
    .min(1)
    .max(200)
    .regex(/^(?:\*|[\w-]+(?:\.[\w-]+|\.\*)?)$/, 'must be an id, toolset.* or *'),
  match: z
    .strictObject({
      /** Over canonical paths: `*`, `**`, `?` and `{a,b}`. */
      path: z.string().min(1).max(4_096).optional(),
      /** For paths: what allows goes up to this, what asks or denies starts from it. Without it, any. */
      access: z.enum(['read', 'write', 'destroy']).optional(),
      command: commandMatchSchema.optional(),
      /** A host name, `*.` before it for everything below; a port if one is meant. Allows addresses, asks and denies commands too. */
      host: z
        .string()
        .max(260)
        .toLowerCase()
        .regex(
          /^(?:\*\.)?[a-z0-9_-]+(?:\.[a-z0-9_-]+)*(?::\d{1,5})?$|^\[[0-9a-f:]+\](?::\d{1,5})?$/,
          'must be a host such as example.com or *.example.com',
        )
        .optional(),
    })
    .default({}),
  where: z
    .strictObject({
      profile: z.string().max(200).optional(),
      /** A directory: calls of runs that work in it or below. */
      project: z.string().max(4_096).optional(),
      client: z.string().max(200).optional(),
      run: z.string().max(64).optional(),
    })
    .default({}),
  when: z
    .strictObject({ days: z.array(z.enum(WEEKDAYS)).min(1).optional(), from: time.optional(), to: time.optional() })
    .default({}),
  expiresAt: z.int().positive().nullable().default(null),
  maxUses: z.int().min(1).max(1_000_000).nullable().default(null),
  /** Told to the agent when the rule denies or asks. */
  message: z.string().max(1_000).nullable().default(null),
  /** Paths or commands that the rule must and must not match; checked when it is saved. */
  examples: z
    .strictObject({ match: z.array(example).max(50).default([]), not: z.array(example).max(50).default([]) })
    .default({ match: [], not: [] }),
})
export type NewRule = z.output<typeof newRuleSchema>

export interface RuleView extends NewRule {
  readonly id: string
  /** Who made it: `you`, or the approval it came from. */
  readonly source: string
  readonly createdAt: number
  readonly uses: number
  readonly lastUsedAt: number | null
}

/** One touched thing of one call, as rules look at it. */
export interface RuleSubject {
  readonly operation: string
  readonly resource: Resource | null
  readonly profile: string
  readonly client: string
  readonly runId: string
  readonly workdir: string
}

export interface RuleWarning {
  readonly kind: 'duplicate' | 'shadowed' | 'matches-everything'
  readonly message: string
  readonly by: string | null
}

/** What a rule would have changed in the past. */
export interface BackTest {
  readonly calls: number
  readonly matched: number
  /** Calls that a person was asked about and approved, and that the rule would have let through. */
  readonly wouldNotHaveAsked: number
  /** Calls that a person denied and that the rule would have let through. */
  readonly wouldHaveAllowedDenied: number
  /** Calls that ran and that the rule would have refused. */
  readonly wouldHaveDenied: number
  /** Calls that ran without asking and that the rule would have asked about. */
  readonly wouldHaveAsked: number
}

export interface RuleCandidate {
  /** From narrow to broad. */
  readonly label: string
  readonly rules: readonly NewRule[]
}
