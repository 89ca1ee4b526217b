import { resolve } from 'node:path'
import { HostError } from '../base/host-error.ts'
import type { ScreenView, SessionView } from '../contract/terminals.ts'
import type { Api } from './api.ts'
import { attachTerminal } from './attach-terminal.ts'
import { byPrefix } from './by-prefix.ts'
import { describeCommand, type MakeCommand, toolsOf } from './command.ts'
import type { Context } from './context.ts'
import { terminalLines } from './terminal-lines.ts'

export const termCommand: MakeCommand = (context) => {
  const list = describeCommand({
    name: 'ls',
    summary: 'List the terminals, those that ended lately included.',
    examples: ['upperhand term ls', 'upperhand term ls --json'],
  }).action(async (_options, command) => {
    const { api, output } = toolsOf(context, command)
    const terminals = await terminalsOf(api)
    output.answer({ terminals }, () => terminalLines(terminals, output, Date.now()))
  })

  const attach = describeCommand({
    name: 'attach',
    summary: 'Watch a terminal and type into it. Ctrl-] leaves it running.',
    examples: ['upperhand term attach ses_1a2b3c'],
  })
    .argument('<id>', 'id, or a unique beginning of it')
    .action(async (id: string, _options, command) => {
      const { api } = toolsOf(context, command)
      await watch(context, api, byPrefix(await terminalsOf(api), id, 'terminal').id)
    })

  const open = describeCommand({
    name: 'new',
    summary: 'Open a terminal, with a shell or a command.',
    examples: ['upperhand term new', 'upperhand term new --detached -- npm run dev'],
  })
    .argument('[command...]', 'what to run instead of a shell')
    .option('--cwd <directory>', 'where')
    .option('--shell <shell>', 'which shell')
    .option('--detached', 'do not attach to it')
    .option('--record', 'keep what it shows as an asciicast file')
    .action(async (words: string[], _options, command) => {
      const { api, output, options } = toolsOf<OpenOptions>(context, command)
      const { cwd = '.', shell, detached, record } = options
      const session = await api.post<SessionView>('/api/terminals', {
        cwd: resolve(context.directory, cwd),
        ...(words.length === 0 ? {} : { command: words.map(quoted).join(' ') }),
        ...(shell === undefined ? {} : { shell }),
        ...(record === true ? { record } : {}),
      })
      if (context.isInteractive && !output.isJson && detached !== true) await watch(context, api, session.id)
      else output.answer(session, () => [`Opened ${session.id}. Attach: upperhand term attach ${session.id}`])
    })

  const kill = describeCommand({
    name: 'kill',
    summary: 'End terminals with everything they started.',
    examples: ['upperhand term kill ses_1a2b3c', 'upperhand term kill --force ses_1a2b3c'],
  })
    .argument('<ids...>', 'ids, or unique beginnings of them')
    .option('--force', 'at once, without asking them to end')
    .action(async (ids: string[], _options, command) => {
      const { api, output, options } = toolsOf<{ force?: boolean }>(context, command)
      const terminals = await terminalsOf(api)
      const ended: SessionView[] = []
      for (const { id } of ids.map((given) => byPrefix(terminals, given, 'terminal'))) {
        ended.push(await api.post<SessionView>(`/api/terminals/${id}/stop`, { force: options.force === true }))
      }
      output.answer({ ended }, () => ended.map(({ id }) => `Ended ${id}.`))
    })

  return describeCommand({
    name: 'term',
    summary: 'Terminals: what agents do in them, and your own.',
    examples: ['upperhand term', 'upperhand term attach ses_1a2b3c', 'upperhand term new'],
  })
    .addCommand(list, { isDefault: true })
    .addCommand(attach)
    .addCommand(open)
    .addCommand(kill)
}

interface OpenOptions {
  readonly cwd?: string
  readonly shell?: string
  readonly detached?: boolean
  readonly record?: boolean
}

async function terminalsOf(api: Api): Promise<readonly SessionView[]> {
  return (await api.get<{ terminals: SessionView[] }>('/api/terminals')).terminals
}

async function watch(context: Context, api: Api, id: string): Promise<void> {
  if (!context.isInteractive) {
    throw new HostError('INVALID_PARAMETERS', 'Attaching needs a terminal.', {
      hint: `Without one: upperhand term ls --json, and GET /api/terminals/${id}/output`,
    })
  }
  context.write(`Attached to ${id}. Ctrl-] leaves it running.\n`)
  const { lines, rows } = await api.get<ScreenView>(`/api/terminals/${id}/screen`)
  const left = await attachTerminal(context, id, { hasRoom: (lines[rows - 1] ?? '') === '' })
  const words =
    left.how === 'detached'
      ? `Left ${id}; it goes on. Attach again: upperhand term attach ${id}`
      : `${id} ended with exit code ${left.session.exitCode ?? 'unknown'}.`
  context.write(`${words}\n`)
}

/** The words of the command line as one text for the shell. A single word is taken as it is. */
function quoted(word: string, _index: number, words: readonly string[]): string {
  return words.length === 1 || /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
