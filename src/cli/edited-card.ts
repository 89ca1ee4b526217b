import type { ApprovalView, EditedCard } from '../contract/approvals.ts'
import type { Api } from './api.ts'
import { reasonLines, riskWords } from './approval-words.ts'
import { previewLines, resourceLines } from './ask-card.ts'
import { type Output, shown } from './output.ts'

type Args = Readonly<Record<string, unknown>>

/** What a decision says about edited arguments: which, and that they were seen as they will run. */
export interface Edited {
  readonly editedArgs: Args
  readonly editedDigest: string
}

export async function editedCard(
  api: Api,
  { id, version, digest }: ApprovalView,
  editedArgs: Args,
): Promise<{ readonly card: EditedCard; readonly decision: Edited }> {
  const card = await api.post<EditedCard>(`/api/approvals/${id}/edited`, { version, digest, editedArgs })
  return { card, decision: { editedArgs, editedDigest: card.editedDigest } }
}

/** The call as it would run, judged again. */
export function editedLines(card: EditedCard, { paint }: Output): string[] {
  const { label, details, risk, verdict, resources, preview } = card
  return [
    `${riskWords(risk.tier, paint)}  ${paint('bold', shown(label))}`,
    ...details.map((detail) => `  ${shown(detail)}`),
    ...reasonLines(card).map((reason) => `  ${verdict === 'deny' ? 'Refused' : 'Why'}: ${reason}`),
    ...resources.flatMap(resourceLines),
    ...previewLines(preview, paint),
  ]
}
