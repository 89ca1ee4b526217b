import type { CommandPart, CommandShape } from '../contract/commands.ts'
import type { Draft } from './draft.ts'

/** The form of a command that rules compare: which program, in which role, with which flags; never its text. */
export function shapeOf(draft: Draft, part: Omit<CommandPart, 'shape'>): CommandShape {
  const { isNamed, subcommands, flags } = draft.form
  return {
    wrappers: part.wrappers,
    program: part.program,
    subcommands,
    flags: sorted(flags),
    variables: sorted(part.assignments.map(({ name }) => name)),
    redirects: sorted(draft.redirections.map(({ operator, target }) => `${operator}${target.raw}`)),
    effects: part.effects,
    isComplete: isNamed && part.verdict !== 'uninspectable' && !draft.isOpenEnded,
  }
}

/** Whether a person who allowed `allowed` has also allowed `asked`: the same or less, never more. */
export function coversSameShape(allowed: CommandShape, asked: CommandShape): boolean {
  return (
    allowed.isComplete &&
    asked.isComplete &&
    allowed.program === asked.program &&
    isSame(allowed.wrappers, asked.wrappers) &&
    isSame(allowed.subcommands, asked.subcommands) &&
    isWithin(asked.flags, allowed.flags) &&
    isWithin(asked.variables, allowed.variables) &&
    isWithin(asked.redirects, allowed.redirects) &&
    isWithin(withoutReading(asked.effects), allowed.effects)
  )
}

function sorted(names: Iterable<string>): string[] {
  return [...new Set(names)].sort()
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name, index) => name === other[index])
}

function isWithin(some: readonly string[], all: readonly string[]): boolean {
  return some.every((name) => all.includes(name))
}

function withoutReading(effects: readonly string[]): string[] {
  return effects.filter((effect) => effect !== 'read-only')
}
