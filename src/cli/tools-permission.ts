import type { ToolPermission } from '../contract/levels.ts'
import type { ProfileDescription } from '../contract/tools-file.ts'
import { describeCommand, type MakeCommand, toolsOf } from './command.ts'
import { describe } from './describe-profile.ts'
import { findEachTool } from './find-tools.ts'
import { shown } from './output.ts'

interface Setting {
  readonly name: string
  readonly permission: ToolPermission | null
  readonly summary: string
  readonly outcome: string
}

const SETTINGS: readonly Setting[] = [
  { name: 'allow', permission: 'allowed', summary: 'Let tools run without asking.', outcome: 'allowed' },
  { name: 'confirm', permission: 'confirm', summary: 'Ask before every call of tools.', outcome: 'ask every time' },
  { name: 'block', permission: 'blocked', summary: 'Refuse every call of tools.', outcome: 'blocked' },
  { name: 'inherit', permission: null, summary: 'Go back to what the level says.', outcome: 'as the level says' },
]

export const permissionCommands: readonly MakeCommand[] = SETTINGS.map(
  ({ name, permission, summary, outcome }): MakeCommand =>
    (context) =>
      describeCommand({
        name,
        summary,
        examples: [
          `upperhand tools ${name} file_operations.create_file`,
          `upperhand tools ${name} filesystem --profile mine`,
        ],
      })
        .argument('<names...>', 'tools, toolsets or categories')
        .option('--profile <id>', 'of this profile instead of the active one')
        .action(async (names: string[], _options, command) => {
          const { api, output, options } = toolsOf<{ profile?: string }>(context, command)
          let profile = await describe(api, options.profile)
          const path = `/api/tools/${encodeURIComponent(profile.id)}/permission`
          for (const tool of names.flatMap((given) => findEachTool(profile, given))) {
            profile = await api.post<ProfileDescription>(path, { tool, permission })
          }
          output.answer(profile, () => [`${shown(names.join(', '))}: ${outcome} in ${profile.id}.`])
        }),
)
