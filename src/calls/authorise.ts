import type { Approvals, Permit } from '../approvals/approvals.ts'
import type { Collaboration } from '../approvals/collaboration.ts'
import { canonicalJson } from '../base/canonical-json.ts'
import { HostError } from '../base/host-error.ts'
import type { ApprovalView } from '../contract/approvals.ts'
import type { Because, Profile } from '../contract/policy.ts'
import { type Caller, principalOf } from '../contract/run.ts'
import type { CatalogEntry } from '../tools/catalog.ts'
import type { PreparedOperation } from '../tools/operation.ts'
import { cardOf } from './card.ts'
import { digestOf } from './digest.ts'
import type { Judge } from './judge.ts'
import type { OpenCall } from './ledger.ts'

type Args = Readonly<Record<string, unknown>>

/** A call on its way through the gate. */
export interface Plan {
  readonly entry: CatalogEntry
  readonly caller: Caller
  readonly profile: Profile
  readonly input: Args
  readonly prepared: PreparedOperation
}

export interface Allowed {
  readonly plan: Plan
  readonly because: Because
}

export type Authorisation =
  | ({ readonly status: 'allowed'; readonly permit: Permit | undefined } & Allowed)
  | { readonly status: 'pending'; readonly approval: ApprovalView }

export interface AskContext {
  readonly open: OpenCall
  readonly signal: AbortSignal
  readonly resumes: string | undefined
  readonly onWaiting: (approval: ApprovalView) => Waiting
}

/** Let go when the waiting has ended. */
export interface Waiting extends Disposable {
  readonly patienceMs: number
}

export interface Gateway {
  /** Judges, and asks a person where that is needed. */
  readonly authorise: (plan: Plan, context: AskContext) => Promise<Authorisation>
  /** Under the locks, right before the run: what had to wait is prepared and judged once more; a difference stops it. */
  readonly confirm: (plan: Plan, permit: Permit | undefined) => Promise<Allowed>
}

interface Parts {
  readonly judge: Judge
  readonly approvals: Approvals
  readonly collaboration: Collaboration
  readonly identityOf: (directory: string) => string
  /** Parses and prepares again: edited arguments, or the same ones after a wait. */
  readonly prepareAgain: (plan: Plan, args: Args) => Promise<Plan>
}

export function createGateway({ judge, approvals, collaboration, identityOf, prepareAgain }: Parts): Gateway {
  const digest = ({ entry, input, prepared, caller }: Plan): string =>
    digestOf(entry.id, input, prepared, caller, identityOf(caller.workdir))

  const confirm = async (plan: Plan, permit: Permit | undefined): Promise<Allowed> => {
    const again = await prepareAgain(plan, plan.input)
    if (permit !== undefined && digest(again) !== permit.approvedDigest) {
      throw new HostError('CONFLICT', 'What this call touches changed after it was approved, so it did not run.', {
        hint: 'Look at it again and repeat the call: a person will be asked again.',
      })
    }
    const judgement = judge({ ...again, resources: again.prepared.resources, isApprovedOnce: permit !== undefined })
    if (judgement.verdict === 'deny') throw denied(judgement.because)
    if (judgement.verdict === 'ask') {
      throw new HostError(
        'CONFLICT',
        `While the call waited its turn, it became one that asks: ${judgement.because.reason}`,
        {
          hint: 'Repeat the call: a person will be asked.',
        },
      )
    }
    return { plan: again, because: judgement.because }
  }

  const permitted = async (plan: Plan, permit: Permit): Promise<Authorisation> => ({
    status: 'allowed',
    plan: permit.editedArgs === null ? plan : await prepareAgain(plan, permit.editedArgs),
    because: { step: 'approved_once', reason: 'A person approved this very call.' },
    permit,
  })

  const afterWait = async (plan: Plan, approval: ApprovalView): Promise<Authorisation> => {
    switch (approval.state) {
      case 'pending':
        return { status: 'pending', approval }
      case 'approved': {
        const permit = approvals.permitFor(approval.digest)
        if (permit === undefined) throw used()
        return permitted(plan, permit)
      }
      case 'denied':
        throw new HostError(
          'PERMISSION_DENIED',
          `A person denied this call${approval.message === null ? '.' : `: ${approval.message}`}`,
          {
            hint: 'Do not repeat it. Follow what the person said, or do something else.',
            details: { approvalId: approval.id },
          },
        )
      case 'answered':
        throw new HostError('PERMISSION_DENIED', `A person answered instead of approving: ${approval.message ?? ''}`, {
          hint: 'Follow the answer. Nothing was run.',
          details: { approvalId: approval.id },
        })
      case 'spent':
        throw used()
      default:
        throw new HostError('APPROVAL_EXPIRED', 'Nobody answered in time. This is not a denial.', {
          hint: 'Do something else, or make the call again to ask again.',
          details: { approvalId: approval.id },
        })
    }
  }

  /** How the earlier approval of this very call ended; what was approved and does not fit any more is asked again. */
  const settledFor = ({ entry, input, caller }: Plan, id: string): ApprovalView | undefined => {
    const earlier = approvals.get(id)
    if (earlier.state === 'pending' || earlier.state === 'approved') return undefined
    const isOwn = earlier.operation === entry.id && approvals.belongsTo(id, principalOf(caller))
    return isOwn && canonicalJson(earlier.args) === canonicalJson(input) ? earlier : undefined
  }

  const authorise: Gateway['authorise'] = async (plan, { open, signal, resumes, onWaiting }) => {
    const judgement = judge({ ...plan, resources: plan.prepared.resources, isApprovedOnce: false })
    if (judgement.verdict === 'deny') throw denied(judgement.because)
    if (judgement.verdict === 'allow') return { status: 'allowed', plan, because: judgement.because, permit: undefined }

    const wanted = digest(plan)
    const permit = approvals.permitFor(wanted)
    if (permit !== undefined) return permitted(plan, permit)
    const settled = resumes === undefined ? undefined : settledFor(plan, resumes)
    if (settled !== undefined) return afterWait(plan, settled)

    const card = await cardOf({ ...plan, digest: wanted, judgement })
    if (plan.profile.onAsk === 'error') {
      collaboration.refused(card)
      throw refusal(plan, judgement.because)
    }
    const asked = approvals.request(card)
    open.waiting(asked.id, judgement.because)
    collaboration.refused(card)
    using waiting = onWaiting(asked)
    const answered = await approvals.wait(asked.id, waiting.patienceMs, signal)
    signal.throwIfAborted()
    return afterWait(plan, answered)
  }

  return { authorise, confirm }
}

function denied(because: Because): HostError {
  const code =
    because.step === 'disabled' ? 'TOOL_DISABLED' : because.step === 'paused' ? 'UNAVAILABLE' : 'PERMISSION_DENIED'
  const hint =
    because.step === 'paused'
      ? 'A person resumes with: upperhand resume'
      : because.step === 'floor'
        ? 'This belongs to upperhand itself and is never for agents.'
        : undefined
  return new HostError(code, because.reason, { ...(hint === undefined ? {} : { hint }), details: { because } })
}

function used(): HostError {
  return new HostError('CONFLICT', 'The approval was already used by an identical call.', {
    hint: 'If the call is needed once more, make it again: a person will be asked again.',
  })
}

/** The refuse-and-ask flow: the agent asks by itself, about exactly this call. */
function refusal({ entry, prepared }: Plan, because: Because): HostError {
  const question = `May I do this: ${prepared.label}?`
  return new HostError(
    'APPROVAL_REQUIRED',
    `Operation '${entry.id}' requires authorization. Reason: ${because.reason}`,
    {
      hint: `Ask with user_collaboration: prompt=${JSON.stringify(question)}, authorize_operation="${entry.id}". Then repeat the call.`,
      details: { because, suggestedPrompt: question },
    },
  )
}
