import { resolve } from 'node:path'
import { HostError } from '../base/host-error.ts'
import { openDataDirectory } from '../config/data-directory.ts'
import { describeCommand, type MakeCommand, toolsOf } from './command.ts'
import { openLogFile } from './log-file.ts'
import { endOnCrash } from './on-crash.ts'
import { stopSignal } from './stop-signals.ts'

interface Options {
  readonly profile?: string
  readonly workdir?: string
  readonly inProcess?: boolean
}

/** Without `--in-process` the shim answers, in `bin/`, before anything here is loaded. */
export const stdioCommand: MakeCommand = (context) =>
  describeCommand({
    name: 'stdio',
    summary: 'Speak MCP on standard input and output; starts upperhand in the background if it is not running.',
    examples: [
      'upperhand stdio',
      'upperhand stdio --profile read-only --workdir ~/project',
      'upperhand stdio --in-process',
    ],
  })
    .option('--profile <id>', 'publish this profile instead of the active one')
    .option('--workdir <directory>', 'work here instead of the current directory')
    .option('--in-process', 'run a private upperhand in this process, for containers and tests')
    .action(async (_options, command) => {
      const { options } = toolsOf<Options>(context, command)
      if (options.inProcess !== true) throw new HostError('INTERNAL', 'The shim runs from bin/upperhand.mjs.')
      const directory = openDataDirectory(context.env)
      const logFile = openLogFile(directory.path('logs/daemon.log'))
      const host = await context.createHost({
        env: context.env,
        // Any free port: a second one must not disturb the first, and the CLI finds it by its socket.
        flags: { port: 0 },
        writeLog: logFile.write,
        lockPatienceMs: 0,
      })
      endOnCrash(host.log)
      try {
        await host.start()
        const { closed } = host.connect(context.streams, {
          profile: options.profile ?? null,
          workdir: resolve(context.directory, options.workdir ?? '.'),
        })
        await Promise.race([closed, stopSignal()])
      } finally {
        await host.close()
        logFile.close()
      }
    })
