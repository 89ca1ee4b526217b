import { dirname } from 'node:path'
import type { CommandAnalysis, CommandPart, CommandPath } from '../contract/commands.ts'
import type { Access, CommandResource, PathResource, Protection, Resource } from '../contract/resources.ts'

/** Judges a path as the gate does for any operation: canonical, with its zone and protection. */
export type LocatePath = (path: string, access: Access) => PathResource

/**
 * What a shell command touches: every simple command, and every file that can be told from the text. What cannot be
 * told makes the command itself one that asks.
 */
export function commandResources(analysis: CommandAnalysis, locate: LocatePath): Resource[] {
  const { isParsed, parts, refusal } = analysis
  if (!isParsed || refusal !== null || parts.length === 0) return [whole(analysis)]
  return parts.flatMap((part) => [commandOf(part), ...part.paths.flatMap((path) => pathOf(path, locate))])
}

/** The commands alone, as rules look at them. */
export function commandsIn(analysis: CommandAnalysis): CommandResource[] {
  const { isParsed, parts, refusal } = analysis
  return !isParsed || refusal !== null || parts.length === 0 ? [whole(analysis)] : parts.map(commandOf)
}

function commandOf(part: CommandPart): CommandResource {
  const { shape, text } = part
  const [worst] = part.reasons
  const protection: Protection =
    part.risk === 'critical' ? { class: 'critical', reason: worst?.text ?? 'It is critical.' } : OPEN
  return {
    kind: 'command',
    text,
    program: shape.isComplete ? shape.program : null,
    subcommand: subcommandOf(part),
    flags: shape.flags,
    operands: operandsOf(part),
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
  const { wrappers, program, flags, variables } = shape
  const isFixed = RUNNERS.has(program ?? '') && !effects.includes('publishes')
  const isOpenEnded =
    effects.includes('unknown') || effects.includes('executes-inline-code') || effects.includes('publishes')
  const operands = isOpenEnded && !isFixed ? operandsOf(part) : '*'
  return JSON.stringify([wrappers, program, subcommandOf(part), flags, variables, operands])
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

/** A pattern is judged by the directory it starts from: everything it can match is there. */
function pathOf({ path, access, isPattern }: CommandPath, locate: LocatePath): PathResource[] {
  if (path === null) return []
  return [locate(isPattern ? fixedPart(path) : path, access)]
}

function fixedPart(pattern: string): string {
  const at = pattern.search(/[*?[{]/)
  return at < 0 ? pattern : dirname(`${pattern.slice(0, at)}x`)
}

/** A text that was not understood is one thing, and asks; one that touches upperhand itself is refused. */
function whole({ text, risk, refusal, reasons }: CommandAnalysis): CommandResource {
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
    effect: 'other',
    protection,
    identity: JSON.stringify(['text', text]),
  }
}
