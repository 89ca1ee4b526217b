import type { Span } from '../../contract/commands.ts'
import { because, type Draft, isUnknown } from '../draft.ts'
import type { Arguments } from '../flags.ts'
import { EVERYTHING, mention, touch } from '../touch.ts'

/** Settings that cannot run anything and send nothing elsewhere. */
const HARMLESS =
  /^(?:color\..*|user\.(?:name|email)|core\.(?:quotepath|autocrlf|eol|abbrev|precomposeunicode|ignorecase|filemode|longpaths|commentchar)|advice\..*|init\.defaultbranch|pull\.(?:rebase|ff)|push\.(?:default|autosetupremote|followtags)|diff\.(?:algorithm|renames|mnemonicprefix|noprefix|colormoved)|log\..*|status\..*|merge\.(?:conflictstyle|ff)|rebase\.(?:autosquash|autostash)|fetch\.prune|column\.ui|branch\.[^.]*\.(?:merge|description)|branch\.sort|tag\.sort|grep\..*|blame\..*|gc\..*|feature\..*|index\..*|pack\..*|format\.(?:pretty)|rerere\..*|help\.autocorrect)$/i

/** A setting of git is changed, for one command or for good. */
export function checkSetting(draft: Draft, key: string, at: Span): void {
  if (HARMLESS.test(key)) {
    isUnknown(draft, 'vcs-settings', 'It changes a setting of git.', at)
    return
  }
  draft.effects.add('unknown')
  because(
    draft,
    'critical',
    'vcs-settings',
    `The setting "${key.slice(0, 60)}" may run programs or send things elsewhere.`,
    at,
  )
}

const READS = new Set(['--get', '--get-all', '--get-regexp', '--get-urlmatch', '--list', '-l'])

export function checkConfig(draft: Draft, { flags, operands, unknownFlags }: Arguments): void {
  const names = flags.map(({ name }) => name)
  const [first, ...rest] = operands
  const isVerb = /^(?:get|list)$/.test(first?.value ?? '')
  const isRead =
    names.some((name) => READS.has(name)) || isVerb || (operands.length === 1 && first?.value?.includes('.') === true)
  if (isRead && unknownFlags.length === 0) {
    const key = isVerb ? rest[0]?.value : first?.value
    if (/password|token|secret|credential|extraheader|oauth/i.test(key ?? '')) {
      because(draft, 'critical', 'credentials', 'The setting may hold a password.')
      draft.effects.add('unknown')
    }
    return
  }
  draft.effects.add('writes')
  const isSet = /^(?:set|unset|rename-section|remove-section|edit)$/.test(first?.value ?? '')
  checkSetting(draft, (isSet ? rest[0] : first)?.value ?? '', draft)
}

export function checkPush(draft: Draft, { flags, operands }: Arguments): void {
  const forced = flags.find(
    ({ name }) => /^(?:-f|-d|--force.*|--mirror|--delete|--prune)$/.test(name) && name !== '--force-if-includes',
  )
  const refs = operands.slice(1).find(({ prefix }) => /^[+:]/.test(prefix))
  const unknown = operands.find(({ value }) => value === null)
  if (forced !== undefined || refs !== undefined) {
    because(draft, 'critical', 'force-push', 'It overwrites or deletes what others have pushed.', forced?.word ?? refs)
  } else if (unknown !== undefined) because(draft, 'high', 'publishes', 'What it pushes cannot be known.', unknown)
  else because(draft, 'high', 'publishes', 'It publishes commits.')
}

/** Paths outside of the repository, and versions of files that must not be read unasked. */
export function checkOperands(draft: Draft, { operands, flags }: Arguments): void {
  const isPlain = flags.some(({ name }) => name === '--no-index')
  // Where there is no repository, two names are compared as they are, with everything below them.
  const dashes = draft.words.findIndex(({ value }) => value === '--')
  const hasVersion = dashes !== -1 && draft.words.slice(0, dashes).some((word) => word === operands[0])
  const isPair = draft.form.subcommands[0] === 'diff' && operands.length === 2 && !hasVersion
  for (const word of operands) {
    if (isPlain || isPair) touch(draft, word, 'read', true)
    else if (/^\/|^\.\.(?:\/|$)/.test(word.prefix)) touch(draft, word, 'read')
    else mention(draft, word)
  }
}

/** It searches everything below, tracked files first; what git ignores only without a repository. */
export function checkGrep(draft: Draft, args: Arguments): void {
  checkOperands(draft, args)
  if (args.flags.some(({ name }) => name === '--cached')) return
  const end = draft.words.findIndex(({ value }) => value === '--')
  const specs = end === -1 ? [] : draft.words.slice(end + 1).map(({ value }) => value)
  const only = specs.flatMap((spec) => (spec !== null && /^\*\.\w+$/.test(spec) ? [spec] : []))
  const isPlaces = specs.length > 0 && specs.every((spec) => spec !== null && /^[\w./-]+$/.test(spec))
  const { start } = draft
  for (const value of isPlaces ? specs : ['.']) {
    touch(draft, { value, start, end: draft.end, isPattern: false, isStream: false }, 'read', true, {
      ...EVERYTHING,
      skipsIgnored: !args.flags.some(({ name }) => name === '--no-index'),
      only: only.length > 0 && only.length === specs.length ? only : null,
    })
  }
}

/** `git ls-files` prints names below the directory it runs in; tracked ones, so ignored ones are seldom among them. */
export function feedFiles(draft: Draft, { flags, operands }: Arguments): void {
  const isZero = flags.some(({ name }) => name === '-z')
  const isPlain = draft.words[1]?.value === 'ls-files' && operands.length === 0
  if (!isPlain || flags.some(({ name }) => name !== '-z' && name !== '--cached' && name !== '-c')) return
  draft.feed = {
    value: '.',
    isZero,
    sweep: { ...EVERYTHING, skipsIgnored: true, links: 'read', splitsNames: true },
  }
}

const LISTS = /^(?:-l|--list|--contains|--no-contains|--merged|--no-merged|--points-at)$/

export function checkBranch(draft: Draft, { flags, operands, unknownFlags }: Arguments): void {
  const isList = flags.some(({ name }) => LISTS.test(name))
  if (operands.length > 0 && !isList) draft.effects.add('writes')
  if (unknownFlags.some(({ prefix }) => /^-(?:[a-zA-Z]*[dDMC]|-delete|-force)/.test(prefix))) {
    draft.effects.add('deletes')
    because(draft, 'high', 'discards', 'It deletes or replaces a branch.')
  }
}

export function checkTag(draft: Draft, { flags, operands, unknownFlags }: Arguments): void {
  const isList = flags.some(({ name }) => LISTS.test(name) || name === '-n')
  if (operands.length > 0 && !isList) draft.effects.add('writes')
  if (unknownFlags.some(({ prefix }) => /^-(?:d|f|-delete|-force)/.test(prefix))) {
    draft.effects.add('deletes')
    because(draft, 'high', 'discards', 'It deletes or replaces a tag.')
  }
}
