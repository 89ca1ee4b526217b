import { z } from 'zod'
import type { Approvals } from '../../approvals/approvals.ts'
import { HostError } from '../../base/host-error.ts'
import { principalOf } from '../../contract/run.ts'
import { operation } from '../operation.ts'

const WAIT_SECONDS_MAX = 300

export const approvalWait = ({ approvals }: { approvals: Approvals }) =>
  operation({
    name: 'approval_wait',
    title: 'Wait for an approval',
    description:
      'Wait for a person to decide on a pending approval. Once approved, repeat the original call: it runs at once.',
    effect: 'read',
    icon: 'hourglass',
    input: z.strictObject({
      approval_id: z.string().describe('From the approval_pending result.'),
      wait_seconds: z
        .number()
        .min(0)
        .max(WAIT_SECONDS_MAX)
        .optional()
        .describe('Longest wait; the connection may allow less.'),
    }),
    output: z.object({
      status: z.enum(['pending', 'approved', 'denied', 'answered', 'expired']),
      approval_id: z.string(),
      message: z.string().nullable(),
    }),
    aliases: { approval_id: ['approvalId'], wait_seconds: ['waitSeconds'] },
    example: { approval_id: 'apr_0123456789abcdef0123456789abcdef' },
    label: () => 'Waiting for an approval',
    waits: true,
    bound: 'windowed',

    async run({ approval_id: id, wait_seconds: seconds }, _touched, { caller, patience, signal, progress }) {
      if (!caller.isPerson && !approvals.belongsTo(id, principalOf(caller))) {
        throw new HostError('NOT_FOUND', `There is no approval ${id} of yours.`, {
          hint: 'Use the approval_id of an approval_pending result.',
        })
      }
      progress('Waiting for a person to decide')
      const asked = approvals.get(id)
      const longestMs = (seconds ?? WAIT_SECONDS_MAX) * 1_000
      const waitMs = asked.state === 'pending' && longestMs > 0 ? Math.min(patience(asked), longestMs) : 0
      const { state, message } = await approvals.wait(id, waitMs, signal)
      const status = state === 'spent' ? 'approved' : state === 'withdrawn' ? 'expired' : state
      return { status, approval_id: id, message }
    },

    text: ({ status, message }) => {
      const said = message === null ? '' : ` The person says: ${message}`
      switch (status) {
        case 'approved':
          return `Approved. Repeat the original call now, unchanged.${said}`
        case 'denied':
          return `Denied. Do not repeat the call.${said}`
        case 'answered':
          return `The person answered.${said}`
        case 'expired':
          return 'Nobody answered in time. This is not a denial: do something else, or make the call again.'
        case 'pending':
          return 'Still waiting for a person. Do other work and wait again later.'
      }
    },
  })
