import { type Draft, isUnknown, runsCode } from '../draft.ts'
import type { Arguments } from '../flags.ts'
import { touch } from '../touch.ts'
import type { Word } from '../word.ts'

const SCRIPT_MAX = 4_096
const FLAGS_ALLOWED = /^[gpiIm\d]*$/
const ADDRESS = /^(?:\d+(?:~\d+)?|\$|\+\d+|~\d+)/

/** A sed script may write files and run commands; only what certainly does neither is read-only. */
export function checkSed(draft: Draft, { flags, operands }: Arguments): void {
  const isExpression = (name: string) => name === '-e' || name === '--expression'
  const scripts = flags.filter(({ name }) => isExpression(name)).map(({ value }) => value)
  const hasScript = flags.some(({ name }) => isExpression(name) || name === '-f' || name === '--file')
  const files = hasScript ? operands : operands.slice(1)
  const inPlace = flags.find(({ name }) => name === '-i' || name === '-I' || name === '--in-place')
  if (flags.some(({ name }) => name === '-f' || name === '--file')) {
    isUnknown(draft, 'runs-script', 'It runs a script that is not looked into.')
  }
  for (const script of hasScript ? scripts : operands.slice(0, 1)) if (script !== null) checkScript(draft, script)
  if (inPlace === undefined) return
  draft.effects.add('writes')
  for (const file of files) touch(draft, file, 'write')
}

function checkScript(draft: Draft, word: Word): void {
  if (word.value === null || word.value.length > SCRIPT_MAX) {
    isUnknown(draft, 'unknown-script', 'What its script does cannot be known.', word)
  } else if (!isTame(word.value)) {
    const isDangerous = /(?:^|[;{}\n\s\d$/])[ewW]\b|[^\w\s][gpiIm\d]*[ew]/.test(word.value)
    if (isDangerous) runsCode(draft, 'inline-code', 'Its script may write files or run commands.', word)
    else isUnknown(draft, 'unknown-script', 'What its script does is not known.', word)
  }
}

/** Addresses, and the commands that only print, delete or replace text. */
function isTame(script: string): boolean {
  let rest = script
  while (rest !== '') {
    rest = rest.replace(/^[\s;{}!,]+/, '')
    if (rest === '') return true
    const address = ADDRESS.exec(rest)
    if (address !== null) {
      rest = rest.slice(address[0].length)
      continue
    }
    const next = rest[0] === '/' ? afterAddress(rest) : afterCommand(rest)
    if (next === null) return false
    rest = next
  }
  return true
}

function afterAddress(text: string): string | null {
  const end = closing(text, 1, '/')
  return end === -1 || isOpen(text.slice(1, end)) ? null : text.slice(end + 1).replace(/^[IM]+/, '')
}

function afterCommand(text: string): string | null {
  const [command = ''] = text
  if ('pdDPnNgGhHxl=z'.includes(command)) return isOver(text.slice(1)) ? text.slice(1) : null
  if (command === 'q' || command === 'Q') return text.slice(1).replace(/^\s*\d+/, '')
  if (command !== 's' && command !== 'y') return null
  const delimiter = text[1] ?? ''
  if (delimiter === '' || delimiter === '\\' || delimiter === '\n') return null
  const middle = closing(text, 2, delimiter)
  const end = middle === -1 ? -1 : closing(text, middle + 1, delimiter)
  if (end === -1 || isOpen(text.slice(2, middle))) return null
  const tail = /^[^;}\n\s]*/.exec(text.slice(end + 1))?.[0] ?? ''
  return FLAGS_ALLOWED.test(tail) ? text.slice(end + 1 + tail.length) : null
}

function isOver(rest: string): boolean {
  return rest === '' || /^[\s;}]/.test(rest)
}

/** Some versions end a pattern at a delimiter in brackets, others do not. */
function isOpen(pattern: string): boolean {
  return /\[\^?\]?[^\]]*$/.test(pattern)
}

/** A backslash takes the next character with it. */
function closing(text: string, from: number, delimiter: string): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at += 1
    else if (text[at] === delimiter) return at
  }
  return -1
}
