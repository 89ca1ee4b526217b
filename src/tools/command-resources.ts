import { isOrdinaryVariable } from '../commands/environment.ts'
import type { CommandAnalysis, CommandPart } from '../contract/commands.ts'
import type { CommandResource, Protection } from '../contract/resources.ts'

/** Every simple command of a text, as rules look at it; one that was not understood is a single one that asks. */
export function commandsIn(analysis: CommandAnalysis): CommandResource[] {
  return isTakenApart(analysis) ? analysis.parts.map(commandOf) : [wholeCommand(analysis)]
}

/** Otherwise its text is all there is to judge. */
export function isTakenApart({ isParsed, parts, refusal }: CommandAnalysis): boolean {
  return isParsed && refusal === null && parts.length > 0
}

export function commandOf(part: CommandPart): CommandResource {
  const { shape, text } = part
  const [worst] = part.reasons
  const protection: Protection =
    part.risk === 'critical' ? { class: 'critical', reason: worst?.text ?? 'It is critical.' } : OPEN
  return {
    kind: 'command',
    text,
    program: shape.program,
    subcommand: subcommandOf(part),
    flags: shape.flags,
    operands: operandsOf(part),
    extras: extrasOf(part),
    isCertain: shape.isComplete,
    hosts: part.hosts,
    effect: effectOf(part),
    protection,
    identity: identityOf(part),
  }
}

const OPEN: Protection = { class: 'none', reason: null }

function effectOf({ verdict, effects }: CommandPart): CommandResource['effect'] {
  if (effects.includes('publishes')) return 'publish'
  return verdict === 'uninspectable' ? 'other' : verdict
}

/** Programs whose subcommand says what runs, whatever is handed on to it: another file to test is the same kind of thing. */
const RUNNERS = new Set(
  'npm pnpm yarn cargo go make mvn gradle dotnet pytest vitest jest tsc eslint prettier biome ruff mypy git'.split(' '),
)

/**
 * A grant covers commands of the same shape. Where the operands decide what happens, they are part of the shape; an
 * incomplete shape is equal to its own text only.
 */
function identityOf(part: CommandPart): string {
  const { shape, text, effects } = part
  if (!shape.isComplete) return JSON.stringify(['text', text])
  const { program, flags } = shape
  const isFixed = RUNNERS.has(program ?? '') && !effects.includes('publishes')
  const isOpenEnded =
    effects.includes('unknown') || effects.includes('executes-inline-code') || effects.includes('publishes')
  const operands = isOpenEnded && !isFixed ? operandsOf(part) : '*'
  return JSON.stringify([program, subcommandOf(part), flags, operands, extrasOf(part)])
}

/** What stands behind `--` is handed on, so it is no part of the subcommand. */
function subcommandOf({ words, shape }: CommandPart): string[] {
  const end = words.findIndex(({ value }) => value === '--')
  const own = new Set((end < 0 ? words : words.slice(0, end)).map(({ value }) => value))
  return shape.subcommands.filter((word) => own.has(word))
}

/** The words that are neither program, subcommand nor flag. */
function operandsOf(part: CommandPart): string[] {
  const named = subcommandOf(part)
  return part.words.slice(1).flatMap(({ value, source }) => {
    const word = value ?? source
    if (word.startsWith('-') && word !== '-') return []
    if (named[0] === word) {
      named.shift()
      return []
    }
    return [word]
  })
}

/** Wrappers that change when or how fast a command runs, and nothing else. */
const PLAIN_WRAPPERS = new Set(
  'time timeout gtimeout nice ionice stdbuf unbuffer caffeinate command builtin noglob nocorrect env eval exec'
    .split(' ')
    .concat('sh -c', 'bash -c', 'dash -c', 'zsh -c', 'ksh -c'),
)

function extrasOf(part: CommandPart): string[] {
  const { wrappers, variables } = part.shape
  return [
    ...wrappers.filter((wrapper) => !PLAIN_WRAPPERS.has(wrapper)),
    ...variables.filter((name) => !isOrdinaryVariable(name)).map((name) => `${name}=`),
    ...redirectsOf(part),
  ]
}

const NOWHERE = /^\/dev\/(?:null|stdin|stdout|stderr|tty)$/

/** Output that is merged or thrown away is none. */
function redirectsOf({ redirections }: CommandPart): string[] {
  const kept = redirections.filter(({ operator, target }) => {
    if (/[<>]&$/.test(operator) && /^(?:\d+|-)$/.test(target.source)) return false
    return target.value === null || !NOWHERE.test(target.value)
  })
  return kept.map(({ operator, target }) => `${operator}${target.value ?? target.source}`).sort()
}

/** A text that was not understood is one thing, and asks; one that touches upperhand itself is refused. */
export function wholeCommand({ text, risk, refusal, reasons }: CommandAnalysis): CommandResource {
  const protection: Protection =
    refusal !== null
      ? { class: 'floor', reason: refusal.text }
      : risk === 'critical'
        ? { class: 'critical', reason: reasons[0]?.text ?? 'It is critical.' }
        : OPEN
  return {
    kind: 'command',
    text,
    program: null,
    subcommand: [],
    flags: [],
    operands: [],
    extras: [],
    isCertain: false,
    hosts: [],
    effect: 'other',
    protection,
    identity: JSON.stringify(['text', text]),
  }
}
