import type { CallOutcome, WaitReason } from '../../calls/calls.ts'
import type { ApprovalView } from '../../contract/approvals.ts'
import { type Caller, principalOf } from '../../contract/run.ts'
import type { ToolCall } from './call-tool.ts'
import { type Elicitation, FORM_KEY, formOf } from './elicitation.ts'
import type { ModernManners } from './manners.ts'
import type { McpParts } from './parts.ts'
import { createRounds, type Memory } from './rounds.ts'
import type { Task, TaskEnd, Tasks } from './tasks.ts'
import { answerOf, type FinalAnswer, type ToolAnswer } from './tool-answer.ts'

export type ModernCall = (caller: Caller, call: ToolCall, manners: ModernManners) => Promise<ToolAnswer>

/**
 * Clients of 2026. A call that has to wait for a person becomes a task where the client takes tasks; otherwise it is held
 * for a while and asked to come back, a few times; then it gets the handle that every client can use.
 */
export function createModernCall(parts: McpParts, elicitation: Elicitation, tasks: Tasks): ModernCall {
  const { limits } = parts
  const rounds = createRounds(parts)

  /** A question for a person is not asked in rounds; a form is shown at once. */
  const holdMs = (reason: WaitReason, showsForm: boolean): number => {
    if (reason === 'answer') return limits.patienceMs
    return showsForm ? 0 : Math.min(limits.holdMs, limits.patienceMs)
  }

  return async (caller, { name, args, signal, onProgress }, { abilities, requestState, inputResponses }) => {
    const key = () => ({ principal: principalOf(caller), name, args })
    const resumed = requestState === undefined ? undefined : rounds.resume(requestState, key())
    if (resumed?.ok === false) return resumed
    const round = resumed?.round
    const form = round?.memory.form
    if (form?.isFresh) await elicitation.decide(form.card, inputResponses?.[FORM_KEY], caller)

    const leash = abilities.tasks ? createLeash(signal) : undefined
    let card: ApprovalView | undefined
    let task: Task | undefined
    let showsForm = false

    /** Says how long to wait, and with that which way. */
    const onWaiting = (waiting: ApprovalView, reason: WaitReason): number => {
      if (task !== undefined) return limits.approvalExpiryMs
      if (reason === 'approval') {
        card = waiting
        showsForm = abilities.elicitation && form?.card.id !== waiting.id && elicitation.canShow(waiting, caller)
      }
      task = leash && tasks.open(principalOf(caller), `Waiting for a person: ${waiting.label}`, leash.abort)
      if (task === undefined) return holdMs(reason, showsForm)
      if (showsForm) {
        task.ask(FORM_KEY, formRequest(waiting), (answer) => void elicitation.decide(waiting, answer, caller))
      }
      leash?.slip()
      return limits.approvalExpiryMs
    }

    const calling = parts.calls.call({
      name,
      args,
      caller,
      signal: leash?.signal ?? signal,
      patienceMs: limits.patienceMs,
      resumes: round?.memory.approvalId,
      onWaiting,
      onProgress: (progress) => (task === undefined ? onProgress?.(progress) : task.report(progress.message)),
    })
    await (leash === undefined ? calling : Promise.race([calling, leash.slipped]))
    if (task !== undefined) {
      round?.end()
      void calling.then((outcome) => task?.settle(endOf(outcome, answerOf(parts, name, outcome))))
      return { ok: true, result: { resultType: 'task', ...task.view(), _meta: {} } }
    }

    const outcome = await calling
    const answer = answerOf(parts, name, outcome)
    if (outcome.status !== 'pending' || card === undefined || !answer.ok) {
      // Who went away while it waited may come back; a call that ran has ended, however it ended.
      if (card !== undefined && isCancelled(outcome)) round?.release()
      else round?.end()
      return answer
    }
    const { id, version, digest } = card
    const shown = showsForm ? { card: { id, version, digest }, isFresh: true } : form && { ...form, isFresh: false }
    const memory: Memory = { approvalId: id, form: shown }
    const state = round === undefined ? rounds.open(key(), memory) : round.again(memory)
    if (state === null) return answer
    const inputRequests = showsForm ? { inputRequests: { [FORM_KEY]: formRequest(card) } } : {}
    // A client that does not know rounds reads the handle in it, as in any other result.
    return {
      ok: true,
      result: { ...answer.result, resultType: 'input_required', requestState: state, ...inputRequests },
    }
  }
}

function formRequest(card: ApprovalView) {
  return { method: 'elicitation/create', params: formOf(card) }
}

function endOf(outcome: CallOutcome, answer: FinalAnswer): TaskEnd {
  if (isCancelled(outcome)) return { status: 'cancelled' }
  return answer.ok ? { status: 'completed', result: answer.result } : { status: 'failed', error: answer.error }
}

function isCancelled(outcome: CallOutcome): boolean {
  return outcome.status === 'failed' && outcome.error.code === 'CANCELLED'
}

/** Ties a call to its request until it slips away: what became a task outlives the request. */
function createLeash(request: AbortSignal | undefined) {
  const own = new AbortController()
  const abort = () => own.abort()
  const { promise: slipped, resolve } = Promise.withResolvers<void>()
  if (request?.aborted) abort()
  request?.addEventListener('abort', abort, { once: true })
  return {
    signal: own.signal,
    abort,
    slipped,
    slip: () => {
      request?.removeEventListener('abort', abort)
      resolve()
    },
  }
}
