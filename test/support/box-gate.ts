import type { Limits } from '../../src/base/limits.ts'
import { approvalWaitToolset } from '../../src/tools/approval_wait/index.ts'
import { userCollaborationToolset } from '../../src/tools/user_collaboration/index.ts'
import { boxes, boxToolset } from './box-operation.ts'
import { testGate } from './gate.ts'

export const NO_PATIENCE = { patienceMs: 0 }
export const put = (name: string, text = 'hello') => ['box_operations.put', { name, text }] as const

/** The gate over boxes, with the tools that ask people. */
export function boxGate(limits: Partial<Limits> = {}) {
  const state = boxes()
  const gate = testGate(
    (made) => [
      userCollaborationToolset({
        get collaboration() {
          return made().collaboration
        },
      }),
      boxToolset(state),
      approvalWaitToolset({
        get approvals() {
          return made().approvals
        },
      }),
    ],
    limits,
  )
  return Object.assign(gate, { state })
}
