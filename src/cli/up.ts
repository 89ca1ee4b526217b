import { describeCommand, type MakeCommand, toolsOf } from './command.ts'
import { findRunning } from './find-running.ts'
import { ownCommand } from './own-command.ts'
import { startDaemon } from './start-daemon.ts'
import { troubleLines } from './status.ts'

export const upCommand: MakeCommand = (context) =>
  describeCommand({
    name: 'up',
    summary: 'Start upperhand in the background, if it is not running.',
    examples: ['upperhand up'],
  }).action(async (_options, command) => {
    const { output } = toolsOf(context, command)
    const running = await findRunning(context)
    const status = running ?? (await startDaemon(context))
    const verb = running === undefined ? 'runs' : 'was already running'
    output.answer({ started: running === undefined, ...status }, () => [
      `upperhand ${verb} at ${status.url}. Sign in with: ${ownCommand(context)} open`,
      ...troubleLines(status, output),
    ])
  })
