import { type Draft, runsCode } from '../draft.ts'
import type { Arguments } from '../flags.ts'
import type { Wrappers } from '../wrapper.ts'

const IN_SHELL = { isInShell: true }
const TIMEOUT = {
  flags: '-vf --verbose --foreground --preserve-status -s= -k= --signal= --kill-after=',
  operands: 'text',
}
const TRACES = ['medium', 'traces', 'It watches what the program does.'] as const

/** Wrappers that change how a command runs on this machine, not with whose rights. */
export const LOCAL: Wrappers = {
  env: {
    flags: '-i0v --ignore-environment --null --debug -u= --unset= -C=/ --chdir=/ -S=$ --split-string=$ -P=',
    hasAssignments: true,
    alone: {
      effects: ['unknown'],
      reason: ['medium', 'prints-environment', 'It prints the environment, which may hold secrets.'],
    },
  },
  'cross-env': { hasAssignments: true, effects: ['unknown'] },
  dotenv: {
    flags: '-o -e=< -v=',
    effects: ['unknown'],
    reason: ['medium', 'environment', 'It sets variables from a file.'],
  },
  xargs: {
    flags: `-0rtpxo --null --no-run-if-empty --verbose --interactive --exit --open-tty -n= -P= -L= -l? -I= -i? -d= -E= -e?
      -s= -J= -R= -S= -a=< --max-args= --max-procs= --max-lines? --replace? --delimiter= --eof? --max-chars= --arg-file=<`,
    isOpenEnded: true,
    alone: {},
  },
  parallel: {
    flags: `-kXm0qtu --keep-order --null --quote --verbose --ungroup --line-buffer --bar --eta --tag --will-cite --no-notice
      -j= -n= -N= -L= -I= -a=< -C= --jobs= --max-args= --arg-file=< --colsep= --halt= --timeout= --retries=`,
    code: 'joined',
    effects: ['unknown'],
    reason: ['medium', 'open-ended', 'Its arguments come from somewhere else.'],
  },
  nice: { flags: '-# -n= --adjustment=', alone: {} },
  ionice: { flags: '-t --ignore -c= -n= --class= --classdata=' },
  nohup: {},
  timeout: TIMEOUT,
  gtimeout: TIMEOUT,
  time: {
    flags: '-pvaql --portability --verbose --append --quiet -o=> -f= --output=> --format=',
    isInShell: true,
    alone: {},
  },
  stdbuf: { flags: '-i= -o= -e= --input= --output= --error=' },
  setsid: { flags: '-cfw --ctty --fork --wait' },
  chrt: {
    flags: '-abdfiorRv --all-tasks --batch --fifo --idle --other --rr -T= -P= -D=',
    operands: 'text',
  },
  taskset: { flags: '-ac --all-tasks --cpu-list', operands: 'text' },
  unbuffer: { flags: '-p' },
  script: {
    flags: `-aefqBE --append --return --flush --quiet --force -c=$ --command=$ -t? -T=> -O=> -I=> --log-out=> --timing?`,
    operands: 'write',
    inspect: (draft, { operands }) => {
      if (operands.length === 0) draft.effects.add('writes')
    },
  },
  watch: {
    flags:
      '-dtbegcprw --differences? --no-title --beep --errexit --chgexit --color --precise --no-wrap -n= -q= --interval=',
    code: 'joined',
  },
  strace: {
    flags: `-fFDcCdhiknqrtTvVwxyYzZ --follow-forks -e= -o=> -s= -a= -b= -E= -I= -O= -P= -S= -U= -X= --trace= --output=>`,
    reason: TRACES,
    inspect: checkTrace,
  },
  ltrace: { flags: '-bcCfhirStTV -a= -e= -l= -n= -o=> -s= -w= -x=', reason: TRACES, inspect: checkTrace },
  flock: {
    flags: `-sxneuoFv --shared --exclusive --nonblock --unlock --close --no-fork -w= -E= -c=$ --timeout= --command=$ --wait=`,
    operands: 'write',
  },
  entr: { flags: '-acdnprxz', reason: ['medium', 'repeats', 'It runs again whenever a file changes.'] },
  hyperfine: {
    flags: `-Ni -w= -m= -M= -r= -p=$ -c=$ -s=$ -n= --warmup= --runs= --min-runs= --max-runs= --prepare=$ --setup=$
      --cleanup=$ --export-json=> --export-markdown=> --export-csv=>`,
    code: 'each',
    effects: ['unknown'],
  },
  concurrently: { flags: '-krs --kill-others --raw -n= -c= --names=', code: 'each', effects: ['unknown'] },
  caffeinate: { flags: '-dimsu -t= -w=' },
  setarch: { flags: '-BFILRSXZv --addr-no-randomize --verbose', operands: 'text' },
  prlimit: { flags: '--nofile? --nproc? --as? --core? --cpu? --fsize? -n? -u? -v? -c? -t? -f?' },
  numactl: { flags: '-l --localalloc -i= -m= -N= -C= --interleave= --membind= --cpunodebind= --physcpubind=' },
  fakeroot: { effects: ['unknown'] },
  'dbus-run-session': { effects: ['unknown'] },
  'xvfb-run': { effects: ['unknown'], flags: '-a --auto-servernum -e=> -n= -s= --server-args= --server-num=' },
  proxychains: { flags: '-q -f=<', effects: ['network'] },
  torsocks: { effects: ['network'] },
  busybox: { flags: '--list --help', alone: {} },
  toybox: { flags: '--list --help', alone: {} },
  coproc: { reason: ['medium', 'background', 'It goes on in the background.'] },
  command: { flags: '-pvV', isInShell: true, ownFlags: '-v -V', alone: { flags: '-pvV', operands: 'text*' } },
  exec: { flags: '-cl -a=', isInShell: true, alone: { inspect: checkInput } },
  eval: { code: 'joined', isInShell: true, alone: {} },
  builtin: IN_SHELL,
  noglob: IN_SHELL,
  nocorrect: IN_SHELL,
  'git submodule foreach': { flags: '-q --quiet --recursive', code: 'joined' },
  'git bisect run': { effects: ['writes'] },
}

/** An output that begins with a bar is a command. */
function checkTrace(draft: Draft, { flags }: Arguments): void {
  const pipe = flags.find(({ name, value }) => /^(?:-o|--output)$/.test(name) && /^[|!]/.test(value?.prefix ?? ''))
  if (pipe !== undefined) runsCode(draft, 'inline-code', 'It hands what it sees to a program.', pipe.word)
}

/** A shell that waits for commands goes on with those of the file. */
function checkInput(draft: Draft): void {
  const input = draft.redirections.find(({ operator, descriptor }) =>
    descriptor === '' ? operator.startsWith('<') : /^0+$/.test(descriptor),
  )
  if (input !== undefined) runsCode(draft, 'inline-code', 'The shell takes its next commands from there.', input.target)
}
