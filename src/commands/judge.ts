import { posix } from 'node:path'
import type { CommandSweep } from '../contract/commands.ts'
import { because, type Draft, isUninspectable, isUnknown } from './draft.ts'
import { type Arguments, type FoundFlag, type Role, readArguments } from './flags.ts'
import { addHost } from './hosts.ts'
import type { Program } from './program.ts'
import { EVERYTHING, mention, touch } from './touch.ts'
import type { Word } from './word.ts'

/** Says what a program with these words does, by what is known of it. */
export function judge(draft: Draft, program: Program, words: readonly Word[]): void {
  for (const effect of program.effects ?? []) draft.effects.add(effect)
  if (program.reason !== undefined) because(draft, ...program.reason)
  if (program.inspectWords !== undefined) {
    program.inspectWords(draft, words)
    return
  }
  if (program.subcommands !== undefined) {
    judgeSubcommand(draft, program, program.subcommands, words)
    return
  }
  const args = readArguments(words, program.flags ?? '')
  checkArguments(draft, program, args)
  nameForm(draft, args.operands.slice(0, program.named ?? 0))
  for (const flag of args.flags) applyFlag(draft, flag)
  applyOperands(draft, program, args)
  program.inspect?.(draft, args)
}

function judgeSubcommand(
  draft: Draft,
  program: Program,
  subcommands: ReadonlyMap<string, Program>,
  words: readonly Word[],
): void {
  const args = readArguments(words, program.flags ?? '', true)
  checkArguments(draft, program, args)
  for (const flag of args.flags) applyFlag(draft, flag)
  program.inspect?.(draft, args)
  const [name, ...rest] = args.operands
  if (name === undefined) {
    if (draft.isOpenEnded) isUninspectable(draft, 'open-ended', 'Its arguments come from somewhere else.')
    else judge(draft, program.alone ?? {}, [])
    return
  }
  if (name.value === null) {
    isUninspectable(draft, 'unknown-subcommand', 'Which subcommand it runs cannot be known.', name)
    return
  }
  nameForm(draft, [name])
  const subcommand = subcommands.get(name.value) ?? program.otherwise
  if (subcommand !== undefined) {
    judge(draft, subcommand, rest)
    return
  }
  isUnknown(draft, 'unknown-subcommand', `What "${name.value}" does is not known.`, name)
  judgeUnknown(draft, rest)
}

/** A program, or a subcommand, that nothing is known of: the first operand is taken for its subcommand. */
export function judgeUnknown(draft: Draft, words: readonly Word[]): void {
  const isFlag = ({ prefix }: Word) => prefix.startsWith('-')
  draft.form.flags.push(...words.filter(isFlag).map(({ prefix }) => prefix.replace(/=.*/s, '')))
  draft.form.isNamed &&= !words.some(({ value, prefix }) => value === null && (prefix === '' || prefix.startsWith('-')))
  nameForm(draft, words.filter((word) => !isFlag(word)).slice(0, 1))
  for (const word of words) mention(draft, word)
}

function nameForm({ form }: Draft, words: readonly Word[]): void {
  for (const { value } of words) {
    if (value === null) form.isNamed = false
    else form.subcommands.push(value)
  }
}

function checkArguments(draft: Draft, program: Program, { flags, unknownFlags, isLoose, isWild }: Arguments): void {
  draft.form.flags.push(...flags.map(({ name }) => name), ...unknownFlags.map(({ prefix }) => prefix))
  const isTextOnly = !/read|write|destroy|host|code/.test(program.operands ?? '')
  const hasMore = program.isTame === true ? isLoose && !isTextOnly : isLoose || isWild
  draft.form.isNamed &&= !hasMore
  for (const word of unknownFlags) {
    mention(draft, word)
    isUnknown(draft, 'unknown-flag', `What ${word.prefix.slice(0, 40)} does is not known.`, word)
  }
  if (hasMore) {
    isUnknown(draft, 'may-be-flag', 'A word of it may turn out to be a flag.')
  }
  if (draft.isOpenEnded) isUnknown(draft, 'open-ended', 'Its arguments come from somewhere else.')
}

function applyFlag(draft: Draft, { value, role, name }: FoundFlag): void {
  if (value === null) return
  if (role === 'chdir') {
    touch(draft, value, 'read')
    draft.directories = moved(draft, value)
  } else apply(draft, value, role, false, name)
}

function applyOperands(draft: Draft, program: Program, args: Arguments): void {
  const { operands, flags } = args
  const skipped = program.skipsFirst?.split(' ') ?? []
  const skipsFirst = flags.some(({ name }) => skipped.includes(name))
  const recursive = program.recursive
  const isRecursive =
    recursive === true || (recursive !== undefined && flags.some(({ name }) => recursive.split(' ').includes(name)))
  const roles = rolesOf(program.operands ?? '', operands.length, skipsFirst)
  const sweep = program.sweep === null ? null : { ...EVERYTHING, ...program.sweep?.(args) }
  operands.forEach((word, index) => {
    const role = roles[index]
    if (role === undefined) {
      mention(draft, word)
      isUnknown(draft, 'unknown-operand', 'What one of its words means is not known.', word)
    } else if (role === 'read') touch(draft, word, role, isRecursive, sweep)
    else apply(draft, word, role, isRecursive, '')
  })
  const hasPath = roles.some((role) => role !== 'text')
  if (draft.isOpenEnded) touchUnknown(draft, program.operands ?? '', isRecursive)
  // `grep -r x` without a path searches the directory it is in.
  if ((program.isLocal === true || isRecursive) && !hasPath && !draft.isOpenEnded) touchHere(draft, isRecursive, sweep)
}

function apply(draft: Draft, word: Word, role: Role, isRecursive: boolean, flag: string): void {
  switch (role) {
    case 'text':
    case 'chdir':
      return
    case 'host':
      addHost(draft, word)
      return
    case 'code': {
      if (word.value === '-' || word.value === '') return
      const wrapper = [draft.words[0]?.value, flag].filter(Boolean).join(' ')
      draft.inner.push({ kind: 'code', wrapper, words: [word] })
      return
    }
    default:
      touch(draft, word, role, isRecursive)
  }
}

/** `read* write` for four operands is read, read, read, write. */
function rolesOf(notation: string, count: number, skipsFirst: boolean): (Role | undefined)[] {
  const tokens = notation
    .split(' ')
    .filter(Boolean)
    .slice(skipsFirst ? 1 : 0)
  const star = tokens.findIndex((token) => token.endsWith('*'))
  if (star === -1) return Array.from({ length: count }, (_, index) => tokens[index] as Role | undefined)
  const rest = tokens[star]?.slice(0, -1) as Role
  const before = tokens.slice(0, star) as Role[]
  const after = tokens.slice(star + 1) as Role[]
  const middle = Math.max(count - before.length - after.length, 0)
  const all = [...before, ...Array<Role>(middle).fill(rest), ...after]
  return all.length > count ? [...before, ...after].slice(-count) : all
}

/** More operands will come; what they are is only known by their role. */
function touchUnknown(draft: Draft, notation: string, isRecursive: boolean): void {
  const { start, end } = draft
  const role = /(\w+)\*/.exec(notation)?.[1]
  if (role !== 'write' && role !== 'destroy') return
  touch(draft, { value: null, start, end, isPattern: false, isStream: false }, role, isRecursive)
}

function touchHere(draft: Draft, isRecursive: boolean, sweep: CommandSweep | null): void {
  const { start, end } = draft
  touch(draft, { value: '.', start, end, isPattern: false, isStream: false }, 'read', isRecursive, sweep)
}

/** The directory after `-C`, as far as it is known. */
export function moved({ directories }: Draft, { value }: Word): readonly string[] | null {
  if (value === null) return null
  if (posix.isAbsolute(value)) return [value]
  return directories?.map((directory) => posix.join(directory, value)) ?? null
}
