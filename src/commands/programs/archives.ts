import { type Draft, isUnknown, runsCode } from '../draft.ts'
import { moved } from '../judge.ts'
import { touch } from '../touch.ts'
import { type Word, withoutStart } from '../word.ts'

const LONG_PLAIN =
  /^--(?:create|extract|get|list|verbose|gzip|bzip2|xz|zstd|auto-compress|file|directory|exclude|exclude-from|exclude-vcs|strip-components|keep-old-files|overwrite|no-same-owner|no-same-permissions|preserve-permissions|numeric-owner|wildcards|one-file-system|totals|touch|dereference|sort|mtime|owner|group|mode|transform|files-from|append|update|diff|compare|test-label|version|help)(?:=|$)/
const RUNS =
  /^--(?:to-command|checkpoint-action|use-compress-program|rsh-command|info-script|new-volume-script|rmt-command|I)\b|^-I|^-F/

const KNOWN_LETTERS = /^[ctxvfzjJaZCTXpPhkmnoOSUrudA]*$/

/** tar: what it packs it reads, what it unpacks it writes below `-C`. */
export function inspectArchive(draft: Draft, words: readonly Word[]): void {
  const [first] = words
  const isOldStyle = first !== undefined && /^[A-Za-z]+$/.test(first.prefix) && first.value !== null
  const letters = words
    .filter(({ prefix }, index) => (isOldStyle && index === 0) || /^-[A-Za-z]/.test(prefix))
    .map(({ prefix }) => prefix.replace(/^-/, ''))
    .join('')
  const has = (letter: string, long: string) =>
    letters.includes(letter) || words.some(({ prefix }) => prefix.startsWith(long))
  const unpacks = has('x', '--extract') || has('x', '--get')
  const lists = has('t', '--list') && !unpacks && !has('c', '--create')
  const rest: Word[] = []
  let archive: Word | undefined
  let place: Word | undefined
  words.forEach((word, index) => {
    const before = words[index - 1]
    const isFirst = isOldStyle && index === 0
    const cluster = isOldStyle && index === 1 ? (first?.prefix ?? '') : (before?.prefix ?? '')
    const follows = (letter: string) =>
      (/^-[A-Za-z]+$/.test(cluster) || (isOldStyle && index === 1)) && cluster.endsWith(letter)
    if (RUNS.test(word.prefix)) runsCode(draft, 'inline-code', 'It runs a program of its own.', word)
    else if (word.prefix.startsWith('--')) {
      if (!LONG_PLAIN.test(word.prefix))
        isUnknown(draft, 'unknown-flag', `What ${word.prefix} does is not known.`, word)
      if (word.prefix.startsWith('--file=')) archive = withoutStart(word, 7)
      if (word.prefix.startsWith('--directory=')) place = withoutStart(word, 12)
    } else if (word.prefix.startsWith('-') || isFirst) {
      if (/^-C./.test(word.prefix)) place = withoutStart(word, 2)
      if (/^-f./.test(word.prefix)) archive = withoutStart(word, 2)
    } else if (follows('f') || before?.value === '--file') archive = word
    else if (follows('C') || before?.value === '--directory') place = word
    else if (follows('T') || follows('X')) touch(draft, word, 'read')
    else rest.push(word)
    if (word.canSplit || (word.isPattern && /^[*?]/.test(word.prefix)))
      isUnknown(draft, 'may-be-flag', 'A word of it may turn out to be a flag.', word)
  })
  draft.form.flags.push(...[...letters].map((letter) => `-${letter}`))
  if (/[IF]/.test(letters)) runsCode(draft, 'inline-code', 'It runs a program of its own.')
  else if (!KNOWN_LETTERS.test(letters)) isUnknown(draft, 'unknown-flag', 'What one of its flags does is not known.')
  if (archive?.prefix.includes(':')) {
    draft.effects.add('network')
    isUnknown(draft, 'remote', 'Its archive is on another machine.', archive)
  }
  if (archive !== undefined) touch(draft, archive, unpacks || lists ? 'read' : 'write')
  if (place !== undefined) draft.directories = moved(draft, place)
  if (unpacks) touch(draft, place === undefined ? here(draft) : { ...place, value: '.' }, 'write', true)
  else if (!lists) for (const word of rest) touch(draft, word, 'read', true)
  if (!unpacks && !lists && !has('c', '--create'))
    isUnknown(draft, 'unknown-flag', 'What it does with the archive is not known.')
}

/** unzip writes below `-d`; `-l`, `-t`, `-p` and `-Z` only look. */
export function inspectZip(draft: Draft, words: readonly Word[]): void {
  const place = words.findIndex(({ value }) => value === '-d')
  const [archive] = words.filter(({ prefix }, index) => !prefix.startsWith('-') && index !== place + 1)
  if (archive !== undefined) touch(draft, archive, 'read')
  const target = place === -1 ? undefined : words[place + 1]
  const looks = words.some(({ value }) => value !== null && /^-[lvtpzZ]+$/.test(value))
  if (!looks) touch(draft, target ?? here(draft), 'write', true)
  draft.form.flags.push(...words.map(({ prefix }) => prefix).filter((prefix) => prefix.startsWith('-')))
}

function here({ start, end }: Draft) {
  return { value: '.', start, end, isPattern: false, isStream: false }
}
