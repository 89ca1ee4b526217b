import { describeCommand, type MakeCommand, toolsOf } from './command.ts'
import { type BoardEntry, processLines } from './terminal-lines.ts'

export const psCommand: MakeCommand = (context) =>
  describeCommand({
    name: 'ps',
    summary: 'List what agents and you have running: state, ports, CPU and memory.',
    examples: ['upperhand ps', 'upperhand ps --json'],
  }).action(async (_options, command) => {
    const { api, output } = toolsOf(context, command)
    const { processes } = await api.get<{ processes: BoardEntry[] }>('/api/processes')
    output.answer({ processes }, () => processLines(processes, output, Date.now()))
  })
