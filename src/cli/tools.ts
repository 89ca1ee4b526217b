import type { ProfileDescription, ToolDescription } from '../contract/tools-file.ts'
import { describeCommand, type MakeCommand, toolsOf } from './command.ts'
import { describe } from './describe-profile.ts'
import { findTools } from './find-tools.ts'
import { type Output, shown, table } from './output.ts'
import { permissionCommands } from './tools-permission.ts'

interface Options {
  readonly profile?: string
}

const PROFILE = ['--profile <id>', 'of this profile instead of the active one'] as const

export const toolsCommand: MakeCommand = (context, setExitCode) => {
  const toggle = (name: 'on' | 'off') =>
    describeCommand({
      name,
      summary: `Switch tools ${name}, in every connected client.`,
      examples: [
        `upperhand tools ${name} fs_write`,
        `upperhand tools ${name} file_operations`,
        `upperhand tools ${name} filesystem --profile read-only`,
      ],
    })
      .argument('<names...>', 'tools, toolsets or categories')
      .option(...PROFILE)
      .action(async (names: string[], _options, command) => {
        const { api, output, options } = toolsOf<Options>(context, command)
        let profile = await describe(api, options.profile)
        for (const change of names.flatMap((given) => changes(profile, given))) {
          profile = await api.post(`/api/tools/${encodeURIComponent(profile.id)}/toggle`, {
            ...change,
            enabled: name === 'on',
          })
        }
        output.answer(profile, () => [`${names.join(', ')}: ${name} in ${profile.id}.`])
      })

  const command = describeCommand({
    name: 'tools',
    summary: 'See and switch the tools of a profile.',
    examples: [
      'upperhand tools',
      'upperhand tools off fs_write',
      'upperhand tools confirm file_operations.create_file',
      'upperhand tools ls --profile read-only',
    ],
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
  for (const make of permissionCommands) command.addCommand(make(context, setExitCode))
  return command
}

type Change = { readonly tool: string } | { readonly category: string }

function changes(profile: ProfileDescription, given: string): Change[] {
  const named = findTools(profile, given)
  return 'category' in named ? [named] : named.tools.map((tool) => ({ tool }))
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
