import { Command, CommanderError, Help, Option } from 'commander'
import { HostError } from '../base/host-error.ts'
import { ERROR_CODES } from '../contract/errors.ts'
import { VERSION } from '../version.ts'
import { askCommand } from './ask.ts'
import { callCommand } from './call.ts'
import { clientsCommand } from './clients.ts'
import type { MakeCommand } from './command.ts'
import { completionCommand } from './completion/completion.ts'
import { connectCommand } from './connect.ts'
import type { Context } from './context.ts'
import { disconnectCommand } from './disconnect.ts'
import { doctorCommand } from './doctor/doctor.ts'
import { downCommand } from './down.ts'
import { guideAction } from './guide.ts'
import { historyCommand } from './history.ts'
import { levelCommand } from './level.ts'
import { logoutCommand } from './logout.ts'
import { logsCommand } from './logs.ts'
import { memoryCommand } from './memory.ts'
import { openCommand } from './open.ts'
import { jsonText } from './output.ts'
import { pauseCommand, resumeCommand } from './pause.ts'
import { profileCommand } from './profile.ts'
import { promptCommand } from './prompt.ts'
import { psCommand } from './ps.ts'
import { rulesCommand } from './rules.ts'
import { serveCommand } from './serve.ts'
import { statusCommand } from './status.ts'
import { stdioCommand } from './stdio.ts'
import { termCommand } from './term.ts'
import { todoCommand } from './todo.ts'
import { tokensCommand } from './tokens.ts'
import { toolsCommand } from './tools.ts'
import { topicCommand } from './topic.ts'
import { upCommand } from './up.ts'

/** In the order and under the headings in which help shows them. */
const COMMANDS: Readonly<Record<string, readonly MakeCommand[]>> = {
  'Running:': [
    upCommand,
    downCommand,
    statusCommand,
    openCommand,
    logoutCommand,
    logsCommand,
    doctorCommand,
    serveCommand,
  ],
  'Connecting AI clients:': [connectCommand, disconnectCommand, clientsCommand, tokensCommand, stdioCommand],
  'Deciding:': [askCommand, rulesCommand, levelCommand, pauseCommand, resumeCommand],
  'Terminals:': [termCommand, psCommand],
  'Tools:': [toolsCommand, profileCommand, callCommand],
  'Knowledge:': [memoryCommand, topicCommand, todoCommand, promptCommand],
  'Looking back:': [historyCommand],
  'Your shell:': [completionCommand],
}

const AFTER_HELP = `
Without a command: how upperhand is or, in a terminal, the first run.
Without questions: upperhand --yes --connect claude-code,codex

Exit codes: 0 done · 1 failed · 2 wrong input · 4 not found · 5 refused
  6 waits for a person · 7 conflict, or owned by another upperhand
  8 timeout, limit or cancelled · 9 not running, or not available
  70 a fault of upperhand`

/** Runs one command line and answers its exit code. */
export async function runCli(args: readonly string[], context: Context): Promise<number> {
  let exitCode = 0
  const program = new Command('upperhand')
    .description('Give AI agents hands, keep the upper hand.')
    .version(VERSION, '-V, --version')
    .option('--json', 'answer with JSON')
    .option('--plain', 'for screen readers: no colour, nothing drawn again')
    .addOption(new Option('--yes', 'set it up without questions').hideHelp())
    .addOption(new Option('--connect <clients>', 'and connect these, with commas between').hideHelp())
    .helpOption('-h, --help', 'show help')
    .configureHelp({ showGlobalOptions: true, subcommandTerm, subcommandDescription })
    .configureOutput({ writeOut: context.write, writeErr: context.writeError })
    .showSuggestionAfterError()
    .exitOverride()
    .addHelpText('after', AFTER_HELP)
    .allowExcessArguments()
    .action(guideAction(context))
  const setExitCode = (code: number) => {
    exitCode = code
  }
  for (const [heading, commands] of Object.entries(COMMANDS)) {
    for (const make of commands) inherit(program, make(context, setExitCode).helpGroup(heading))
  }
  try {
    await program.parseAsync(args, { from: 'user' })
    return exitCode
  } catch (cause) {
    if (cause instanceof CommanderError) return cause.exitCode === 0 ? 0 : ERROR_CODES.INVALID_PARAMETERS.exit
    return fail(cause, context, args.includes('--json'))
  }
}

/** The first list is short: names, and what each is for. Its own help has the rest. */
function subcommandTerm(command: Command): string {
  return isFirst(command) ? command.name() : new Help().subcommandTerm(command)
}

function subcommandDescription(command: Command): string {
  const text = command.description()
  return isFirst(command) ? (text.split(/[.;:](?: |$)/)[0] ?? text) : text
}

function isFirst({ parent }: Command): boolean {
  return parent?.parent === null
}

/** Output and error handling are copied when a command is made by `command()`; ours are made apart. */
function inherit(parent: Command, command: Command): void {
  command.copyInheritedSettings(parent).allowExcessArguments(false)
  for (const below of command.commands) inherit(command, below)
  if (!parent.commands.includes(command)) parent.addCommand(command)
}

function fail(cause: unknown, { writeError }: Context, isJson: boolean): number {
  const error = HostError.from(cause)
  const { code, message, hint, details } = error
  if (isJson) writeError(`${jsonText({ error: { code, message, hint: hint ?? null, ...details } })}\n`)
  else writeError(`${[message, hint].filter((line) => line !== undefined).join('\n')}\n`)
  // There may be no log: nothing but the command itself has failed.
  if (code === 'INTERNAL' && error.cause instanceof Error) writeError(`${error.cause.stack}\n`)
  return error.exitCode
}
