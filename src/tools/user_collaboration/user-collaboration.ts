import { z } from 'zod'
import type { Collaboration } from '../../approvals/collaboration.ts'
import { oneLine } from '../../base/visible.ts'
import { operation } from '../operation.ts'

export const userCollaboration = ({ collaboration }: { collaboration: Collaboration }) =>
  operation({
    name: 'user_collaboration',
    title: 'Ask a person',
    description:
      'Ask the person a question and wait for the answer. With authorize_operation, ask to allow a call of that operation that was just refused.',
    effect: 'read',
    icon: 'question',
    input: z.strictObject({
      prompt: z.string().min(1).max(8_000).describe('The question.'),
      context: z.string().max(8_000).optional().describe('What the person should know.'),
      authorize_operation: z
        .string()
        .optional()
        .describe('Id of the refused operation, such as file_operations.create_file.'),
    }),
    output: z.object({
      status: z.enum(['answered', 'approved', 'denied', 'expired', 'pending']),
      userResponse: z.string().nullable(),
      waitTimeSeconds: z.number(),
      approval_id: z.string(),
    }),
    aliases: { authorize_operation: ['authorizeOperation'] },
    example: { prompt: 'Found 500 files to rename. Proceed?' },
    label: ({ prompt }) => `Asking: ${oneLine(prompt, 80)}`,
    details: ({ context }) => (context === undefined ? [] : [context]),
    waits: true,
    bound: 'windowed',

    async run({ prompt, context, authorize_operation: authorizes }, _touched, { caller, patience, signal, progress }) {
      progress('Waiting for a person to answer')
      const reply = await collaboration.ask({
        caller,
        prompt,
        context: context ?? null,
        authorizes: authorizes ?? null,
        patience,
        signal,
      })
      return {
        status: reply.status,
        userResponse: reply.userResponse,
        waitTimeSeconds: reply.waitTimeSeconds,
        approval_id: reply.approvalId,
      }
    },

    text: ({ status, userResponse, approval_id }) => {
      switch (status) {
        case 'answered':
          return `The person answered: ${userResponse}\nGo on with that. An answer in words approves nothing by itself.`
        case 'approved':
          return 'The person approved that very call, once. Repeat it now, unchanged.'
        case 'denied':
          return `The person denied it${userResponse === null || userResponse === 'denied' ? '' : `: ${userResponse}`}. Do not repeat the call; go on without it.`
        case 'expired':
          return 'Nobody answered in time. This is not a denial: do something else, or ask again.'
        case 'pending':
          return `No answer yet. Call approval_wait with approval_id="${approval_id}", or repeat this question later: the answer is kept.`
      }
    },
  })
