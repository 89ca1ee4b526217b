import type { Approvals } from '../../approvals/approvals.ts'
import type { Toolset } from '../operation.ts'
import { approvalWait } from './approval-wait.ts'

export const approvalWaitToolset = (services: { approvals: Approvals }): Toolset => ({
  name: 'approval_wait',
  title: 'Wait for an approval',
  summary: 'Waiting for a decision by its id.',
  category: 'collaboration',
  shape: 'single',
  operations: [approvalWait(services)],
})
