import { closeSync, openSync, writeSync } from 'node:fs'
import { resolve } from 'node:path'
import { InvalidArgumentError } from 'commander'
import { HostError } from '../base/host-error.ts'
import type { CallView } from '../contract/calls.ts'
import { ERROR_CODES } from '../contract/errors.ts'
import type { HostEvent } from '../contract/events.ts'
import type { Verification } from '../events/verify.ts'
import type { Api } from './api.ts'
import { byPrefix } from './by-prefix.ts'
import { describeCommand, type MakeCommand, toolsOf } from './command.ts'
import { findRunning } from './find-running.ts'
import { callLines, callTable } from './history-lines.ts'
import { historyUndoCommand } from './history-undo.ts'
import { verifyOffline } from './verify-offline.ts'

interface ListOptions {
  readonly limit: number
  readonly operation?: string
  readonly run?: string
  readonly before?: string
}

const LIMIT = 50
const PAGE_MAX = 500
const FULL_ID_CHARS = 37

export const historyCommand: MakeCommand = (context, setExitCode) => {
  const list = describeCommand({
    name: 'ls',
    summary: 'List calls, newest first.',
    examples: ['upperhand history ls', 'upperhand history ls --operation filesystem.fs_write -n 200'],
  })
    .option('-n, --limit <count>', 'how many', pageSize, LIMIT)
    .option('--operation <id>', 'of this operation only')
    .option('--run <id>', 'of this client only')
    .option('--before <number>', 'older than this sequence number')
    .action(async (_options, command) => {
      const { api, output, options } = toolsOf<ListOptions>(context, command)
      const page = await api.get<{ calls: CallView[]; next: number | null }>(`/api/calls?${queryOf(options)}`)
      output.answer(page, () => [
        ...callTable(page.calls, output),
        ...(page.next === null ? [] : [`Older ones: upperhand history ls --before ${page.next}`]),
      ])
    })

  const show = describeCommand({
    name: 'show',
    summary: 'Show one call and what happened around it.',
    examples: ['upperhand history show call_1a2b3c'],
  })
    .argument('<id>', 'the id, or a unique beginning of a recent one')
    .action(async (id: string, _options, command) => {
      const { api, output } = toolsOf(context, command)
      const record = await api.get<{ call: CallView; timeline: HostEvent[] }>(`/api/calls/${await fullId(api, id)}`)
      output.answer(record, () => callLines(record.call, record.timeline, output))
    })

  const exportTo = describeCommand({
    name: 'export',
    summary: 'Write the whole history, one JSON object a line.',
    examples: ['upperhand history export > history.jsonl', 'upperhand history export -o history.jsonl'],
  })
    .option('-o, --output <file>', 'write to this file, which must not exist')
    .action(async (_options, command) => {
      const { api, options } = toolsOf<{ output?: string }>(context, command)
      if (options.output === undefined) return api.stream('/api/history/export', context.write)
      const path = resolve(context.directory, options.output)
      const fd = openNew(path)
      try {
        await api.stream('/api/history/export', (text) => void writeSync(fd, text))
      } finally {
        closeSync(fd)
      }
    })

  const verify = describeCommand({
    name: 'verify',
    summary: 'Check that no entry of the history was changed, removed or replaced. Works without the daemon.',
    examples: ['upperhand history verify', 'upperhand history verify --json'],
  }).action(async (_options, command) => {
    const { api, output } = toolsOf(context, command)
    const isRunning = (await findRunning(context)) !== undefined
    const result = isRunning ? await api.post<Verification>('/api/history/verify') : await verifyOffline(context.env)
    if (!result.ok) setExitCode(ERROR_CODES.EXECUTION_FAILED.exit)
    output.answer(result, () => [
      result.ok
        ? `The history is intact: ${result.entries} entries.`
        : `The history is not intact. ${result.reason ?? ''}`.trim(),
    ])
  })

  const command = describeCommand({
    name: 'history',
    summary: 'See what was called, by whom, and what came of it.',
    examples: ['upperhand history', 'upperhand history show call_1a2b3c', 'upperhand history verify'],
  }).addCommand(list, { isDefault: true })
  const undo = historyUndoCommand(fullId)(context, setExitCode)
  for (const below of [show, undo, exportTo, verify]) command.addCommand(below)
  return command
}

function pageSize(text: string): number {
  const size = Number(text)
  if (/^\d{1,3}$/.test(text) && size >= 1 && size <= PAGE_MAX) return size
  throw new InvalidArgumentError(`A count is a whole number from 1 to ${PAGE_MAX}.`)
}

function queryOf({ limit, operation, run, before }: ListOptions): URLSearchParams {
  const query = new URLSearchParams({ limit: String(limit) })
  for (const [name, value] of Object.entries({ operation, run, before }))
    if (value !== undefined) query.set(name, value)
  return query
}

async function fullId(api: Api, id: string): Promise<string> {
  if (id.length >= FULL_ID_CHARS) return encodeURIComponent(id)
  const { calls } = await api.get<{ calls: CallView[] }>(`/api/calls?limit=${PAGE_MAX}`)
  return byPrefix(calls, id, 'recent call').id
}

function openNew(path: string): number {
  try {
    return openSync(path, 'wx', 0o600)
  } catch (cause) {
    throw new HostError('CONFLICT', `${path} cannot be written, or exists already.`, { cause })
  }
}
