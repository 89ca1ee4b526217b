import { runCli } from './cli/cli.ts'

/** `upperhand history ls | head` ends like any other program. */
process.stdout.on('error', (cause: NodeJS.ErrnoException) => {
  if (cause.code === 'EPIPE') process.exit(0)
  throw cause
})

process.exitCode = await runCli(process.argv.slice(2), {
  env: process.env,
  directory: process.cwd(),
  program: process.argv[1] ?? '',
  isTerminal: process.stdout.isTTY === true,
  isInteractive: process.stdin.isTTY === true && process.stdout.isTTY === true,
  write: (text) => void process.stdout.write(text),
  writeError: (text) => void process.stderr.write(text),
  streams: { readable: process.stdin, writable: process.stdout },
  createHost: async (options) => (await import('./host.ts')).createHost(options),
})
