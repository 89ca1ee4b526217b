import { because, type Draft, isUninspectable } from './draft.ts'
import { type Arguments, readArguments } from './flags.ts'
import { addHost } from './hosts.ts'
import { moved } from './judge.ts'
import { type Assigned, assignmentFrom } from './lex-command.ts'
import { touch } from './touch.ts'
import type { Word } from './word.ts'
import { WRAPPERS, type Wrapper } from './wrapper.ts'

/** What is left of a command when its outermost wrapper is taken off. */
export type Unwrapped =
  | { readonly kind: 'words'; readonly draft: Draft; readonly isInShell: boolean }
  | {
      readonly kind: 'code'
      readonly draft: Draft
      readonly codes: readonly (readonly Word[])[]
      readonly isInShell: boolean
    }
  | { readonly kind: 'alone'; readonly wrapper: Wrapper; readonly words: readonly Word[] }
  | { readonly kind: 'hidden' }

/** Undefined where the first word is no wrapper. The draft learns what the wrapper itself brings. */
export function unwrap(draft: Draft, name: string): Unwrapped | undefined {
  const found = wrapperOf(draft, name)
  if (found === undefined) return undefined
  const { wrapper, label, words } = found
  const args = readArguments(words, wrapper.flags ?? '', wrapper.isPermuted !== true)
  for (const effect of wrapper.effects ?? []) draft.effects.add(effect)
  if (wrapper.reason !== undefined) because(draft, ...wrapper.reason)
  if (args.unknownFlags.length > 0 || isHidden(wrapper, args)) {
    isUninspectable(draft, 'hidden-command', `Which command ${label} runs cannot be told from its flags.`)
    return { kind: 'hidden' }
  }
  for (const { role, value } of args.flags) {
    if (value === null) continue
    if (role === 'read' || role === 'write') touch(draft, value, role)
    if (role === 'host') addHost(draft, value)
    if (role !== 'chdir') continue
    touch(draft, value, 'read')
    draft.directories = moved(draft, value)
  }
  wrapper.inspect?.(draft, args)
  const own = wrapper.ownFlags?.split(' ') ?? []
  if (args.flags.some((flag) => own.includes(flag.name))) return { kind: 'alone', wrapper, words }
  return innerOf(draft, { wrapper, label, words, args })
}

/** Where the command begins cannot be told when a word before it may be a flag, or several words. */
function isHidden(wrapper: Wrapper, { flags, operands, isLoose }: Arguments): boolean {
  if (wrapper.flags === undefined) return false
  if (wrapper.isPermuted === true) return isLoose
  const before = operands.slice(0, wrapper.operands?.split(' ').filter(Boolean).length ?? 0)
  const [first] = operands
  const isFlag = first !== undefined && first.value === null && (first.prefix === '' || first.canSplit)
  return isFlag || [...before, ...flags.map(({ value }) => value)].some((word) => word?.canSplit === true)
}

interface Found {
  readonly wrapper: Wrapper
  readonly label: string
  readonly words: readonly Word[]
}

function wrapperOf({ words }: Draft, name: string): Found | undefined {
  for (let count = Math.min(words.length, 3); count > 0; count--) {
    const label = [name, ...words.slice(1, count).map(({ value }) => value ?? '\0')].join(' ')
    const wrapper = WRAPPERS.get(label)
    if (wrapper !== undefined) return { wrapper, label, words: words.slice(count) }
  }
  return undefined
}

function innerOf(outer: Draft, { wrapper, label, words, args }: Found & { readonly args: Arguments }): Unwrapped {
  const isInShell = wrapper.isInShell === true
  const assignments: Assigned[] = [...outer.assignments]
  let rest = [...args.operands]
  while (wrapper.hasAssignments === true && rest[0] !== undefined) {
    const assignment = assignmentFrom(rest[0], outer.source)
    if (assignment === undefined) break
    assignments.push(assignment)
    rest = rest.slice(1)
  }
  for (const role of wrapper.operands?.split(' ').filter(Boolean) ?? []) {
    const operand = rest.shift()
    if (operand === undefined) break
    if (role === 'host') addHost(outer, operand)
    if (role === 'read' || role === 'write') touch(outer, operand, role)
  }
  if (rest[0]?.value === '--') rest.shift()
  const draft: Draft = {
    ...outer,
    assignments,
    words: rest,
    isOpenEnded: outer.isOpenEnded || wrapper.isOpenEnded === true,
    isElsewhere: outer.isElsewhere || wrapper.isElsewhere === true,
    wrappers: [...outer.wrappers, label],
  }
  const codes = args.flags.filter(({ role }) => role === 'code').map(({ value, name }) => codeOf(value, name, rest))
  if (rest[0]?.value === '-c' && rest[1] !== undefined && wrapper.flags?.includes('-c=$') === true)
    codes.push([rest[1]])
  if (codes.length > 0) return { kind: 'code', draft, codes, isInShell }
  const end = rest.findIndex(({ value }) => value !== null && /^::::?\+?$/.test(value))
  const inner = end === -1 || label !== 'parallel' ? rest : rest.slice(0, end)
  if (inner.length === 0) return { kind: 'alone', wrapper, words }
  if (wrapper.code === 'joined') return { kind: 'code', draft, codes: [inner], isInShell }
  if (wrapper.code === 'each') return { kind: 'code', draft, codes: inner.map((word) => [word]), isInShell }
  return { kind: 'words', draft: { ...draft, words: inner }, isInShell }
}

/** `env -S` goes on with the words behind it; other code flags hand them over as arguments. */
function codeOf(value: Word | null, name: string, rest: readonly Word[]): readonly Word[] {
  if (value === null) return []
  return name === '-S' || name === '--split-string' ? [value, ...rest] : [value]
}
