import { because, type Draft, isUnknown, runsCode } from './draft.ts'
import { type Arguments, readArguments } from './flags.ts'
import { touch } from './touch.ts'
import type { Word } from './word.ts'

/** Flags with the sign of code (`-c=$`) carry code on the command line; `flags.ts` has the notation. */
export const INTERPRETERS: ReadonlyMap<string, string> = new Map([
  ['python', '-bBdEhiIOPqsSuvVx --version --help -c=$ -m= -W= -X= --check-hash-based-pycs='],
  [
    'node',
    '-hivc --version --help --check --test --watch --inspect? --inspect-brk? --interactive -e=$ -p=$ --eval=$ --print=$ -r=< --require=< --import=< --loader=< --env-file=< --env-file-if-exists=< --run= --max-old-space-size? --experimental-strip-types --no-warnings --enable-source-maps --trace-warnings --expose-gc --test-name-pattern= --test-reporter= -C= --conditions=',
  ],
  ['perl', '-acnpsStTuUwWXv -e=$ -E=$ -0? -C? -d? -D? -F= -i? -I= -l? -m= -M= -x?'],
  [
    'ruby',
    '-acdlnpsSwv --version --help --disable? --enable? --yjit -e=$ -C=/ -E= -F= -i? -I= -K? -r= -T? -x? -0? -W?',
  ],
  ['php', '-aChilmnqsvw --version --help --ini -B=$ -R=$ -E=$ -r=$ -F=< -f=< -c=< -d= -S= -t=/ -z= --rf= --rc= --re='],
  ['lua', '-ivEW -e=$ -l='],
  ['luajit', '-ivE -e=$ -l= -b= -j= -O?'],
  ['julia', '-hiqv --version --help -e=$ -E=$ --eval=$ --print=$ -L=< -J=< --project? -t= --threads= -p='],
  ['Rscript', '--version --verbose --vanilla --no-save -e=$ --default-packages='],
  ['R', '--version --vanilla --no-save --slave --quiet -q -e=$ -f=< --file=<'],
  ['osascript', '-i -e=$ -l= -s='],
  ['elixir', '-hv --version -e=$ --eval=$ -r=< -S='],
  ['groovy', '-hv --version -e=$ -c= -D='],
  ['tclsh', ''],
  ['expect', '-v -c=$ -f=< -b -i'],
  ['guile', '-qsv --version -c=$ -e= -l=< -L='],
  ['racket', '-v --version -e=$ -f=< -l='],
  ['ghc', '-v --version -e=$'],
  ['scala', '--version -e=$'],
  ['swipl', '--version -g=$ -t=$ -f=< -s=<'],
  ['gdb', '-qnvh --version --quiet --batch --ex=$ --eval-command=$ -x=< --command=< -p= --args'],
  ['octave', '-qV --version --eval=$'],
  ['jshell', '--version -s'],
  ['irb', '-v --version'],
])
const SHELLS = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'mksh', 'ash', 'yash', 'rbash', 'fish'])
const SHELL_FLAGS =
  '-abcefhiklmnprstuvxBCDEHPT --login --norc --noprofile --posix --restricted --verbose --version --help -o= -O= --init-command=$'
const FOREIGN_SHELLS = new Set(['pwsh', 'powershell', 'cmd', 'wsl', 'nu', 'csh', 'tcsh', 'xonsh', 'elvish'])
const SHOWS = new Set(['--version', '--help', '-V', '-v', '-h', '-version'])

/** What an interpreter turns out to run. */
export type Interpreted =
  | { readonly kind: 'code'; readonly words: readonly Word[]; readonly label: string }
  | { readonly kind: 'input'; readonly label: string }
  | { readonly kind: 'words'; readonly words: readonly Word[]; readonly label: string }
  | { readonly kind: 'done' }

/** Undefined where the program is no interpreter. */
export function interpret(draft: Draft, name: string): Interpreted | undefined {
  const words = draft.words.slice(1)
  if (FOREIGN_SHELLS.has(name)) {
    runsCode(draft, 'other-shell', `${name} commands are not looked into.`)
    return { kind: 'done' }
  }
  if (SHELLS.has(name)) return interpretShell(draft, name, readArguments(words, SHELL_FLAGS, true))
  const flags = INTERPRETERS.get(name)
  return flags === undefined ? undefined : interpretOther(draft, name, readArguments(words, flags, true))
}

function interpretShell(draft: Draft, name: string, args: Arguments): Interpreted {
  const { flags, operands } = args
  const codes = flags.flatMap(({ role, value }) => (role === 'code' && value !== null ? [value] : []))
  const [first] = operands
  if (
    args.unknownFlags.length > 0 ||
    (args.isLoose && first?.value === null && flags.every(({ name: flag }) => flag !== '-c'))
  ) {
    runsCode(draft, 'hidden-command', `What ${name} runs cannot be told from its flags.`)
    return { kind: 'done' }
  }
  if (flags.some(({ name: flag }) => flag === '-c') && first !== undefined) codes.push(first)
  if (codes.length > 0) return { kind: 'code', words: codes, label: `${name} -c` }
  return interpretFile(
    draft,
    name,
    args,
    flags.some(({ name: flag }) => flag === '-s'),
  )
}

function interpretOther(draft: Draft, name: string, args: Arguments): Interpreted {
  for (const { role, word, value } of args.flags) {
    if (role === 'code') runsCode(draft, 'inline-code', `It runs ${name} code that is not looked into.`, word)
    if (role === 'read' && value !== null) touch(draft, value, 'read')
  }
  const codes = args.flags.filter(({ role }) => role === 'code')
  if (codes.length > 0) {
    if (draft.hasDownload && codes.some(({ value }) => value?.value === null)) downloaded(draft)
    return { kind: 'done' }
  }
  for (const word of args.unknownFlags) isUnknown(draft, 'unknown-flag', `What ${word.prefix} does is not known.`, word)
  const module = name === 'python' ? args.flags.find((flag) => flag.name === '-m')?.value : undefined
  if (module !== undefined && module !== null) {
    if (!args.flags.some((flag) => flag.name === '-I' || flag.name === '-P'))
      isUnknown(draft, 'runs-module', 'A module of that name in the project would run instead.', module)
    return { kind: 'words', words: [module, ...args.operands], label: 'python -m' }
  }
  if (args.flags.some((flag) => flag.name === '--test' || flag.name === '--run')) {
    isUnknown(draft, 'runs-script', 'It runs scripts that are not looked into.')
    return { kind: 'done' }
  }
  return interpretFile(draft, name, args, false)
}

function interpretFile(
  draft: Draft,
  name: string,
  { operands, flags, unknownFlags }: Arguments,
  readsInput: boolean,
): Interpreted {
  const [script] = operands
  if (script === undefined || readsInput || script.value === '-') {
    const isShow = flags.length > 0 && unknownFlags.length === 0 && flags.every((flag) => SHOWS.has(flag.name))
    // `-v` and `-h` only show something where they stand alone; elsewhere they may start a prompt.
    if (isShow && !readsInput && (flags[0]?.name.startsWith('--') || shows(name, flags[0]?.name)))
      return { kind: 'done' }
    return { kind: 'input', label: name }
  }
  if (script.isStream) {
    runsCode(draft, 'inline-code', 'It runs what another command prints.', script)
    if (draft.hasDownload) downloaded(draft)
    return { kind: 'done' }
  }
  touch(draft, script, 'read')
  isUnknown(draft, 'runs-script', 'It runs a script that is not looked into.', script)
  return { kind: 'done' }
}

function shows(name: string, flag: string | undefined): boolean {
  if (name === 'python') return flag === '-V' || flag === '-h'
  return flag === '-v' && ['node', 'ruby', 'perl', 'php', 'lua', 'julia'].includes(name)
}

export function downloaded(draft: Draft): void {
  because(draft, 'critical', 'download-to-interpreter', 'It runs what it has just downloaded.')
}
