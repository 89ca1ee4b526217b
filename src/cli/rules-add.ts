import type { BackTest, RuleView, RuleWarning } from '../contract/rules.ts'
import { confirm } from './ask-person.ts'
import { describeCommand, type MakeCommand, toolsOf } from './command.ts'
import { type RuleOptions, ruleFromOptions } from './rule-from-options.ts'
import { backTestLine, ruleLines, warningLines } from './rule-lines.ts'

interface Options extends RuleOptions {
  readonly yes?: boolean
}

interface Check {
  readonly warnings: readonly RuleWarning[]
  readonly backTest: BackTest
}

const collect = (value: string, all: string[] = []) => [...all, value]

export const addRuleCommand: MakeCommand = (context) =>
  describeCommand({
    name: 'add',
    summary: 'Make a rule. Shows what it would have changed, then asks.',
    examples: [
      `upperhand rules add --allow --operation 'file_operations.*' --path '~/notes/**'`,
      'upperhand rules add --deny --command "git push" --message "Open a pull request instead."',
      'upperhand rules add --ask --operation filesystem.fs_delete --project . --days sat,sun --yes',
    ],
  })
    .option('--allow', 'let it run without asking; never what is critical')
    .option('--ask', 'ask, whatever else allows it')
    .option('--deny', 'refuse it')
    .option('--operation <id>', 'an id, toolset.* or *; without it every operation')
    .option('--host <name>', 'addresses on this host; *.example.com for all below it')
    .option('--path <pattern>', 'files: *, **, ? and {a,b}; from here if relative')
    .option('--command <words>', 'a command: "git push", "npm run build"')
    .option('--match <json>', 'what it matches, as JSON')
    .option('--project <directory>', 'only for clients that work in it')
    .option('--client <name>', 'only for this client')
    .option('--profile <id>', 'only in this profile')
    .option('--days <list>', 'only on these days: mon,tue,wed')
    .option('--from <time>', 'only from this time of day: 09:00')
    .option('--to <time>', 'only until this time of day: 17:30')
    .option('--for <duration>', 'ends after 30s, 5m, 1h')
    .option('--uses <count>', 'ends after this many uses')
    .option('--message <text>', 'told to the agent when the rule asks or refuses')
    .option('--example <text>', 'a path or command it must match; again for more', collect)
    .option('--not-example <text>', 'one it must not match; again for more', collect)
    .option('--yes', 'do not ask')
    .action(async (_options, command) => {
      const { api, output, options } = toolsOf<Options>(context, command)
      const body = await ruleFromOptions(options, context, Date.now())
      if (!output.isJson) {
        const { warnings, backTest } = await api.post<Check>('/api/rules/check', body)
        for (const line of [...warningLines(warnings, output), backTestLine(backTest)]) context.write(`${line}\n`)
      }
      await confirm(context, 'Make this rule?', options.yes === true)
      const made = await api.post<{ rule: RuleView; warnings: readonly RuleWarning[] }>('/api/rules', body)
      output.answer(made, () => ['Made:', ...ruleLines([made.rule], output, Date.now())])
    })
