import { z } from 'zod'
import { HostError } from '../../base/host-error.ts'
import { visible } from '../../base/visible.ts'
import type { ApprovalView } from '../../contract/approvals.ts'
import type { Resource } from '../../contract/resources.ts'
import type { Caller } from '../../contract/run.ts'
import type { McpParts } from './parts.ts'

/** The card behind a form: an answer is about this version and digest, and about no other. */
export type Shown = Pick<ApprovalView, 'id' | 'version' | 'digest'>

/** A client's own dialog as a further way to a person, where the profile allows it. */
export interface Elicitation {
  readonly canShow: (card: ApprovalView, caller: Caller) => boolean
  /** Records the decision in a client's answer, if there is one. Whatever else it says decides nothing. Never rejects. */
  readonly decide: (card: Shown, answer: unknown, caller: Caller) => Promise<void>
}

const MESSAGE_CHARS = 4_000
/** A card that does not fit is not cut to fit: it is not shown. */
const FORM_CHARS = 4_000
const DIGEST_CHARS = 'sha256:'.length + 12

/** The key of the form among the input requests of a call. */
export const FORM_KEY = 'approval'

const answerSchema = z.object({
  action: z.literal('accept'),
  content: z.object({
    decision: z.enum(['approve', 'deny']),
    message: z.string().max(MESSAGE_CHARS).optional(),
  }),
})

export function createElicitation(parts: Pick<McpParts, 'allowsElicitation' | 'decide' | 'log'>): Elicitation {
  return {
    canShow: (card, { profile }) =>
      card.kind === 'call' &&
      card.risk.tier !== 'critical' &&
      parts.allowsElicitation(profile) &&
      formOf(card).message.length <= FORM_CHARS,
    decide: async ({ id, version, digest }, answer, { client, profile }) => {
      // Declining or closing the dialog is no answer: clients without a person do it by themselves.
      const parsed = answerSchema.safeParse(answer)
      if (!parsed.success || !parts.allowsElicitation(profile)) return
      const { decision, message } = parsed.data.content
      try {
        await parts.decide(
          id,
          { version, digest, decision, scope: 'once', ...(message ? { message } : {}) },
          `elicitation:${client}`,
        )
      } catch (cause) {
        // Someone else was faster, or it is too late: what was decided holds.
        const { code } = HostError.from(cause)
        parts.log.warn('the answer of a client came to nothing', { approval: id, code, cause })
      }
    },
  }
}

/** The parameters of `elicitation/create`: the facts of the card and one choice. */
export function formOf(card: ApprovalView) {
  const { label, operation, resources, cwd, because, digest } = card
  const where = resources.length === 0 ? [cwd] : resources.map(placeOf)
  const lines = [
    `May this run? ${label}`,
    `What: ${operation}`,
    ...where.map((place) => `Where: ${place}`),
    `Why you are asked: ${because.reason}`,
    `Digest: ${digest.slice(0, DIGEST_CHARS)}`,
    `All of it: upperhand ask show ${card.id}`,
  ]
  return {
    mode: 'form',
    message: lines.map((line) => visible(line.replaceAll('\n', ' ⏎ '))).join('\n'),
    requestedSchema: {
      type: 'object',
      properties: {
        decision: { type: 'string', title: 'Decision', enum: ['approve', 'deny'] },
        message: { type: 'string', title: 'Message to the agent', maxLength: MESSAGE_CHARS },
      },
      required: ['decision'],
    },
  } as const
}

function placeOf(resource: Resource): string {
  if (resource.kind === 'url') return resource.url
  return resource.kind === 'path' ? `${resource.path} (${resource.zone})` : resource.text
}
