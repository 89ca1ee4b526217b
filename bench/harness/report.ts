import type { Timing } from './rounds.ts'

export interface Target {
  readonly text: string
  readonly isMet: boolean
}

/** One operation, ours beside the others, in milliseconds. */
export interface Comparison {
  readonly kind: 'comparison'
  readonly operation: string
  readonly ours: Timing
  readonly raw: Timing | undefined
  /** Ours as a multiple of raw. */
  readonly ratio: number | undefined
  readonly loop: Timing | undefined
  readonly sdk: Timing | undefined
  readonly target?: Target | undefined
  readonly note?: string | undefined
  /** Where the time goes; shown when the target is missed. */
  readonly why?: string | undefined
}

/** One number that stands for itself. */
export interface Fact {
  readonly kind: 'fact'
  readonly what: string
  readonly value: string
  readonly target?: Target | undefined
  readonly note?: string | undefined
  /** Shown when the target is missed. */
  readonly why?: string | undefined
}

export type Finding = Comparison | Fact

export interface Section {
  readonly title: string
  readonly about: string
  readonly findings: readonly Finding[]
}

export function atMost(most: number, value: number, unit = ''): Target {
  return { text: `≤ ${most}${unit}`, isMet: value <= most }
}

export function milliseconds(ms: number): string {
  return `${ms.toFixed(ms < 1 ? 3 : ms < 10 ? 2 : ms < 100 ? 1 : 0)} ms`
}

export function sectionText({ title, about, findings }: Section): string {
  const comparisons = findings.filter((finding) => finding.kind === 'comparison')
  const facts = findings.filter((finding) => finding.kind === 'fact')
  return [
    `## ${title}`,
    about,
    comparisons.length === 0 ? undefined : comparisonTable(comparisons),
    facts.length === 0 ? undefined : factTable(facts),
  ]
    .filter((part) => part !== undefined)
    .join('\n\n')
}

function comparisonTable(rows: readonly Comparison[]): string {
  return table(
    ['operation', 'ours', 'raw', 'ratio', 'bare loop', 'SDK', 'server CPU a call', 'target', 'verdict'],
    rows.map(({ operation, ours, raw, ratio, loop, sdk, target, note, why }) => [
      operation,
      `${milliseconds(ours.median)} (${spread(ours)})`,
      shown(raw),
      ratio === undefined ? '' : `${ratio.toFixed(1)}x`,
      shown(loop),
      shown(sdk),
      ours.cpu === undefined ? '' : milliseconds(ours.cpu),
      target?.text ?? '',
      verdict(target, note, why),
    ]),
  )
}

function factTable(rows: readonly Fact[]): string {
  return table(
    ['what', 'value', 'target', 'verdict'],
    rows.map(({ what, value, target, note, why }) => [what, value, target?.text ?? '', verdict(target, note, why)]),
  )
}

function shown(timing: Timing | undefined): string {
  return timing === undefined ? '' : milliseconds(timing.median)
}

/** The middle half of the rounds. */
function spread({ low, high }: Timing): string {
  return `${low.toFixed(low < 10 ? 2 : 0)}–${high.toFixed(high < 10 ? 2 : 0)}`
}

function verdict(target: Target | undefined, note: string | undefined, why: string | undefined): string {
  const word = target === undefined ? undefined : target.isMet ? 'met' : '**missed**'
  const reason = target?.isMet === false ? why : undefined
  return [word, note, reason].filter((part) => part !== undefined).join('; ')
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
