import { describeCommand, type MakeCommand, toolsOf } from './command.ts'
import { stopDaemon } from './stop-daemon.ts'

export const downCommand: MakeCommand = (context) =>
  describeCommand({
    name: 'down',
    summary: 'Stop upperhand. Pending approvals are kept.',
    examples: ['upperhand down'],
  }).action(async (_options, command) => {
    const { output } = toolsOf(context, command)
    const stopped = await stopDaemon(context)
    output.answer({ stopped }, () => [stopped ? 'upperhand has stopped.' : 'upperhand was not running.'])
  })
