import type { CommandEffect, CommandPart, CommandReason, CommandVerdict, CommandWord } from '../contract/commands.ts'
import { RISKS, type Risk } from '../contract/effects.ts'
import { type Draft, isUninspectable } from './draft.ts'
import { checkShown, checkVariable } from './environment.ts'
import { checkHidden } from './hidden-text.ts'
import { checkOwn } from './own.ts'
import { checkRedirection } from './redirections.ts'
import { shapeOf } from './shape.ts'
import type { Word } from './word.ts'

/** Looks at everything around the program, and makes the part. */
export function finish(draft: Draft, text: string, program: string | null): CommandPart {
  checkSurroundings(draft)
  checkOwn(draft, program)
  const effects = effectsOf(draft)
  const span = draft.source.toOuter(draft)
  const reasons = distinct(draft.reasons)
  const risk = riskOf(effects, reasons)
  const part = {
    span,
    text: text.slice(span.start, span.end),
    program,
    words: draft.words.map(shown),
    wrappers: draft.wrappers,
    assignments: draft.assignments.map(({ name, value }) => ({ name, value: value.value })),
    redirections: draft.redirections.map(({ operator, descriptor, target, start, end }) => ({
      operator: `${descriptor}${operator}`,
      target: shown(target),
      span: draft.source.toOuter({ start, end }),
    })),
    pipeIndex: draft.place.pipeIndex,
    isBackground: draft.place.isBackground,
    directories: draft.isElsewhere ? null : draft.directories,
    effects,
    verdict: verdictOf(effects, risk, draft.form.isInspectable),
    risk,
    reasons,
    paths: draft.paths,
    hosts: [...draft.hosts],
  }
  return { ...part, shape: shapeOf(draft, part) }
}

function checkSurroundings(draft: Draft): void {
  const { words, assignments, redirections } = draft
  for (const redirection of redirections) checkRedirection(draft, redirection)
  for (const { name, hasSubscript, value } of assignments) {
    checkVariable(draft, name, words.length === 0 ? 'script' : 'command', value)
    if (hasSubscript)
      isUninspectable(draft, 'evaluates', 'A subscript is evaluated and may run more than it shows.', value)
    checkWord(draft, value)
  }
  for (const { target } of redirections) checkWord(draft, target)
  for (const word of words) checkWord(draft, word)
  for (const name of draft.input?.variables ?? []) checkShown(draft, name, draft)
}

function checkWord(draft: Draft, word: Word): void {
  if (word.isOdd) isUninspectable(draft, 'evaluates', 'An expansion in it may run more than it shows.', word)
  for (const name of word.variables) checkShown(draft, name, word)
  checkHidden(draft, word)
}

function effectsOf({ effects }: Draft): CommandEffect[] {
  return effects.size === 0 ? ['read-only'] : [...effects]
}

/** What is read-only but gives something away is not harmless. */
function verdictOf(effects: readonly CommandEffect[], risk: Risk, isInspectable: boolean): CommandVerdict {
  if (!isInspectable) return 'uninspectable'
  if (effects.includes('deletes')) return 'destroy'
  if (effects.includes('network') || effects.includes('publishes')) return 'network'
  return effects[0] === 'read-only' && risk === 'low' ? 'read-only' : 'other'
}

const EFFECT_RISK: Readonly<Record<CommandEffect, Risk>> = {
  'read-only': 'low',
  writes: 'medium',
  deletes: 'medium',
  network: 'medium',
  publishes: 'high',
  'executes-inline-code': 'high',
  unknown: 'medium',
}

function riskOf(effects: readonly CommandEffect[], reasons: readonly CommandReason[]): Risk {
  return strictest([...effects.map((effect) => EFFECT_RISK[effect]), ...reasons.map(({ risk }) => risk)])
}

export function strictest(risks: readonly Risk[]): Risk {
  return risks.reduce((worst, risk) => (RISKS.indexOf(risk) > RISKS.indexOf(worst) ? risk : worst), 'low')
}

function distinct(reasons: readonly CommandReason[]): CommandReason[] {
  const byKey = new Map(reasons.map((reason) => [`${reason.code} ${reason.text} ${reason.span.start}`, reason]))
  return [...byKey.values()].sort((a, b) => RISKS.indexOf(b.risk) - RISKS.indexOf(a.risk))
}

function shown({ value, raw, isPattern }: Word): CommandWord {
  return { value, source: raw, isPattern }
}
