import type { Approvals } from '../approvals/approvals.ts'
import type { Grants } from '../approvals/grants.ts'
import type { Clock } from '../base/clock.ts'
import { HostError } from '../base/host-error.ts'
import type { Limits } from '../base/limits.ts'
import type { Logger } from '../base/logger.ts'
import type { Redact } from '../base/redact.ts'
import type { ApprovalView } from '../contract/approvals.ts'
import type { CallState } from '../contract/calls.ts'
import { EFFECT_TRAITS } from '../contract/effects.ts'
import type { Because, Profile, ProfileLookup } from '../contract/policy.ts'
import { type Caller, type Place, principalOf } from '../contract/run.ts'
import type { Results } from '../results/results.ts'
import type { Rules } from '../rules/rules.ts'
import type { CatalogEntry } from '../tools/catalog.ts'
import type { Attachment } from '../tools/operation.ts'
import type { Gateway, Plan, Waiting } from './authorise.ts'
import type { CallOutcome, CallRequest, Calls, WaitReason } from './calls.ts'
import { progressEvents } from './display.ts'
import { execute } from './execute.ts'
import type { CallEnd, Ledger, OpenCall } from './ledger.ts'
import type { Locks } from './locks.ts'
import type { Rates } from './rates.ts'
import { shape } from './shape.ts'
import type { UnderWay } from './under-way.ts'

type Args = Readonly<Record<string, unknown>>

export interface Preparation {
  readonly resolve: (name: string, args: Args) => { readonly entry: CatalogEntry; readonly args: Args }
  readonly parse: (entry: CatalogEntry, args: Args) => Args
  readonly profileOf: (id: string) => ProfileLookup
  readonly disabledError: (entry: CatalogEntry, profile: Profile) => HostError
  readonly placeOf: (caller: Caller, profile: Profile) => Place
}

interface Parts {
  readonly preparation: Preparation
  readonly gateway: Gateway
  readonly approvals: Approvals
  readonly grants: Grants
  readonly rules: Rules
  readonly ledger: Ledger
  readonly locks: Locks
  readonly rates: Rates
  readonly results: Results
  readonly limitsFor: (profile: string) => Limits
  readonly redact: Redact
  readonly clock: Clock
  readonly log: Logger
  readonly consoleUrl: () => string
  readonly underWay: UnderWay
}

/** Everything that runs a tool goes through `call`. Its order is the security property. */
export function createPipeline(parts: Parts): Calls {
  const {
    preparation,
    gateway,
    approvals,
    grants,
    rules,
    ledger,
    locks,
    rates,
    results,
    limitsFor,
    redact,
    clock,
    log,
    underWay,
  } = parts

  /** Whatever allowed the call and has a number of uses loses one, in the transaction of the intent. */
  const spend = ({ step, source }: Because, approvalId: string | undefined): boolean => {
    if (approvalId !== undefined) return approvals.spend(approvalId)
    if (step === 'allow_rule' && source !== undefined) return rules.spend(source)
    if (step === 'grant' && source !== undefined) grants.used(source)
    return true
  }

  return {
    call: async (request) => {
      const { caller, name, args } = request
      const open = ledger.open(caller, name, args)
      const limits = limitsFor(caller.profile)
      using begun = underWay.begin(open.id, request.signal)
      const { signal } = begun
      let plan: Plan | undefined
      let approvalId: string | undefined
      try {
        plan = await preparePlan(preparation, { rates, limits, caller, name, args, open })
        const gate = await gateway.authorise(plan, {
          open,
          signal,
          resumes: request.resumes,
          onWaiting: (approval) => {
            approvalId = approval.id
            return waitFor(approval, request, limits)
          },
        })
        if (gate.status === 'pending') return pendingOutcome(gate.approval, plan, open, { ...parts, limits })

        const { permit } = gate
        using lock = await locks.acquire(gate.plan.prepared.resources, signal)
        const hasWaited = permit !== undefined || lock.hasWaited
        const confirmed = hasWaited ? await gateway.confirm(gate.plan, permit) : gate
        const { because } = confirmed
        plan = confirmed.plan
        describe(open, plan)
        open.started(because, permit?.approvalId, () => spend(because, permit?.approvalId))
        const { entry, profile } = plan
        const attachments: Attachment[] = []
        const raw = await execute(entry.operation, plan.prepared, {
          caller,
          place: preparation.placeOf(caller, profile),
          callId: open.id,
          signal,
          timeoutMs: entry.operation.waits ? undefined : limits.callTimeoutMs,
          attach: (attachment) => attachments.push(attachment),
          patience: (approval) => patienceFor(approval, 'answer', request, limits),
          progress: (message, fraction) => {
            open.progress(message, fraction)
            report(request, message, fraction)
          },
        })
        const owner = { runId: caller.runId, principal: principalOf(caller) }
        const keep = (text: string) => results.keep(open.id, owner, text)
        const shaped = shape(open.id, raw, entry.operation.bound, { limits, redact, keep })
        const edited = permit?.editedArgs != null
        recordSuccess(open, { state: 'succeeded', output: shaped.text, edited })
        return {
          status: 'succeeded',
          ...settled(open, plan, true, clock),
          ...shaped,
          ...(attachments.length === 0 ? {} : { attachments }),
          text: edited ? `[A person edited the arguments before approving.]\n${shaped.text}` : shaped.text,
          because,
          editedByUser: edited,
        }
      } catch (cause) {
        const error = signal.aborted && !(cause instanceof HostError) ? cancelled(cause) : HostError.from(cause)
        if (error.code === 'INTERNAL')
          log.error('a call failed unexpectedly', { callId: open.id, name, cause: error.cause })
        recordFailure(open, error, approvalId, log)
        return {
          status: 'failed',
          error,
          ...(plan === undefined
            ? {
                callId: open.id,
                runId: caller.runId,
                operation: name,
                label: name,
                durationMs: open.elapsedMs(),
                progressEvents: [],
              }
            : settled(open, plan, false, clock)),
        }
      }
    },
  }
}

interface Wanted {
  readonly rates: Rates
  readonly limits: Limits
  readonly caller: Caller
  readonly name: string
  readonly args: Args
  readonly open: OpenCall
}

/** Resolve, enabled, validate, prepare: the steps before anything is decided. */
async function preparePlan(
  preparation: Preparation,
  { rates, limits, caller, name, args, open }: Wanted,
): Promise<Plan> {
  const { resolve, parse, placeOf } = preparation
  /** What leads nowhere costs a place in the history too, so it counts like a call. */
  const counted = <T>(step: () => T): T => {
    try {
      return step()
    } catch (cause) {
      if (!caller.isPerson) rates.count(caller.credential, 'read', limits)
      throw cause
    }
  }
  const resolved = counted(() => resolve(name, args))
  const { entry } = resolved
  open.describe({ operation: entry.id, label: entry.operation.title, args: resolved.args, resources: [] })
  const profile = counted(() => servingProfile(preparation, entry, caller))
  if (!caller.isPerson) rates.count(caller.credential, EFFECT_TRAITS[entry.operation.effect].rateClass, limits)
  const input = parse(entry, resolved.args)
  const prepared = await entry.operation.prepare(input, { caller, place: placeOf(caller, profile) })
  const plan = { entry, caller, profile, input, prepared }
  describe(open, plan)
  return plan
}

/**
 * Edited arguments, or the same ones after a wait, go through everything again: the profile may have been changed, the
 * tool switched off, meanwhile.
 */
export function prepareAgain(preparation: Preparation): (plan: Plan, args: Args) => Promise<Plan> {
  const { parse, placeOf } = preparation
  return async (plan, args) => {
    const { entry, caller } = plan
    const profile = servingProfile(preparation, entry, caller)
    const input = args === plan.input ? plan.input : parse(entry, args)
    const prepared = await entry.operation.prepare(input, { caller, place: placeOf(caller, profile) })
    return { entry, caller, profile, input, prepared }
  }
}

function servingProfile({ profileOf, disabledError }: Preparation, entry: CatalogEntry, caller: Caller): Profile {
  const lookup = profileOf(caller.profile)
  if (!lookup.ok) throw new HostError('TOOL_DISABLED', lookup.reason, { hint: lookup.hint })
  if (!lookup.profile.isEnabled(entry.id)) throw disabledError(entry, lookup.profile)
  return lookup.profile
}

function describe(open: OpenCall, { entry, input, prepared }: Plan): void {
  open.describe({ operation: entry.id, label: prepared.label, args: input, resources: prepared.resources })
}

function settled(open: OpenCall, { entry, prepared, caller }: Plan, isOk: boolean, clock: Clock) {
  return {
    callId: open.id,
    runId: caller.runId,
    operation: entry.id,
    label: prepared.label,
    durationMs: open.elapsedMs(),
    progressEvents: progressEvents(entry, prepared, open.openedAt, clock.now(), isOk),
  }
}

function pendingOutcome(
  approval: ApprovalView,
  plan: Plan,
  open: OpenCall,
  { limits, consoleUrl, clock }: Parts & { readonly limits: Limits },
): CallOutcome {
  open.finished({ state: 'pending', approvalId: approval.id, because: approval.because })
  const url = `${consoleUrl()}/#${approval.id}`
  return {
    status: 'pending',
    ...settled(open, plan, true, clock),
    approvalId: approval.id,
    output: {
      status: 'approval_pending',
      approval_id: approval.id,
      console_url: url,
      retry_after_s: limits.retryAfterSeconds,
    },
    text: pendingText(approval, plan, url),
  }
}

function pendingText(approval: ApprovalView, { prepared, profile }: Plan, url: string): string {
  const wait = profile.isEnabled('approval_wait')
    ? `Call approval_wait with approval_id="${approval.id}", or repeat`
    : 'Repeat'
  return [
    `Not run yet: a person has to approve "${prepared.label}" first (${approval.because.reason})`,
    `${wait} this call later: once approved, the same call runs at once.`,
    `The person answers at ${url} or with: upperhand ask approve ${approval.id}`,
  ].join('\n')
}

/** Here the effect is already there: whoever reads the error must not think that nothing happened. */
function recordSuccess(open: OpenCall, end: CallEnd): void {
  try {
    open.finished(end)
  } catch (cause) {
    throw new HostError('EXECUTION_FAILED', 'The call ran, but its outcome could not be recorded.', {
      hint: `Look at what it did before you repeat it. ${HostError.from(cause).message}`,
      cause,
    })
  }
}

function recordFailure(open: OpenCall, error: HostError, approvalId: string | undefined, log: Logger): void {
  // A flood is told once a minute, not once a call.
  if (error.code === 'LIMIT_REACHED' && error.details?.['isRepeated'] === true) return
  const because = error.details?.['because'] as Parameters<OpenCall['finished']>[0]['because']
  try {
    open.finished({ state: STATE_OF[error.code] ?? 'failed', error, because, approvalId })
  } catch (cause) {
    // Nothing more can be recorded (full disk); the caller still gets the first error.
    log.error('a failed call could not be recorded', { callId: open.id, cause })
  }
}

const STATE_OF: Partial<Record<HostError['code'], Extract<CallState, 'denied' | 'expired' | 'cancelled'>>> = {
  PERMISSION_DENIED: 'denied',
  APPROVAL_REQUIRED: 'denied',
  TOOL_DISABLED: 'denied',
  APPROVAL_EXPIRED: 'expired',
  CANCELLED: 'cancelled',
}

function cancelled(cause: unknown): HostError {
  return new HostError('CANCELLED', 'The call was cancelled.', { cause })
}

function report({ onProgress }: CallRequest, message: string, fraction: number | undefined): void {
  onProgress?.({ progress: fraction ?? 0, total: fraction === undefined ? undefined : 1, message })
}

function patienceFor(
  approval: ApprovalView,
  reason: WaitReason,
  { onWaiting, patienceMs }: CallRequest,
  limits: Limits,
): number {
  return onWaiting?.(approval, reason) ?? patienceMs ?? limits.patienceMs
}

/** Keeps a patient client informed while a person decides. */
function waitFor(approval: ApprovalView, request: CallRequest, limits: Limits): Waiting {
  const { onProgress } = request
  const patienceMs = patienceFor(approval, 'approval', request, limits)
  let ticks = 0
  const tick = () => {
    onProgress?.({ progress: ticks, message: `Waiting for a person: ${approval.label}` })
    ticks += 1
  }
  tick()
  const timer = setInterval(tick, limits.progressEveryMs)
  timer.unref()
  return { patienceMs, [Symbol.dispose]: () => clearInterval(timer) }
}
