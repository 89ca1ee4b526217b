import { z } from 'zod'
import type { Risk } from './effects.ts'
import type { Because, Verdict } from './policy.ts'
import type { Preview } from './preview.ts'
import type { Resource } from './resources.ts'

export const APPROVAL_STATES = ['pending', 'approved', 'spent', 'answered', 'denied', 'expired', 'withdrawn'] as const
export type ApprovalState = (typeof APPROVAL_STATES)[number]

export const SCOPES = ['once', 'minutes', 'run', 'rule'] as const
export type Scope = (typeof SCOPES)[number]

const GRANT_MAX_MS = 24 * 60 * 60 * 1000

/** The card: what console, CLI and API show of an approval. */
export interface ApprovalView {
  readonly id: string
  readonly version: number
  readonly kind: 'call' | 'question'
  readonly state: ApprovalState
  readonly digest: string
  readonly runId: string
  readonly lineage: readonly string[]
  readonly profile: string
  readonly operation: string
  readonly title: string
  readonly label: string
  readonly details: readonly string[]
  readonly icon: string
  readonly args: Readonly<Record<string, unknown>>
  readonly cwd: string
  readonly risk: { readonly tier: Risk; readonly reasons: readonly string[] }
  readonly because: Because
  readonly resources: readonly Resource[]
  readonly preview: Preview
  /** What the agent says about it: quoted, never verified. */
  readonly note: string | null
  readonly options: readonly Scope[]
  readonly createdAt: number
  readonly expiresAt: number
  readonly decidedAt: number | null
  readonly decidedBy: string | null
  readonly scope: Scope | null
  readonly message: string | null
  readonly editedArgs: Readonly<Record<string, unknown>> | null
  readonly waiting: number
}

/** Why it asks, each reason once. */
export function reasonsOf({ because, risk }: Pick<ApprovalView, 'because' | 'risk'>): string[] {
  return [...new Set([because.reason, ...risk.reasons])]
}

/** A card in a list: everything but what can be long. */
export type ApprovalSummary = Omit<ApprovalView, 'args' | 'preview' | 'editedArgs'>

export const decisionSchema = z.strictObject({
  version: z.int().min(1),
  digest: z.string(),
  decision: z.enum(['approve', 'deny']),
  scope: z.enum(SCOPES).default('once'),
  /** How long `minutes` holds, if not as long as usual. */
  forMs: z.int().min(1_000).max(GRANT_MAX_MS).optional(),
  editedArgs: z.record(z.string(), z.unknown()).optional(),
  /** Of the edited call as it was shown; without it edited arguments do not count. */
  editedDigest: z.string().optional(),
  message: z.string().max(4_000).optional(),
})
export type Decision = z.output<typeof decisionSchema>

/** Asks how the call would look with other arguments; decides nothing. */
export const editSchema = z.strictObject({
  version: z.int().min(1),
  digest: z.string(),
  editedArgs: z.record(z.string(), z.unknown()),
})
export type Edit = z.output<typeof editSchema>

/** The call as it would run with edited arguments: prepared and judged again. */
export interface EditedCall
  extends Pick<
    ApprovalView,
    'title' | 'label' | 'details' | 'icon' | 'args' | 'cwd' | 'risk' | 'because' | 'resources' | 'preview'
  > {
  readonly editedDigest: string
  /** `deny` cannot be approved. */
  readonly verdict: Verdict
}

export type EditedCard = EditedCall & Pick<ApprovalView, 'id' | 'version' | 'digest' | 'operation'>

export const answerSchema = z.strictObject({ version: z.int().min(1), text: z.string().min(1).max(32_768) })
export type Answer = z.output<typeof answerSchema>

export interface GrantView {
  readonly id: string
  readonly operation: string
  readonly path: string | null
  readonly runId: string | null
  readonly profile: string
  readonly scope: 'minutes' | 'run'
  readonly approvalId: string
  readonly createdAt: number
  readonly expiresAt: number | null
  readonly uses: number
}
