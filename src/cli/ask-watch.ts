import type { ApprovalSummary, ApprovalView } from '../contract/approvals.ts'
import type { Api } from './api.ts'
import { cardLines } from './ask-card.ts'
import { describeCommand, type MakeCommand, toolsOf } from './command.ts'
import type { Context } from './context.ts'
import { followEvents } from './follow-events.ts'
import type { Output } from './output.ts'
import { watchCards } from './watch-cards.ts'

export const watchCommand: MakeCommand = (context) =>
  describeCommand({
    name: 'watch',
    summary: 'Decide one card at a time as they come. Without a terminal it only shows them.',
    examples: ['upperhand ask watch', 'upperhand ask watch --plain', 'upperhand ask watch --json'],
  }).action(async (_options, command) => {
    const { api, output } = toolsOf(context, command)
    // Says at once when nothing runs; later on a daemon that is gone is waited for.
    await api.get('/api/status')
    if (output.isJson || !context.isInteractive) await showCards(context, api, output)
    else await watchCards({ context, api, output })
  })

/** For pipes and scripts: every card once, and nothing is read. Runs until it is ended. */
async function showCards(context: Context, api: Api, output: Output): Promise<void> {
  const told = new Set<string>()
  const refresh = async () => {
    const { approvals } = await api.get<{ approvals: ApprovalSummary[] }>('/api/approvals?state=pending')
    for (const { id } of approvals.filter(({ id }) => !told.has(id))) {
      told.add(id)
      const approval = await api.get<ApprovalView>(`/api/approvals/${id}`)
      if (output.isJson) context.write(`${JSON.stringify(approval)}\n`)
      else for (const line of [...cardLines(approval, output, Date.now()), '']) context.write(`${line}\n`)
    }
  }
  const onEvent = (type: string) => {
    // What fails now is told by the next event, or by the daemon's absence.
    if (type === 'snapshot' || type === 'approval.requested') refresh().catch(() => {})
  }
  const onLost = () => context.writeError('upperhand is gone. Waiting for it.\n')
  await followEvents(api, { onEvent, onLost }, new AbortController().signal)
}
