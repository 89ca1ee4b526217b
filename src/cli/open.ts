import { describeCommand, type MakeCommand, toolsOf } from './command.ts'
import { findRunning } from './find-running.ts'
import { openBrowser } from './open-browser.ts'
import { startDaemon } from './start-daemon.ts'

export const openCommand: MakeCommand = (context) =>
  describeCommand({
    name: 'open',
    summary: 'Sign in to the console: print a one-time link, and open it in a terminal session.',
    examples: ['upperhand open', 'upperhand open --print'],
  })
    .option('--print', 'print the link only')
    .action(async (_options, command) => {
      const { api, output, options } = toolsOf<{ print?: boolean }>(context, command)
      if ((await findRunning(context)) === undefined) await startDaemon(context)
      const { url } = await api.post<{ url: string }>('/api/login-link')
      output.answer({ login: url }, () => [url])
      if (context.isTerminal && !output.isJson && options.print !== true) openBrowser(url)
    })
