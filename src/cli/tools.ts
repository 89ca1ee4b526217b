import { HostError } from '../base/host-error.ts'
import type { ProfileDescription, ToolDescription } from '../contract/tools-file.ts'
import type { Api } from './api.ts'
import { describeCommand, type MakeCommand, toolsOf } from './command.ts'
import { type Output, shown, table } from './output.ts'

interface Options {
  readonly profile?: string
}

const PROFILE = ['--profile <id>', 'of this profile instead of the active one'] as const

export const toolsCommand: MakeCommand = (context) => {
  const toggle = (name: 'on' | 'off') =>
    describeCommand({
      name,
      summary: `Switch tools or whole categories ${name}, in every connected client.`,
      examples: [`upperhand tools ${name} fs_write`, `upperhand tools ${name} filesystem --profile read-only`],
    })
      .argument('<names...>', 'ids or names of tools, or categories')
      .option(...PROFILE)
      .action(async (names: string[], _options, command) => {
        const { api, output, options } = toolsOf<Options>(context, command)
        let profile = await describe(api, options.profile)
        for (const change of names.map((given) => resolveName(profile, given))) {
          profile = await api.post(`/api/tools/${encodeURIComponent(profile.id)}/toggle`, {
            ...change,
            enabled: name === 'on',
          })
        }
        output.answer(profile, () => [`${names.join(', ')}: ${name} in ${profile.id}.`])
      })

  return describeCommand({
    name: 'tools',
    summary: 'See and switch the tools of a profile.',
    examples: ['upperhand tools', 'upperhand tools off fs_write', 'upperhand tools ls --profile read-only'],
  })
    .addCommand(
      describeCommand({ name: 'ls', summary: 'List the tools of a profile.', examples: ['upperhand tools ls'] })
        .option(...PROFILE)
        .action(async (_options, command) => {
          const { api, output, options } = toolsOf<Options>(context, command)
          const profile = await describe(api, options.profile)
          output.answer(profile, () => profileLines(profile, output))
        }),
      { isDefault: true },
    )
    .addCommand(toggle('on'))
    .addCommand(toggle('off'))
}

export function describe(api: Api, profile: string | undefined): Promise<ProfileDescription> {
  return api.get(profile === undefined ? '/api/tools' : `/api/tools?profile=${encodeURIComponent(profile)}`)
}

export function profileLines(profile: ProfileDescription, { paint }: Output): string[] {
  const { id, level, paths, spelling, operations, tokens, categories, unavailable } = profile
  return [
    `${paint('bold', id)}${profile.isActive ? ' (active)' : ''}${profile.enabled ? '' : ' (disabled)'}`,
    `${level}, paths ${paths}, ${spelling}, ${operations} tools, about ${tokens} tokens`,
    ...(profile.confirms === 'caller' ? [paint('red', 'The calling program confirms, not you.')] : []),
    ...categories.flatMap((category) => [
      '',
      `${paint('bold', shown(category.label))} ${paint('dim', `${category.id}${category.enabled ? '' : ', off'}`)}`,
      ...table(category.tools.map((tool) => toolRow(tool, paint))),
    ]),
    ...unavailable.map(({ name, reason }) => paint('yellow', `${name} is not available: ${shown(reason)}`)),
  ]
}

function toolRow(
  { id, enabled, risk, permission, autoApproved, title }: ToolDescription,
  paint: Output['paint'],
): string[] {
  const notes = [permission, autoApproved ? 'auto-approved' : null].filter((note) => note !== null)
  return [`  ${enabled ? 'on ' : paint('dim', 'off')}`, id, risk, notes.join(', '), shown(title)]
}

type Change = { readonly tool: string } | { readonly category: string }

/** An id, a name that only one tool has, or a category. */
function resolveName({ id, categories }: ProfileDescription, given: string): Change {
  const tools = categories.flatMap((category) => category.tools)
  const named = tools.filter((tool) => tool.id === given || tool.name === given)
  const exact = named.find((tool) => tool.id === given)
  if (exact !== undefined || named.length === 1) return { tool: (exact ?? named[0])?.id ?? given }
  if (named.length > 1) {
    throw new HostError('INVALID_PARAMETERS', `"${given}" is the name of several tools.`, {
      hint: `Say one of: ${named.map((tool) => tool.id).join(', ')}`,
    })
  }
  if (categories.some((category) => category.id === given)) return { category: given }
  throw new HostError('TOOL_NOT_FOUND', `The profile ${id} has no tool or category "${given}".`, {
    hint: `See them: upperhand tools ls --profile ${id}`,
  })
}
