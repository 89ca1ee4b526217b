import { hash } from 'node:crypto'
import { canonicalJson } from '../base/canonical-json.ts'
import { HostError } from '../base/host-error.ts'
import type { ApprovalView } from '../contract/approvals.ts'
import { type Caller, principalOf } from '../contract/run.ts'
import type { Approvals, Ask } from './approvals.ts'

export interface Question {
  readonly caller: Caller
  readonly prompt: string
  readonly context: string | null
  /** The id of a refused operation that the person is asked to allow. */
  readonly authorizes: string | null
  /** Asked when the waiting begins: how long it may last, in milliseconds. */
  readonly patience: (approval: ApprovalView) => number
  readonly signal: AbortSignal
}

export interface Reply {
  readonly status: 'answered' | 'approved' | 'denied' | 'expired' | 'pending'
  readonly approvalId: string
  readonly userResponse: string | null
  readonly waitTimeSeconds: number
}

export interface Collaboration {
  /** Asks a person and waits as long as the caller can. */
  readonly ask: (question: Question) => Promise<Reply>
  /** Remembers a call that was refused for want of a person, so that a question can be about exactly that call. */
  readonly refused: (ask: Ask) => void
}

const REMEMBERED = 200

export function createCollaboration({ approvals }: { approvals: Approvals }): Collaboration {
  const refusals = new Map<string, Ask>()
  /** Answers that reached their asker; an answer is given once. */
  const delivered = new Set<string>()

  const remember = (ask: Ask): void => {
    const key = refusalKey(ask.principal, ask.operation)
    refusals.delete(key)
    refusals.set(key, ask)
    const oldest = refusals.keys().next().value
    if (refusals.size > REMEMBERED && oldest !== undefined) refusals.delete(oldest)
  }

  const cardFor = ({ caller, prompt, context, authorizes }: Question): Ask => {
    if (authorizes === null) return plainQuestion(caller, prompt, context)
    const refusal = refusals.get(refusalKey(principalOf(caller), authorizes))
    if (refusal === undefined) {
      throw new HostError(
        'INVALID_PARAMETERS',
        `No call of ${authorizes} was refused, so there is nothing to authorise.`,
        {
          hint: 'Make the call first. If it is refused, ask with authorize_operation set to its id.',
        },
      )
    }
    return { ...refusal, kind: 'call', note: context === null ? prompt : `${prompt}\n${context}` }
  }

  const answerTo = (card: Ask, { patience, signal }: Question): Promise<ApprovalView> => {
    const asked = approvals.request(card)
    return approvals.wait(asked.id, patience(asked), signal)
  }

  return {
    refused: remember,
    ask: async (question) => {
      const card = cardFor(question)
      const late = approvals.lateAnswer(card.digest)
      const approval = late !== undefined && !delivered.has(late.id) ? late : await answerTo(card, question)
      if (approval.state !== 'pending') delivered.add(approval.id)
      const waited = (approval.decidedAt ?? Date.now()) - approval.createdAt
      const status = approval.state === 'spent' ? 'approved' : approval.state
      return {
        status: status === 'withdrawn' ? 'expired' : status,
        approvalId: approval.id,
        userResponse: approval.message ?? (status === 'approved' || status === 'denied' ? status : null),
        waitTimeSeconds: Math.max(0, Math.round(waited / 100) / 10),
      }
    },
  }
}

function refusalKey(principal: string, operation: string): string {
  return `${principal}\0${operation}`
}

function plainQuestion(caller: Caller, prompt: string, context: string | null): Ask {
  return {
    kind: 'question',
    digest: `sha256:${hash('sha256', canonicalJson(['question', principalOf(caller), prompt, context]))}`,
    runId: caller.runId,
    principal: principalOf(caller),
    profile: caller.profile,
    operation: 'user_collaboration',
    lineage: [caller.client, caller.runId],
    title: 'Question',
    label: prompt,
    details: context === null ? [] : [context],
    icon: 'question',
    args: { prompt, context },
    cwd: caller.workdir,
    risk: { tier: 'low', reasons: [] },
    because: { step: 'default', reason: 'An agent asks a question.' },
    resources: [],
    preview: { kind: 'question', prompt, context },
    note: null,
    options: ['once'],
  }
}
