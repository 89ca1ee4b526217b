import type { CommandSweep } from '../../contract/commands.ts'
import { because, type Draft, type Feed, isUnknown } from '../draft.ts'
import { EVERYTHING, touch } from '../touch.ts'
import { type Word, withValue } from '../word.ts'

const PLAIN = new Set(
  `-a -and -o -or -not ! ( ) , -daystart -depth -d -follow -mount -xdev -noleaf -ignore_readdir_race -noignore_readdir_race
   -warn -nowarn -empty -executable -false -nogroup -nouser -readable -true -writable -print -print0 -prune -quit -ls -P -L -H
   -X -x -E -s --help --version`.split(/\s+/),
)
const WITH_VALUE = new Set(
  `-maxdepth -mindepth -regextype -amin -atime -cmin -ctime -fstype -gid -group -ilname -iname -inum -ipath -iregex -links
   -lname -mmin -mtime -name -path -perm -regex -size -type -uid -used -user -wholename -iwholename -xtype -context -printf
   -D -Bmin -Bnewer -flags`.split(/\s+/),
)
const WITH_FILE = /^-(?:(?:a|c)?newer|samefile|newer[aBcm][aBcm])$/
const EXECUTES = new Set(['-exec', '-execdir', '-ok', '-okdir'])
const PRINTS_TO = new Set(['-fprint', '-fprint0', '-fls'])

/** `find` has a language of its own behind the start points. */
export function inspectFind(draft: Draft, words: readonly Word[]): void {
  const first = words.findIndex(({ prefix }) => isExpression(prefix) && !/^-[PLHEXxs]$/.test(prefix))
  const head = first === -1 ? words : words.slice(0, first)
  const starts = head.filter(({ prefix }) => !prefix.startsWith('-'))
  const expression = first === -1 ? [] : words.slice(first)
  draft.form.flags.push(...expression.map(({ prefix }) => prefix).filter((prefix) => prefix.startsWith('-')))
  for (const start of starts) touch(draft, start, 'read', true, null)
  for (const word of head) {
    const isLoose = word.canSplit || (word.isPattern && /^[*?[]/.test(word.prefix))
    if (isLoose) isUnknown(draft, 'may-be-flag', 'A word of it may turn out to be a flag.', word)
  }
  if (starts.length === 0) touch(draft, { ...HERE, start: draft.start, end: draft.end }, 'read', true, null)
  if (draft.isOpenEnded) isUnknown(draft, 'open-ended', 'Its arguments come from somewhere else.')
  readExpression(draft, expression, { starts, head })
  draft.feed = feedOf(expression, { starts, head })
}

interface Where {
  readonly starts: readonly Word[]
  /** Everything before the expression: the start points, and whether links are followed. */
  readonly head: readonly Word[]
}

const HERE = { value: '.', isPattern: false, isStream: false }

function isExpression(prefix: string): boolean {
  return prefix.startsWith('-') || prefix === '(' || prefix === '!' || prefix === ')' || prefix === ','
}

function readExpression(draft: Draft, words: readonly Word[], where: Where): void {
  for (let at = 0; at < words.length; at++) {
    const word = words[at]
    if (word === undefined) break
    const name = word.value ?? ''
    const value = words[at + 1]
    if (PLAIN.has(name)) continue
    if (WITH_VALUE.has(name)) {
      if (value?.canSplit) isUnknown(draft, 'may-be-flag', 'A word of it may turn out to be a flag.', value)
      at += 1
    } else if (WITH_FILE.test(name)) {
      if (value !== undefined) touch(draft, value, 'read')
      at += 1
    } else if (EXECUTES.has(name)) at = readExec(draft, words, at, where)
    else if (name === '-delete') deleteStarts(draft, where.starts, word)
    else if (PRINTS_TO.has(name) || name === '-fprintf') {
      if (value !== undefined) touch(draft, value, 'write')
      at += name === '-fprintf' ? 2 : 1
    } else isUnknown(draft, 'unknown-flag', `What ${word.prefix.slice(0, 40)} does is not known.`, word)
  }
}

function deleteStarts(draft: Draft, starts: readonly Word[], word: Word): void {
  because(draft, 'high', 'deletes', 'It deletes everything it finds.', word)
  if (starts.length === 0) touch(draft, { ...HERE, start: word.start, end: word.end }, 'destroy', true)
  for (const start of starts) touch(draft, start, 'destroy', true)
}

/** Returns where the command ends. `{}` stands for anything below the start points. */
function readExec(draft: Draft, words: readonly Word[], at: number, { starts, head }: Where): number {
  const end = words.findIndex(
    ({ value }, index) => index > at && (value === ';' || (value === '+' && words[index - 1]?.value === '{}')),
  )
  const stop = end === -1 ? words.length : end
  const [start] = starts
  const root = start === undefined ? '.' : starts.length === 1 ? start.value : null
  const inner = words.slice(at + 1, stop).map((word) => found(word, root))
  const below =
    root === null
      ? undefined
      : { value: root, sweep: sweepOf([...head.filter(({ prefix }) => prefix.startsWith('-')), ...words.slice(0, at)]) }
  draft.inner.push({
    kind: 'words',
    wrapper: `find ${words[at]?.value ?? ''}`,
    words: inner,
    isOpenEnded: false,
    below,
  })
  if (end === -1) isUnknown(draft, 'unknown-flag', 'Where its command ends cannot be told.', words[at])
  return stop
}

const ALTERS = /^-(?:exec|ok|delete|f?print|f?ls|quit|prune|L|H|follow)/

/** What a program behind it in a pipe gets to read. Undefined where it prints anything else but plain names. */
function feedOf(expression: readonly Word[], { starts, head }: Where): Feed | undefined {
  const [start] = starts
  const value = start === undefined ? '.' : start.value
  const isZero = expression.at(-1)?.value === '-print0'
  const tests = isZero || expression.at(-1)?.value === '-print' ? expression.slice(0, -1) : expression
  const isPlain = starts.length <= 1 && start?.isPattern !== true && ![...head, ...tests].some(isAltering)
  if (!isPlain || value === null || value.startsWith('-')) return undefined
  return { value, isZero, sweep: { ...sweepOf(tests), splitsNames: !isZero } }
}

function isAltering({ value, prefix }: Word): boolean {
  return value === null ? prefix === '' : ALTERS.test(value)
}

const LOGIC = /^(?:-o|-or|-not|!|,|\(|\)|-follow|-L)$/

/** What it finds, as far as its tests are plain: a name that has to fit, and whether links can be among it. */
function sweepOf(tests: readonly Word[]): CommandSweep {
  const isPlain = !tests.some(({ value }) => value === null || LOGIC.test(value))
  const after = (name: string) => {
    const at = tests.findIndex(({ value }) => value === name)
    return !isPlain || at === -1 ? undefined : (tests[at + 1]?.value ?? undefined)
  }
  const name = after('-name') ?? after('-iname')
  const follows = tests.some(({ value }) => value === '-L' || value === '-follow')
  const links = follows ? 'followed' : after('-type') === 'f' ? 'passed' : 'read'
  return { ...EVERYTHING, links, only: name === undefined ? null : [name] }
}

function found(word: Word, root: string | null): Word {
  if (word.value?.includes('{}') !== true) return word
  return word.value === '{}' ? withValue(word, root === '-' ? null : root) : withValue(word, null)
}

const FD_PLAIN = new Set(
  `-H --hidden -I --no-ignore -u --unrestricted -s --case-sensitive -i --ignore-case -g --glob -F --fixed-strings -a
   --absolute-path -l --list-details -L --follow -p --full-path -0 --print0 -1 -q --quiet --prune --no-ignore-vcs
   --one-file-system --strip-cwd-prefix --regex --and`.split(/\s+/),
)
const FD_VALUE = new Set(
  `-d --max-depth --min-depth --exact-depth -t --type -e --extension -S --size -E --exclude --changed-within --changed-before
   -o --owner -c --color -j --threads --max-results --format`.split(/\s+/),
)

export function inspectFd(draft: Draft, words: readonly Word[]): void {
  const operands: Word[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at]
    if (word === undefined) break
    const name = word.prefix.replace(/=.*/s, '')
    if (!word.prefix.startsWith('-')) operands.push(word)
    else if (FD_PLAIN.has(name)) continue
    else if (FD_VALUE.has(name)) at += word.prefix.includes('=') ? 0 : 1
    else if (/^(?:-x|-X|--exec|--exec-batch)$/.test(name)) {
      const inner = words.slice(at + 1).map((one) => found(one, operands[1]?.value ?? '.'))
      draft.inner.push({ kind: 'words', wrapper: `fd ${name}`, words: inner, isOpenEnded: true })
      break
    } else isUnknown(draft, 'unknown-flag', `What ${name} does is not known.`, word)
  }
  for (const { canSplit } of operands)
    if (canSplit) isUnknown(draft, 'may-be-flag', 'A word of it may turn out to be a flag.')
  if (operands.length < 2) touch(draft, { ...HERE, start: draft.start, end: draft.end }, 'read', true, null)
  for (const place of operands.slice(1)) touch(draft, place, 'read', true, null)
}
