import { because, type Draft, isUninspectable, isUnknown } from '../draft.ts'
import { checkVariable } from '../environment.ts'
import type { Arguments } from '../flags.ts'
import type { Program, Programs } from '../program.ts'
import { touch } from '../touch.ts'
import { type Word, withoutStart } from '../word.ts'

const NOTHING: Program = { operands: 'text*', isTame: true }
const TEST: Program = { inspectWords: inspectTest }

/** What the shell does itself. */
export const BUILTINS: Programs = {
  'cd chdir': {
    flags: '-LPe@',
    inspectWords: (draft, words) => {
      const [target, more] = words.filter(({ prefix }) => !/^-(?:[LPe@]+|-)$/.test(prefix))
      // zsh puts the second word in the place of the first in the name of where it is.
      if (more !== undefined) isUninspectable(draft, 'unknown-path', 'Where it goes cannot be known.', more)
      if (target?.value === '-') return
      // zsh counts the directories it has been in.
      if (/^[-+]\d/.test(target?.prefix ?? ''))
        isUnknown(draft, 'unknown-path', 'Where it goes cannot be known.', target)
      if (target !== undefined) touch(draft, target, 'read')
      if (target?.canSplit) isUnknown(draft, 'unknown-path', 'Where it goes cannot be known.', target)
    },
  },
  'pushd popd': { flags: '-n +# -#', operands: 'read', isTame: true },
  dirs: { flags: '-clpv +# -#', isTame: true },
  ': true false exit return break continue shift wait jobs times logout': NOTHING,
  echo: { inspectWords: () => undefined },
  printf: {
    inspectWords: (draft, [first]) => {
      if (first === undefined || (first.value !== null && !first.prefix.startsWith('-v'))) return
      if (first.value === null && !first.canSplit && first.prefix !== '') return
      isUnknown(draft, 'evaluates', 'It may set a variable.', first)
    },
  },
  'test [': TEST,
  'type hash': { flags: '-afptPlrd', operands: 'text*', isTame: true, inspect: inspectHash },
  'export declare typeset readonly local': { inspectWords: inspectDeclaration },
  unset: {
    flags: '-fvn',
    operands: 'text*',
    inspect: (draft, { operands }) => {
      for (const word of operands) checkNamed(draft, word)
    },
  },
  'mapfile readarray': {
    flags: '-t -d= -n= -O= -s= -u=',
    operands: 'text*',
    inspect: (draft, { operands, flags }) => {
      for (const word of operands) checkNamed(draft, word)
      checkNumbers(draft, flags)
    },
  },
  'read getopts': {
    flags: '-ersz -a= -d= -i= -n= -N= -p= -t= -u=',
    operands: 'text*',
    inspect: (draft, { operands, flags }) => {
      for (const word of operands) checkNamed(draft, word)
      for (const { name, value, word } of flags) {
        if (name === '-a' && value !== null) checkNamed(draft, value)
        if (name === '-s' || name === '-p')
          isUnknown(draft, 'asks-person', 'It asks whoever sits at the terminal, perhaps for a secret.', word)
      }
      checkNumbers(draft, flags)
    },
  },
  set: { inspectWords: inspectSet },
  shopt: { flags: '-pqsuo', operands: 'text*', inspect: inspectShopt },
  umask: {
    flags: '-pS',
    operands: 'text',
    inspect: (draft, { operands }) => {
      if (operands.length > 0) isUnknown(draft, 'settings', 'It changes the rights of files made later.')
    },
  },
  ulimit: { flags: '-SHabcdefiklmnpqrstuvxPRT', operands: '' },
  let: {
    operands: 'text*',
    effects: ['unknown'],
    reason: ['medium', 'evaluates', 'It evaluates values that cannot be known.'],
  },
  'source .': {
    operands: 'read text*',
    effects: ['unknown'],
    reason: ['medium', 'runs-script', 'It runs a script that is not looked into.'],
    named: 1,
    inspect: (draft, { operands }) => {
      if (operands[0]?.isStream !== true) return
      isUninspectable(draft, 'inline-code', 'It runs what another command prints.', operands[0])
      if (draft.hasDownload)
        because(draft, 'critical', 'download-to-interpreter', 'It runs what it has just downloaded.')
    },
  },
  trap: {
    flags: '-lp',
    operands: 'code text*',
    inspect: (draft, { operands }) => {
      if (operands.length > 0) isUnknown(draft, 'settings', 'It runs later, wherever the shell is then.')
    },
  },
  alias: { flags: '-pgs', operands: 'text*', inspect: inspectAlias },
  unalias: { flags: '-a', operands: 'text*', effects: ['unknown'] },
  'fg bg disown suspend': { flags: '-ahr', operands: 'text*', effects: ['unknown'] },
  'bind complete compgen compopt enable zle autoload zmodload': {
    operands: 'text*',
    effects: ['unknown'],
    reason: ['medium', 'settings', 'It changes how the shell behaves.'],
  },
  history: {
    flags: '-#',
    operands: 'text',
    inspectWords: (draft, words) => {
      if (words.every(({ value }) => value !== null && /^\d+$/.test(value))) return
      draft.effects.add('unknown')
      because(draft, 'critical', 'history', 'It changes what the shell keeps in its history.')
    },
  },
  fc: { flags: '-lnr', operands: 'text*', inspect: inspectFc },
  kill: { inspectWords: inspectKill },
}

function checkNamed(draft: Draft, word: Word): void {
  if (word.value !== null && /^[A-Za-z_]\w*$/.test(word.value)) checkVariable(draft, word.value, 'script', word)
  else isUninspectable(draft, 'evaluates', 'A subscript is evaluated and may run more than it shows.', word)
}

/** zsh evaluates them. */
function checkNumbers(draft: Draft, flags: Arguments['flags']): void {
  for (const { name, value, word } of flags) {
    if (!/^-[nNtuOs]$/.test(name) || value === null || /^[\d.]+$/.test(value.value ?? '')) continue
    isUninspectable(draft, 'evaluates', 'A number of it is evaluated and may run more than it shows.', word)
  }
}

function inspectDeclaration(draft: Draft, words: readonly Word[]): void {
  for (const word of words) {
    if (/^[-+][aAfFgilnprtuxp]+$/.test(word.prefix)) {
      if (/f/i.test(word.prefix)) isUnknown(draft, 'settings', 'It changes functions of the shell.', word)
      if (/i/.test(word.prefix) || (/n/.test(word.prefix) && draft.words[0]?.value !== 'export'))
        isUninspectable(
          draft,
          'evaluates',
          'From then on its values are evaluated and may run more than they show.',
          word,
        )
      if (/p/.test(word.prefix)) isUnknown(draft, 'prints-environment', PRINTS, word)
      continue
    }
    const name = /^([A-Za-z_]\w*)(?:\+?=|$)/.exec(word.prefix)?.[1]
    const isExported = draft.words[0]?.value === 'export' || words.some(({ prefix }) => /^-\w*x/.test(prefix))
    if (name === undefined) isUninspectable(draft, 'evaluates', 'Which variable it sets cannot be known.', word)
    else checkVariable(draft, name, isExported ? 'command' : 'script', word)
  }
  // Without a name, all variables of that kind are printed.
  if (words.every(({ prefix }) => /^[-+]/.test(prefix))) isUnknown(draft, 'prints-environment', PRINTS)
}

const PRINTS = 'It prints the environment, which may hold secrets.'

const SETTINGS = new Set(['errexit', 'nounset', 'xtrace', 'pipefail', 'noglob', 'noclobber', 'verbose', 'posix'])

function inspectSet(draft: Draft, words: readonly Word[]): void {
  if (words.length === 0) isUnknown(draft, 'prints-environment', 'It prints all variables, which may hold secrets.')
  words.forEach((word, index) => {
    const isSetting = word.value !== null && /^(?:[-+][befhmnuvxBCEPTo]+|\+H)$/.test(word.value)
    const isNamed = /^[-+]\w*o$/.test(words[index - 1]?.value ?? '') && SETTINGS.has(word.value ?? '')
    const isText = words.slice(0, index).some(({ value }) => value === '--')
    if (word.value === 'history')
      because(draft, 'critical', 'history', 'It changes what the shell keeps in its history.', word)
    if (!isSetting && !isNamed && !isText && word.value !== '--')
      isUnknown(draft, 'settings', 'It changes how the shell behaves.', word)
  })
}

function inspectShopt(draft: Draft, { flags, operands }: Arguments): void {
  const isHarmless = operands.every(({ value }) =>
    /^(?:nullglob|globstar|extglob|failglob|nocasematch|lastpipe|inherit_errexit)$/.test(value ?? ''),
  )
  if (flags.some(({ name }) => name === '-s' || name === '-u') && !isHarmless) {
    isUnknown(draft, 'settings', 'It changes how the shell behaves.')
  }
}

/** `hash ls=./x` means something to zsh alone. */
function inspectHash(draft: Draft, { flags, operands }: Arguments): void {
  if (draft.words[0]?.value !== 'hash') return
  if (
    flags.some(({ name }) => name === '-p' || name === '-d') ||
    operands.some(({ value }) => value?.includes('=') !== false)
  ) {
    isUninspectable(draft, 'settings', 'It changes which program a name means.')
  }
}

function inspectAlias(draft: Draft, { operands }: Arguments): void {
  for (const word of operands) {
    const equals = word.prefix.indexOf('=')
    if (equals === -1 && word.value !== null) continue
    isUnknown(draft, 'settings', 'It gives a name a new meaning.', word)
    draft.inner.push({ kind: 'code', wrapper: 'alias', words: [equals === -1 ? word : withoutStart(word, equals + 1)] })
  }
}

function inspectFc(draft: Draft, { flags }: Arguments): void {
  if (!flags.some(({ name }) => name === '-l')) isUninspectable(draft, 'history', 'It runs earlier commands again.')
}

/** In `[ … ]` only strings and numbers are compared; a subscript is what `-v` evaluates. */
function inspectTest(draft: Draft, words: readonly Word[]): void {
  const isEvaluated = words.some(({ value }) => value === '-v' || value === '-R')
  if (isEvaluated) isUnknown(draft, 'evaluates', 'It evaluates values that cannot be known.')
}

function inspectKill(draft: Draft, words: readonly Word[]): void {
  const isList = words[0]?.value === '-l' || words[0]?.value === '-L' || words[0]?.value === '--list'
  const isTest = words.some(({ value }) => value === '-0') || words[1]?.value === '0'
  if (isList || (isTest && words.length === 2)) return
  const isOurJob =
    words.every(
      ({ value, raw }) => raw === '$!' || /^%|^-(?:s|n|[A-Z]+\d?|[1-9]|1[0-5])$|^[A-Z]+$/.test(value ?? ''),
    ) && words.some(({ value, raw }) => raw === '$!' || value?.startsWith('%'))
  draft.effects.add('unknown')
  if (isOurJob) {
    because(draft, 'medium', 'kill', 'It ends a process of this command.')
    return
  }
  because(draft, 'critical', 'kill', 'It ends processes that may not be ours.')
}
