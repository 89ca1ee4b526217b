import { posix } from 'node:path'
import type { CommandSweep } from '../contract/commands.ts'
import type { Access } from '../contract/resources.ts'
import { because, type Draft, isUnknown } from './draft.ts'
import { samplesOf } from './patterns.ts'
import { isRoot } from './roots.ts'
import type { Word } from './word.ts'

/** Longer names reach no file. */
const PATH_MAX = 4_096
const HARMLESS = /^\/dev\/(?:null|zero|full|random|urandom|stdin|stdout|stderr|tty|fd\/\d+)$/

type Named = Pick<Word, 'value' | 'start' | 'end' | 'isPattern' | 'isStream'>

export const EVERYTHING: CommandSweep = {
  skipsHidden: false,
  skipsIgnored: false,
  links: 'passed',
  only: null,
  splitsNames: false,
}

/**
 * The command reaches a path. Records it with everything that follows from it. `sweep` says what is read below; null
 * for programs that print no more than names.
 */
export function touch(
  draft: Draft,
  word: Named,
  access: Access,
  hasBelow = false,
  ownSweep: CommandSweep | null = EVERYTHING,
): void {
  const isBelow = draft.below !== undefined && word.value === draft.below.value
  const isRecursive = hasBelow || isBelow
  const sweep = isBelow && ownSweep !== null ? (draft.below?.sweep ?? ownSweep) : ownSweep
  if (word.isStream || word.value === '-') return
  if (word.value !== null && HARMLESS.test(word.value)) return
  if (access === 'write') draft.effects.add('writes')
  if (access === 'destroy') draft.effects.add('deletes')
  const isLong = word.value !== null && word.value.length > PATH_MAX
  const paths = word.value === null || isLong ? [null] : absolute(word.value, draft)
  for (const path of paths) {
    const isSwept = isRecursive && access === 'read'
    record(draft, word, { path, access, isRecursive }, isSwept ? sweep : null)
    if (path === null) missing(draft, word, access, isRecursive)
    else check(draft, word, { path, access, isRecursive })
  }
}

/** A word whose meaning is not known may still name a file that must not be read unasked. */
export function mention(draft: Draft, word: Word): void {
  if (word.value === null || word.value.length > PATH_MAX || draft.isElsewhere) return
  const { borders } = draft.source
  for (const given of new Set([word.value, word.value.replace(/^.*[=:@,]/s, '')])) {
    const value = given.startsWith('~/') ? `${borders.home}${given.slice(1)}` : given
    for (const path of absolute(value, draft)) {
      if (path === null) continue
      const samples = word.isPattern ? samplesOf(path) : [posix.normalize(path)]
      const hit = samples.map((sample) => borders.protectionOf(sample, 'read')).find((one) => one.class !== 'none')
      if (hit === undefined && !borders.isOwn(posix.normalize(path))) continue
      touch(draft, { ...word, value }, 'read')
      return
    }
  }
}

interface Touched<P> {
  readonly path: P
  readonly access: Access
  readonly isRecursive: boolean
}

function record(draft: Draft, word: Named, touched: Touched<string | null>, sweep: CommandSweep | null): void {
  if (draft.isElsewhere) return
  draft.paths.push({
    ...touched,
    sweep,
    given: word.value,
    isPattern: word.isPattern,
    span: draft.source.toOuter(word),
  })
}

function missing(draft: Draft, word: Named, access: Access, isRecursive: boolean): void {
  if (access === 'destroy' && isRecursive) {
    because(
      draft,
      'critical',
      'recursive-unknown',
      'It deletes whole directories, and which ones cannot be known.',
      word,
    )
  } else if (access === 'read') {
    isUnknown(draft, 'unknown-path', 'Which file it reads cannot be known.', word)
  } else {
    because(draft, 'high', 'unknown-path', 'Which file it changes cannot be known.', word)
  }
}

/** Joined, not normalised: `a/..` is not the place it was when `a` is a link. */
function absolute(value: string, { directories }: Draft): (string | null)[] {
  if (value === '') return []
  if (value.startsWith('/')) return [value]
  return directories?.map((directory) => `${directory === '/' ? '' : directory}/${value}`) ?? [null]
}

function check(draft: Draft, word: Named, { path, access, isRecursive }: Touched<string>): void {
  const { borders } = draft.source
  const plain = posix.normalize(path)
  if (isRecursive && access !== 'read' && isRoot(path, borders.home)) {
    because(draft, 'critical', 'root', 'It changes the whole system, a home directory or a disk.', word)
  }
  if (access === 'destroy')
    because(draft, isRecursive ? 'high' : 'medium', 'deletes', 'It deletes or replaces files.', word)
  if (draft.isElsewhere) return
  if (borders.isOwn(plain)) {
    because(draft, 'critical', 'own', 'It names files of upperhand itself.', word)
    return
  }
  for (const sample of word.isPattern ? samplesOf(path) : [plain]) {
    const protection = borders.protectionOf(sample, access)
    if (protection.class === 'none') continue
    const text = protection.reason ?? 'It is protected.'
    because(draft, 'critical', access === 'read' ? 'credentials' : 'protected-path', text, word)
    return
  }
}
