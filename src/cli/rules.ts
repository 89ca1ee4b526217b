import type { RuleView } from '../contract/rules.ts'
import { aboutWhat } from '../rules/rule-text.ts'
import { byPrefix } from './by-prefix.ts'
import { describeCommand, type MakeCommand, toolsOf } from './command.ts'
import { shown } from './output.ts'
import { ruleLines } from './rule-lines.ts'
import { addRuleCommand } from './rules-add.ts'
import { suggestRulesCommand } from './rules-suggest.ts'
import { testRulesCommand } from './rules-test.ts'

export const rulesCommand: MakeCommand = (context, setExitCode) => {
  const list = describeCommand({
    name: 'ls',
    summary: 'List the rules.',
    examples: ['upperhand rules ls'],
  }).action(async (_options, command) => {
    const { api, output } = toolsOf(context, command)
    const { rules } = await api.get<{ rules: RuleView[] }>('/api/rules')
    output.answer({ rules }, () => ruleLines(rules, output, Date.now()))
  })

  const remove = describeCommand({
    name: 'rm',
    summary: 'Remove rules.',
    examples: ['upperhand rules rm rule_1a2b3c'],
  })
    .argument('<ids...>', 'ids, or unique beginnings of them')
    .action(async (ids: string[], _options, command) => {
      const { api, output } = toolsOf(context, command)
      const { rules } = await api.get<{ rules: RuleView[] }>('/api/rules')
      const found = ids.map((id) => byPrefix(rules, id, 'rule'))
      for (const { id } of found) await api.remove(`/api/rules/${id}`)
      output.answer({ removed: found.map(({ id }) => id) }, () =>
        found.map((rule) => shown(`Removed: ${rule.effect} ${rule.operation} on ${aboutWhat(rule)}.`)),
      )
    })

  const command = describeCommand({
    name: 'rules',
    summary: 'Say once what is allowed, asked or refused.',
    examples: [
      'upperhand rules',
      `upperhand rules add --allow --operation 'file_operations.*' --path '~/notes/**'`,
      'upperhand rules test file_operations.create_file filePath=notes.txt content=x',
      'upperhand rules suggest',
    ],
  }).addCommand(list, { isDefault: true })
  for (const make of [addRuleCommand, testRulesCommand, suggestRulesCommand]) {
    command.addCommand(make(context, setExitCode))
  }
  return command.addCommand(remove)
}
