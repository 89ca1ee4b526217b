import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { InvalidArgumentError } from 'commander'
import { HostError } from '../base/host-error.ts'
import { openDataDirectory } from '../config/data-directory.ts'
import type { StatusView } from '../contract/status.ts'
import { createApi } from './api.ts'
import { describeCommand, type MakeCommand, toolsOf } from './command.ts'
import type { Context, Ready, RunningHost } from './context.ts'
import { findRunning } from './find-running.ts'
import { type LogFile, openLogFile } from './log-file.ts'
import { attentionLine } from './log-line.ts'
import { endOnCrash } from './on-crash.ts'
import type { Output } from './output.ts'
import { clientCommand, ownCommand } from './own-command.ts'
import { stopSignal } from './stop-signals.ts'

interface Options {
  readonly port?: number
  readonly host?: string
  readonly profile?: string
  readonly background?: boolean
  readonly reuse?: boolean
}

/** A predecessor that was just told to stop may need a moment. */
const LOCK_PATIENCE_MS = 3_000
const CLOSE_WITHIN_MS = 10_000

export const serveCommand: MakeCommand = (context, setExitCode) =>
  describeCommand({
    name: 'serve',
    summary: 'Run upperhand in the foreground until it is stopped.',
    examples: ['upperhand serve', 'upperhand serve --port 5000', 'upperhand serve --json'],
  })
    .option('--port <number>', 'listen here, or fail', portNumber)
    .option('--host <address>', 'listen on this address')
    .option('--profile <id>', 'serve clients that name no profile with this one')
    .option('--background', 'run without a terminal and write to the log only')
    .option('--reuse', 'if upperhand runs already, print its address and end')
    .action(async (_options, command) => {
      const { output, options } = toolsOf<Options>(context, command)
      const running = await findRunning(context)
      if (running === undefined) setExitCode(await serve(context, options, output))
      else if (options.reuse === true) await showRunning(context, running, output)
      else throw alreadyRunning(running)
    })

function portNumber(text: string): number {
  const port = Number(text)
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port
  throw new InvalidArgumentError('A port is a number from 0 to 65535.')
}

async function serve(context: Context, options: Options, output: Output): Promise<number> {
  const directory = openDataDirectory(context.env)
  // The daemon must not hold on to whatever directory it was started in.
  if (options.background === true) process.chdir(directory.root)
  const logFile = openLogFile(directory.path('logs/daemon.log'))
  const asked = Promise.withResolvers<string>()
  const host = await context.createHost({
    env: context.env,
    flags: { port: options.port, host: options.host },
    profile: options.profile,
    writeLog: logWriter(logFile, context, options),
    lockPatienceMs: LOCK_PATIENCE_MS,
    onShutdown: (by) => asked.resolve(by),
  })
  endOnCrash(host.log)
  const stopped = Promise.race([stopSignal(), asked.promise])
  const ready = await started(host)
  if (options.background !== true) announce(ready, context, output)
  host.log.info('stopping', { by: await stopped })
  return close(host, logFile)
}

/** In the foreground a person sees what needs attention; the file has everything. */
function logWriter(file: LogFile, { writeError }: Context, { background }: Options): (line: string) => void {
  if (background === true) return file.write
  return (line) => {
    file.write(line)
    const shownLine = attentionLine(line)
    if (shownLine !== undefined) writeError(`${shownLine}\n`)
  }
}

async function started(host: RunningHost): Promise<Ready> {
  try {
    return await host.start()
  } catch (cause) {
    await host.close()
    // CONFLICT is kept for "owned by another": whoever started us waits for that one instead.
    if (!(cause instanceof HostError) || cause.code !== 'CONFLICT') throw cause
    throw new HostError('UNAVAILABLE', cause.message, {
      ...(cause.hint === undefined ? {} : { hint: cause.hint }),
      cause,
    })
  }
}

async function close(host: RunningHost, logFile: LogFile): Promise<number> {
  const force = setTimeout(() => {
    host.log.error('did not stop in time')
    process.exit(1)
  }, CLOSE_WITHIN_MS)
  await host.close()
  clearTimeout(force)
  logFile.close()
  // Whatever still holds the event loop, there is nothing left to do.
  setTimeout(() => process.exit(), 500).unref()
  return 0
}

function announce({ url, login, mcp, token, pid, dataDir, notes }: Ready, context: Context, output: Output): void {
  const { write } = context
  if (output.isJson) {
    write(`${JSON.stringify({ url, login, mcp, token, pid, dataDir })}\n`)
    return
  }
  write(
    [
      output.paint('bold', 'upperhand is running.'),
      ...notes,
      '',
      `  Console  ${url}`,
      `  Sign in  ${login}`,
      `  Data     ${dataDir}`,
      '',
      ...connectLines({ mcp, dataDir }, context),
      '',
      `The sign-in link works once. Another one: ${ownCommand(context)} open`,
      'Ctrl-C stops upperhand.',
      '',
    ].join('\n'),
  )
}

/** The two ways in, ready to be copied. */
function connectLines({ mcp, dataDir }: Pick<Ready, 'mcp' | 'dataDir'>, context: Context): string[] {
  return [
    'Connect an AI client:',
    `  stdio    ${clientCommand(context)}`,
    `  HTTP     ${mcp}  (bearer token in ${join(dataDir, 'token')})`,
  ]
}

async function showRunning(context: Context, status: StatusView, { isJson }: Output): Promise<void> {
  const { url, mcpUrl: mcp, pid, dataDirectory: dataDir } = status
  const { url: login } = await createApi(context.env).post<{ url: string }>('/api/login-link')
  if (isJson) {
    const token = readFileSync(join(dataDir, 'token'), 'utf8').trim()
    context.write(`${JSON.stringify({ url, login, mcp, token, pid, dataDir })}\n`)
    return
  }
  context.write(
    [
      'upperhand is already running.',
      '',
      `  Console  ${url}`,
      `  Sign in  ${login}`,
      '',
      ...connectLines({ mcp, dataDir }, context),
      '',
    ].join('\n'),
  )
}

function alreadyRunning({ url, pid, dataDirectory }: StatusView): HostError {
  return new HostError(
    'CONFLICT',
    `upperhand with process id ${pid} already owns ${dataDirectory}. It runs at ${url}.`,
    {
      hint: 'Use that one, stop it with upperhand down, or set UPPERHAND_HOME to another directory.',
      details: { pid, url },
    },
  )
}
