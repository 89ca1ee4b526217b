import { HostError } from '../base/host-error.ts'
import type { ApprovalView, Decision, Edit, EditedCall, EditedCard } from '../contract/approvals.ts'
import { assertOpen } from './settlements.ts'
import type { ApprovalRow } from './store.ts'

/** Edited arguments are prepared and judged again before they may be approved. */
export type PrepareEdited = (
  approval: ApprovalView,
  principal: string,
  args: Readonly<Record<string, unknown>>,
) => Promise<EditedCall>

interface Edits {
  readonly edited: (id: string, edit: Edit) => Promise<EditedCard>
  /** Of what will run: as it was asked, or as the person changed and saw it. */
  readonly approvedDigest: (row: ApprovalRow, decision: Decision) => Promise<string>
}

interface Parts {
  readonly fresh: (id: string) => ApprovalRow
  readonly view: (row: ApprovalRow) => ApprovalView
  readonly prepareEdited: PrepareEdited
}

export function createEdits({ fresh, view, prepareEdited }: Parts): Edits {
  return {
    edited: async (id, { version, digest, editedArgs }) => {
      const row = fresh(id)
      const card = view(row)
      assertOpen(row, version, card)
      assertFits({ version, digest, decision: 'approve', scope: 'once', editedArgs }, card)
      const call = await prepareEdited(card, row.principal, editedArgs)
      return { ...call, id: row.id, version, digest, operation: row.operation }
    },
    approvedDigest: async (row, decision) => {
      const { editedArgs } = decision
      if (editedArgs === undefined || decision.decision === 'deny') return row.digest
      const call = await prepareEdited(view(row), row.principal, editedArgs)
      assertSeen(decision, call)
      return call.editedDigest
    },
  }
}

/** What a person approves is what they were shown, edited or not. */
function assertSeen({ editedDigest }: Decision, call: EditedCall): void {
  if (editedDigest === undefined) {
    throw new HostError('INVALID_PARAMETERS', 'Edited arguments are approved by the digest of the edited call.', {
      hint: 'Ask for it first: POST /api/approvals/{id}/edited',
    })
  }
  if (call.editedDigest !== editedDigest) {
    throw new HostError('CONFLICT', 'The edited call is not what was shown any more.', {
      hint: 'Look at it again.',
      details: { edited: call },
    })
  }
  if (call.verdict === 'deny') throw new HostError('PERMISSION_DENIED', call.because.reason)
}

export function assertFits({ decision, digest, scope, editedArgs }: Decision, card: ApprovalView): void {
  if (digest !== card.digest) {
    throw new HostError('CONFLICT', 'The digest does not belong to this approval.', {
      hint: 'Look again: upperhand ask show',
      details: { approval: card },
    })
  }
  if (decision === 'deny') return
  if (card.kind === 'question') {
    throw new HostError('INVALID_PARAMETERS', 'This is a question: it wants an answer in words.', {
      hint: `upperhand ask answer ${card.id} "…"`,
    })
  }
  if (!card.options.includes(scope)) {
    throw new HostError('INVALID_PARAMETERS', `This approval can be given ${card.options.join(', ')} only.`)
  }
  if (editedArgs !== undefined && scope !== 'once') {
    throw new HostError('INVALID_PARAMETERS', 'Edited arguments can be approved once only.', {
      hint: 'Approve them once, or approve the call as it was asked for longer.',
    })
  }
}
