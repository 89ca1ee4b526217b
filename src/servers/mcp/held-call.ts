import type { Caller } from '../../contract/run.ts'
import type { AskClient, OpenQuestion } from './ask-client.ts'
import type { ToolCall } from './call-tool.ts'
import { type Elicitation, formOf } from './elicitation.ts'
import type { McpParts } from './parts.ts'
import { answerOf, type FinalAnswer } from './tool-answer.ts'

export type HeldCall = (caller: Caller, call: ToolCall, ask: AskClient | undefined) => Promise<FinalAnswer>

/** Clients up to 2025 are held as long as they can bear, with progress if they gave a token; then they get the handle. */
export function createHeldCall(parts: McpParts, elicitation: Elicitation): HeldCall {
  return async (caller, { name, args, signal, onProgress }, ask) => {
    let question: OpenQuestion | undefined
    const outcome = await parts.calls.call({
      name,
      args,
      caller,
      signal,
      onProgress,
      patienceMs: parts.limits.patienceMs,
      onWaiting: (card, reason) => {
        if (ask === undefined || reason === 'answer' || !elicitation.canShow(card, caller)) return undefined
        question = ask({
          about: card.id,
          method: 'elicitation/create',
          params: formOf(card),
          onAnswer: (answer) => void elicitation.decide(card, answer, caller),
        })
        return undefined
      },
    })
    // An approval that is still open can still be answered in the dialog; the repeated call runs then.
    if (outcome.status !== 'pending') question?.withdraw()
    return answerOf(parts, name, outcome)
  }
}
