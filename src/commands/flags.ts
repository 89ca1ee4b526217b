import { type Word, withoutStart } from './word.ts'

/** What a flag's value or an operand is. */
export type Role = 'text' | 'read' | 'write' | 'destroy' | 'host' | 'code' | 'chdir'

interface Flag {
  readonly takes: 'nothing' | 'value' | 'attached'
  readonly role: Role
}

type FlagTable = ReadonlyMap<string, Flag>

export interface FoundFlag {
  readonly name: string
  readonly value: Word | null
  readonly role: Role
  readonly word: Word
}

export interface Arguments {
  readonly flags: readonly FoundFlag[]
  readonly operands: readonly Word[]
  readonly unknownFlags: readonly Word[]
  /** A word that cannot be known may turn out to be a flag, or several words. */
  readonly isLoose: boolean
  /** The names that a pattern stands for may look like flags. */
  readonly isWild: boolean
}

const ROLES: ReadonlyMap<string, Role> = new Map([
  ['', 'text'],
  ['<', 'read'],
  ['>', 'write'],
  ['!', 'destroy'],
  ['@', 'host'],
  ['$', 'code'],
  ['/', 'chdir'],
])

const TOKEN = /^(--?[^=?]+|-#|\+#)(?:([=?])([<>!@$/]?))?$/
const tables = new Map<string, FlagTable>()

/**
 * The notation: `-abc` are three flags without value, `-n=` takes a value, `-U?` an attached one or none, `--long` and
 * `--long=` and `--long?` alike; `-#` is a number (`-5`), `+#` likewise. A sign behind `=` says what the value is:
 * `<` a path that is read, `>` written, `!` deleted, `@` a host or URL, `$` shell code, `/` the directory to work in.
 */
function tableOf(notation: string): FlagTable {
  const known = tables.get(notation)
  if (known !== undefined) return known
  const table = new Map<string, Flag>()
  for (const token of notation.split(/\s+/).filter(Boolean)) {
    const [, name = '', sign, mark = ''] = TOKEN.exec(token) ?? []
    if (name === '' || (sign !== undefined && !name.startsWith('--') && name.length > 2)) {
      throw new Error(`"${token}" is not in the notation of flags`)
    }
    const takes = sign === '=' ? 'value' : sign === '?' ? 'attached' : 'nothing'
    const flag: Flag = { takes, role: ROLES.get(mark) ?? 'text' }
    const isCluster = sign === undefined && name[0] === '-' && name[1] !== '-' && name !== '-#'
    for (const one of isCluster ? [...name.slice(1)].map((letter) => `-${letter}`) : [name]) table.set(one, flag)
  }
  tables.set(notation, table)
  return table
}

/** Reads the words behind a program's name. `inOrder`: the first operand ends the flags, as wrappers have it. */
export function readArguments(words: readonly Word[], notation: string, inOrder = false): Arguments {
  const table = tableOf(notation)
  const found = {
    flags: [] as FoundFlag[],
    operands: [] as Word[],
    unknownFlags: [] as Word[],
    isLoose: false,
    isWild: false,
  }
  let isOver = false
  for (let index = 0; index < words.length; index++) {
    const word = words[index]
    if (word === undefined) break
    if (isOver || (inOrder && found.operands.length > 0)) {
      found.operands.push(word)
    } else if (word.value === '--') {
      isOver = true
    } else if (!isFlag(word, table)) {
      found.isLoose ||= word.value === null && word.prefix === ''
      found.isWild ||= word.isPattern && /^[*?[]/.test(word.prefix) && word.quoted[0] === false
      found.operands.push(word)
    } else {
      index += readFlag(word, words[index + 1], table, found)
    }
  }
  found.isLoose ||= [...found.operands, ...found.flags.map(({ value }) => value)].some(
    (word) => word?.canSplit === true,
  )
  return found
}

function isFlag({ prefix, value }: Word, table: FlagTable): boolean {
  if (table.has('+#') && /^\+\d+$/.test(prefix)) return true
  return prefix.startsWith('-') && value !== '-'
}

/** Returns how many words behind the flag belong to it. */
function readFlag(
  word: Word,
  next: Word | undefined,
  table: FlagTable,
  found: { readonly flags: FoundFlag[]; readonly unknownFlags: Word[] },
): 0 | 1 {
  const { prefix } = word
  if (table.has(`${prefix[0]}#`) && /^[-+]\d+$/.test(prefix)) {
    found.flags.push({ name: `${prefix[0]}#`, value: null, role: 'text', word })
    return 0
  }
  return prefix.startsWith('--') ? readLong(word, next, table, found) : readCluster(word, next, table, found)
}

function readLong(
  word: Word,
  next: Word | undefined,
  table: FlagTable,
  found: { readonly flags: FoundFlag[]; readonly unknownFlags: Word[] },
): 0 | 1 {
  const equals = word.prefix.indexOf('=')
  const name = equals === -1 ? word.prefix : word.prefix.slice(0, equals)
  const flag = table.get(name)
  const isCut = word.value === null && equals === -1
  if (flag === undefined || isCut || (equals !== -1 && flag.takes === 'nothing')) {
    found.unknownFlags.push(word)
    return 0
  }
  const isNext = equals === -1 && flag.takes === 'value'
  const value = equals === -1 ? (isNext ? (next ?? null) : null) : withoutStart(word, equals + 1)
  found.flags.push({ name, value, role: flag.role, word })
  return isNext ? 1 : 0
}

function readCluster(
  word: Word,
  next: Word | undefined,
  table: FlagTable,
  found: { readonly flags: FoundFlag[]; readonly unknownFlags: Word[] },
): 0 | 1 {
  for (let at = 1; at < word.prefix.length; at++) {
    const name = `-${word.prefix[at]}`
    const flag = table.get(name)
    if (flag === undefined) {
      found.unknownFlags.push(word)
      return 0
    }
    if (flag.takes === 'nothing') {
      found.flags.push({ name, value: null, role: flag.role, word })
      continue
    }
    const hasRest = at + 1 < word.prefix.length || word.value === null
    const isNext = !hasRest && flag.takes === 'value'
    const value = hasRest ? withoutStart(word, at + 1) : isNext ? (next ?? null) : null
    found.flags.push({ name, value, role: flag.role, word })
    return isNext ? 1 : 0
  }
  if (word.value === null) found.unknownFlags.push(word)
  return 0
}
