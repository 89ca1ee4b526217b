import type { Collaboration } from '../../approvals/collaboration.ts'
import type { Toolset } from '../operation.ts'
import { userCollaboration } from './user-collaboration.ts'

export const userCollaborationToolset = (services: { collaboration: Collaboration }): Toolset => ({
  name: 'user_collaboration',
  title: 'Ask a person',
  summary: 'Questions to the person, and requests for approval.',
  category: 'collaboration',
  shape: 'single',
  operations: [userCollaboration(services)],
})
