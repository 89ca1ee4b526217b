import type { ApprovalView } from '../contract/approvals.ts'
import type { Api } from './api.ts'

export const APPROVAL_ID = ['<id>', 'the id, or a unique beginning of it'] as const

export function findApproval(api: Api, id: string): Promise<ApprovalView> {
  return api.get(`/api/approvals/${encodeURIComponent(id)}`)
}
