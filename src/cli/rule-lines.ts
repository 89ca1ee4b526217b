import type { BackTest, RuleView, RuleWarning } from '../contract/rules.ts'
import { aboutWhat } from '../rules/rule-text.ts'
import { shortId } from './ask-list.ts'
import { type Output, shown, span, times } from './output.ts'
import { underWhat } from './rule-words.ts'

const COLOURS = { allow: 'green', ask: 'yellow', deny: 'red' } as const

/** Each rule in two lines: what it says; where it counts, how often it did and where it comes from. */
export function ruleLines(rules: readonly RuleView[], { paint }: Output, now: number): string[] {
  if (rules.length === 0) return ['There are no rules. Make one with upperhand rules add.']
  return rules.flatMap((rule) => [
    `${paint('bold', shortId(rule.id))}  ${paint(COLOURS[rule.effect], rule.effect)}  ${shown(rule.operation)}  ${shown(aboutWhat(rule))}`,
    `    ${shown([underWhat(rule) || 'everywhere', useWords(rule, now), sourceWords(rule.source)].join(' · '))}`,
    ...(rule.message === null ? [] : [`    says: ${shown(rule.message)}`]),
  ])
}

function useWords({ uses, lastUsedAt }: RuleView, now: number): string {
  return lastUsedAt === null ? times(uses) : `${times(uses)}, last ${span(now - lastUsedAt)} ago`
}

function sourceWords(source: string): string {
  if (source === 'cli' || source === 'console' || source === 'you') return 'made by you'
  return `from ${source}`
}

export function warningLines(warnings: readonly RuleWarning[], { paint }: Output): string[] {
  return warnings.map(({ message }) => paint('yellow', `Note: ${shown(message)}`))
}

/** What a rule would have changed, in one sentence. */
export function backTestLine(test: BackTest): string {
  const { calls, matched } = test
  if (calls === 0) return 'There are no past calls to try it on.'
  if (matched === 0) return `It matches none of the last ${count(calls, 'call')}.`
  const effects = [
    [test.wouldNotHaveAsked, 'would not have asked for'],
    [test.wouldHaveAsked, 'would have asked for'],
    [test.wouldHaveDenied, 'would have refused'],
  ] as const
  const denied = test.wouldHaveAllowedDenied
  const changes = [
    ...effects.filter(([number]) => number > 0).map(([number, words]) => `${words} ${number}`),
    ...(denied === 0 ? [] : [`would have let through ${denied} that you denied`]),
  ]
  const first = `Of the last ${count(calls, 'call')} it matches ${matched}`
  return `${first}${changes.length === 0 ? ' and changes none of them' : `: ${changes.join(', ')}`}.`
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
