import { z } from 'zod'
import type { Effect, Risk } from './effects.ts'
import { LEVELS, type Level, PATH_POLICIES, type PathPolicy, TOOL_PERMISSIONS, type ToolPermission } from './levels.ts'

/** An id that is safe in a URL, a file name and a shell. */
export const profileIdSchema = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, 'letters, digits, dots, dashes, underscores; at most 64')

/** `name`, `description`, `category` and `inputSchema` may stand here; the catalog knows them better, so they are not read. */
const toolSchema = z.looseObject({
  id: z.string().min(1).max(200),
  label: z.string().optional(),
  enabled: z.boolean(),
})

const categorySchema = z.strictObject({
  id: z.string().min(1).max(64),
  label: z.string().optional(),
  enabled: z.boolean(),
  tools: z.array(toolSchema),
})

/**
 * What a profile does not say, it gets as a stranger would: asks before it acts, stays in its workspace, leaves nothing
 * running. `spelling` is flat because a file that does not know the field names its tools one by one.
 */
const profileSchema = z.strictObject({
  id: profileIdSchema,
  label: z.string().optional(),
  enabled: z.boolean(),
  /** Fingerprint of the stock definition as it was written. While it matches, the profile follows the stock definition. */
  stock: z.string().optional(),
  level: z.enum(LEVELS).default('execute_with_confirm'),
  paths: z.enum(PATH_POLICIES).default('workspace'),
  spelling: z.enum(['grouped', 'flat']).default('flat'),
  confirms: z.enum(['person', 'caller']).default('person'),
  onAsk: z.enum(['wait', 'error']).default('wait'),
  elicitation: z.boolean().default(false),
  onDisconnect: z.enum(['keep', 'stop']).default('stop'),
  toolPermissions: z.record(z.string(), z.enum(TOOL_PERMISSIONS)).default({}),
  autoApprove: z
    .strictObject({ enabled: z.boolean(), tools: z.array(z.string()) })
    .default({ enabled: false, tools: [] }),
  limits: z.record(z.string(), z.number().positive()).default({}),
  categories: z.array(categorySchema),
})

export const toolsFileSchema = z.strictObject({
  $schema: z.string().optional(),
  version: z.literal(1),
  activeProfile: z.string(),
  profiles: z.array(profileSchema).min(1),
})

export type ToolsFile = z.output<typeof toolsFileSchema>
export type FileProfile = ToolsFile['profiles'][number]
export type FileCategory = FileProfile['categories'][number]

/** How far a profile reaches: what runs without a question, and where. */
export const profileBoundsSchema = z
  .strictObject({ level: z.enum(LEVELS).optional(), paths: z.enum(PATH_POLICIES).optional() })
  .refine(({ level, paths }) => level !== undefined || paths !== undefined, 'name a level or paths')
export type ProfileBounds = z.output<typeof profileBoundsSchema>

/** Something about tools.json that a person should know. An error means that the file is not in force. */
export interface ToolsFileProblem {
  readonly severity: 'error' | 'warning'
  readonly at: number
  /** A whole sentence, with the place in the file. */
  readonly message: string
  readonly hint: string
  readonly line: number | null
  readonly column: number | null
}

export interface ProfileSummary {
  readonly id: string
  readonly label: string
  readonly enabled: boolean
  readonly isActive: boolean
  /** `own` was never stock; `customised` was, and has been changed. */
  readonly origin: 'stock' | 'customised' | 'own'
  readonly level: Level
  readonly paths: PathPolicy
  readonly spelling: 'grouped' | 'flat'
  readonly confirms: 'person' | 'caller'
  readonly onAsk: 'wait' | 'error'
  readonly elicitation: boolean
  readonly onDisconnect: 'keep' | 'stop'
  readonly autoApprove: boolean
  readonly operations: number
  /** Estimated cost of the whole tool list. */
  readonly tokens: number
}

export interface ProfileDescription extends ProfileSummary {
  readonly categories: readonly {
    readonly id: string
    readonly label: string
    readonly enabled: boolean
    readonly tools: readonly ToolDescription[]
  }[]
  readonly unavailable: readonly { readonly name: string; readonly category: string; readonly reason: string }[]
}

export interface ToolDescription {
  readonly id: string
  readonly name: string
  readonly title: string
  readonly description: string
  readonly enabled: boolean
  readonly effect: Effect
  readonly risk: Risk
  readonly permission: ToolPermission | null
  readonly autoApproved: boolean
  /** What the tool list gets shorter or longer by when this one is switched. */
  readonly tokens: number
}
