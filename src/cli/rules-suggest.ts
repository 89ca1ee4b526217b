import { HostError } from '../base/host-error.ts'
import type { BackTest, NewRule, RuleView } from '../contract/rules.ts'
import { confirm } from './ask-person.ts'
import { describeCommand, type MakeCommand, toolsOf } from './command.ts'
import { type Output, shown } from './output.ts'
import { backTestLine, ruleLines } from './rule-lines.ts'
import { ruleSentence } from './rule-words.ts'

interface Options {
  readonly add?: string
  readonly yes?: boolean
}

interface Suggestion {
  readonly label: string
  readonly rules: readonly NewRule[]
  readonly approvals: number
  readonly backTest: BackTest
}

export const suggestRulesCommand: MakeCommand = (context) =>
  describeCommand({
    name: 'suggest',
    summary: 'Rules that would have spared you asks you always approved.',
    examples: ['upperhand rules suggest', 'upperhand rules suggest --add 1'],
  })
    .option('--add <number>', 'make this one')
    .option('--yes', 'do not ask')
    .action(async (_options, command) => {
      const { api, output, options } = toolsOf<Options>(context, command)
      const { suggestions } = await api.get<{ suggestions: Suggestion[] }>('/api/rules/suggestions')
      if (options.add === undefined) {
        output.answer({ suggestions }, () => suggestionLines(suggestions, output))
        return
      }
      const chosen = pick(suggestions, options.add)
      if (!output.isJson) for (const line of suggestionLines([chosen], output)) context.write(`${line}\n`)
      await confirm(context, 'Make this rule?', options.yes === true)
      const rules: RuleView[] = []
      for (const rule of chosen.rules) rules.push((await api.post<{ rule: RuleView }>('/api/rules', rule)).rule)
      output.answer({ rules }, () => ['Made:', ...ruleLines(rules, output, Date.now())])
    })

function pick(suggestions: readonly Suggestion[], given: string): Suggestion {
  const chosen = /^\d{1,3}$/.test(given) ? suggestions[Number(given) - 1] : undefined
  if (chosen !== undefined) return chosen
  throw new HostError('NOT_FOUND', `There is no suggestion ${given}.`, { hint: 'List them: upperhand rules suggest' })
}

function suggestionLines(suggestions: readonly Suggestion[], { paint }: Output): string[] {
  if (suggestions.length === 0) return ['Nothing to suggest: no ask came three times and was always approved.']
  return suggestions.flatMap(({ label, rules, backTest }, index) => [
    `${paint('bold', `${index + 1}`)}  ${shown(label)}`,
    ...rules.map((rule) => `   ${shown(ruleSentence(rule))}`),
    `   ${backTestLine(backTest)}`,
  ])
}
