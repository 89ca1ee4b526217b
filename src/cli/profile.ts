import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { HostError } from '../base/host-error.ts'
import type { ProfileDescription, ProfileSummary, ToolsFileProblem } from '../contract/tools-file.ts'
import { describeCommand, type MakeCommand, toolsOf } from './command.ts'
import { describe } from './describe-profile.ts'
import { type Output, shown, table } from './output.ts'
import { profileLines } from './tools.ts'

interface Overview {
  readonly active: string
  readonly profiles: readonly ProfileSummary[]
  readonly problems: readonly ToolsFileProblem[]
}

const inUrl = encodeURIComponent

export const profileCommand: MakeCommand = (context) => {
  const list = describeCommand({
    name: 'ls',
    summary: 'List the profiles.',
    examples: ['upperhand profile ls'],
  }).action(async (_options, command) => {
    const { api, output } = toolsOf(context, command)
    const overview = await api.get<Overview>('/api/profiles')
    output.answer(overview, () => overviewLines(overview, output))
  })
  const show = describeCommand({
    name: 'show',
    summary: 'Show one profile with its tools.',
    examples: ['upperhand profile show read-only'],
  })
    .argument('[id]', 'the active one if absent')
    .action(async (id: string | undefined, _options, command) => {
      const { api, output } = toolsOf(context, command)
      const profile = await describe(api, id)
      output.answer(profile, () => profileLines(profile, output))
    })
  const use = describeCommand({
    name: 'use',
    summary: 'Serve clients that name no profile with this one.',
    examples: ['upperhand profile use read-only'],
  })
    .argument('<id>')
    .action(async (id: string, _options, command) => {
      const { api, output } = toolsOf(context, command)
      const overview = await api.post<Overview>('/api/profiles/active', { id })
      output.answer(overview, () => [`${overview.active} is the active profile.`])
    })
  const clone = describeCommand({
    name: 'clone',
    summary: 'Make a profile of your own from another one.',
    examples: ['upperhand profile clone workspace-agent mine --label "My agent"'],
  })
    .argument('<from>')
    .argument('<id>')
    .option('--label <text>', 'what people see')
    .action(async (from: string, id: string, _options, command) => {
      const { api, output, options } = toolsOf<{ label?: string }>(context, command)
      const label = options.label === undefined ? {} : { label: options.label }
      const profile = await api.post<ProfileDescription>('/api/profiles/clone', { from, id, ...label })
      output.answer(profile, () => [`${profile.id} is a copy of ${from}.`])
    })
  const remove = describeCommand({ name: 'rm', summary: 'Remove a profile.', examples: ['upperhand profile rm mine'] })
    .argument('<id>')
    .action(async (id: string, _options, command) => {
      const { api, output } = toolsOf(context, command)
      await api.remove(`/api/profiles/${inUrl(id)}`)
      output.answer({ removed: id }, () => [`${id} is removed.`])
    })
  const exportTo = describeCommand({
    name: 'export',
    summary: 'Write a profile as a file that import takes.',
    examples: ['upperhand profile export mine > mine.json', 'upperhand profile export mine -o mine.json'],
  })
    .argument('<id>')
    .option('-o, --output <file>', 'write to this file, which must not exist')
    .action(async (id: string, _options, command) => {
      const { api, options } = toolsOf<{ output?: string }>(context, command)
      const file = await api.get<unknown>(`/api/profiles/${inUrl(id)}/export`)
      const text = `${JSON.stringify(file, null, 2)}\n`
      if (options.output === undefined) context.write(text)
      else writeNew(resolve(context.directory, options.output), text)
    })
  const importFrom = describeCommand({
    name: 'import',
    summary: 'Take profiles from a file in the shape of tools.json.',
    examples: ['upperhand profile import mine.json', 'upperhand profile import mine.json --as theirs'],
  })
    .argument('<file>')
    .option('--as <id>', 'name the profile this way')
    .action(async (file: string, _options, command) => {
      const { api, output, options } = toolsOf<{ as?: string }>(context, command)
      const text = readText(resolve(context.directory, file))
      const taken = await api.post<{ imported: string[] }>('/api/profiles/import', {
        text,
        ...(options.as === undefined ? {} : { as: options.as }),
      })
      output.answer(taken, () => [`Imported: ${taken.imported.join(', ')}.`])
    })

  const command = describeCommand({
    name: 'profile',
    summary: 'See, choose and make profiles: which tools a client gets, and how much it may do.',
    examples: ['upperhand profile', 'upperhand profile use read-only', 'upperhand profile clone workspace-agent mine'],
  }).addCommand(list, { isDefault: true })
  for (const below of [show, use, clone, remove, exportTo, importFrom]) command.addCommand(below)
  return command
}

function overviewLines({ profiles, problems }: Overview, { paint }: Output): string[] {
  return [
    ...table(
      profiles.map(({ id, isActive, enabled, level, paths, operations, tokens, origin }) => [
        isActive ? paint('bold', '*') : ' ',
        id,
        enabled ? level : 'disabled',
        paths,
        `${operations} tools`,
        `${tokens} tokens`,
        origin,
      ]),
    ),
    ...problems.map(({ message, hint }) => paint('yellow', shown(`${message} ${hint}`))),
  ]
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new HostError('NOT_FOUND', `${path} cannot be read.`, { cause })
  }
}

function writeNew(path: string, text: string): void {
  try {
    writeFileSync(path, text, { flag: 'wx' })
  } catch (cause) {
    throw new HostError('CONFLICT', `${path} cannot be written, or exists already.`, { cause })
  }
}
