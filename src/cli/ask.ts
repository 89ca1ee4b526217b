import type { ApprovalView } from '../contract/approvals.ts'
import { cardLines } from './ask-card.ts'
import { answerCommand, approveCommand, denyCommand } from './ask-decide.ts'
import { grantsCommand, revokeCommand } from './ask-grants.ts'
import { approvalLines } from './ask-list.ts'
import { watchCommand } from './ask-watch.ts'
import { describeCommand, type MakeCommand, toolsOf } from './command.ts'
import { APPROVAL_ID, findApproval } from './find-approval.ts'

export const askCommand: MakeCommand = (context, setExitCode) => {
  const command = describeCommand({
    name: 'ask',
    summary: 'Decide what agents ask for.',
    examples: [
      'upperhand ask',
      'upperhand ask watch',
      'upperhand ask show apr_1a2b3c',
      'upperhand ask approve apr_1a2b3c',
    ],
  }).addCommand(listCommand(context, setExitCode), { isDefault: true })
  for (const make of [
    showCommand,
    watchCommand,
    approveCommand,
    denyCommand,
    answerCommand,
    grantsCommand,
    revokeCommand,
  ]) {
    command.addCommand(make(context, setExitCode))
  }
  return command
}

const listCommand: MakeCommand = (context) =>
  describeCommand({
    name: 'ls',
    summary: 'List what waits for your decision.',
    examples: ['upperhand ask ls', 'upperhand ask ls --all'],
  })
    .option('--all', 'also what has been decided')
    .action(async (_options, command) => {
      const { api, output, options } = toolsOf<{ all?: boolean }>(context, command)
      const { approvals } = await api.get<{ approvals: ApprovalView[] }>(
        options.all === true ? '/api/approvals' : '/api/approvals?state=pending',
      )
      output.answer({ approvals }, () => approvalLines(approvals, output, Date.now()))
    })

const showCommand: MakeCommand = (context) =>
  describeCommand({
    name: 'show',
    summary: 'Show everything a decision is about.',
    examples: ['upperhand ask show apr_1a2b3c'],
  })
    .argument(...APPROVAL_ID)
    .action(async (id: string, _options, command) => {
      const { api, output } = toolsOf(context, command)
      const approval = await findApproval(api, id)
      output.answer(approval, () => cardLines(approval, output, Date.now()))
    })
