import { Hono } from 'hono'
import { z } from 'zod'
import {
  type Answer,
  APPROVAL_STATES,
  type ApprovalState,
  type ApprovalSummary,
  type ApprovalView,
  answerSchema,
  type Decision,
  decisionSchema,
  type Edit,
  type EditedCard,
  editSchema,
} from '../../../contract/approvals.ts'
import { actor, body, type HttpEnv, param, query } from '../http-env.ts'
import { recordId } from './ids.ts'

export interface ApprovalService {
  /** Without arguments and previews: those can be long. */
  readonly list: (state?: ApprovalState) => readonly ApprovalSummary[]
  /** Accepts a unique beginning of an id. */
  readonly find: (prefix: string) => ApprovalView
  /** Throws CONFLICT for a stale version, APPROVAL_EXPIRED for one that can no longer be decided. */
  readonly decide: (id: string, decision: Decision, by: string) => Promise<ApprovalView>
  readonly edited: (id: string, edit: Edit) => Promise<EditedCard>
  readonly answer: (id: string, answer: Answer, by: string) => Promise<ApprovalView>
  /** Rules that would have let it through, from narrow to broad, with what they would have changed in the past. */
  readonly candidates: (id: string) => readonly object[]
}

export const approvalsQuery = z.strictObject({ state: z.enum(APPROVAL_STATES).optional() })

export function approvalRoutes(approvals: ApprovalService) {
  return new Hono<HttpEnv>()
    .get('/', (c) => c.json({ approvals: approvals.list(query(c, approvalsQuery).state) }))
    .get('/:id', (c) => c.json(approvals.find(param(c, 'id', recordId))))
    .get('/:id/candidates', (c) => c.json({ candidates: approvals.candidates(param(c, 'id', recordId)) }))
    .post('/:id/edited', async (c) =>
      c.json(await approvals.edited(param(c, 'id', recordId), await body(c, editSchema))),
    )
    .post('/:id/decision', async (c) =>
      c.json(await approvals.decide(param(c, 'id', recordId), await body(c, decisionSchema), actor(c))),
    )
    .post('/:id/answer', async (c) =>
      c.json(await approvals.answer(param(c, 'id', recordId), await body(c, answerSchema), actor(c))),
    )
}
