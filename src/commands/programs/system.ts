import { because, type Draft, isUnknown } from '../draft.ts'
import type { Arguments } from '../flags.ts'
import { type Program, type Programs, programs } from '../program.ts'

const READS: Program = { flags: '-hV --help --version', operands: '' }
const NETWORK_SETTINGS = ['critical', 'network-settings', 'It may change how the machine reaches the network.'] as const
const SERVICE = ['critical', 'service', 'It changes which services run.'] as const
const UNITS: Program = {
  flags: `-alqr -t= -n= -o= -p= -P= --all --no-pager --no-legend --full --plain --user --system --lines= --output= --property=
    --state= --type= --quiet --value --failed --recursive --reverse`,
  operands: 'text*',
}

/** Programs that tell about the machine. */
export const SYSTEM: Programs = {
  ps: {
    flags: `-aAcdeEfFgGhHjkKlLmMnNOrsSTuUvVwxXyZ -C= -o= -p= -q= -s= -t= -u= -U= -O= --forest --headers --no-headers --sort= --pid= --ppid=
      --user= --format= --cols= --columns= --rows= --deselect --info`,
    operands: 'text*',
    isTame: true,
    inspect: (draft, { operands, flags }) => {
      // Without a dash, `e` shows the environment of every process.
      const shows = operands.some(({ value }) => value !== null && /^[A-Za-z]*e[A-Za-z]*$/.test(value))
      if (shows || flags.some(({ name }) => name === '-E')) {
        isUnknown(draft, 'prints-environment', 'It shows the environment of processes, which may hold secrets.')
      }
    },
  },
  top: {
    flags: '-bcHiSw -n= -d= -p= -u= -o= -l= -s=',
    inspect: (draft, { flags }) => {
      if (!flags.some(({ name }) => name === '-b' || name === '-l'))
        isUnknown(draft, 'interactive', 'It waits for keys.')
    },
  },
  uptime: { flags: '-psV --pretty --since', isTame: true },
  free: { flags: '-bkmghlLtvw -s= -c= --bytes --kibi --mebi --gibi --human --total --wide --si --lohi', isTame: true },
  uname: {
    flags: '-amnoprsvi --all --kernel-name --nodename --kernel-release --machine --operating-system',
    isTame: true,
  },
  'whoami logname tty arch sw_vers': READS,
  nproc: { flags: '--all --ignore=', isTame: true },
  id: { flags: '-agGnruzZ --user --group --groups --name --real', operands: 'text*', isTame: true },
  'groups users': { operands: 'text*', isTame: true },
  'who w last lastlog': { flags: '-# -abdFHhilmnopqrstTuwx -f=< -n=', operands: 'text*' },
  date: {
    flags:
      '-uRj -d= -r= -I? -v= --utc --universal --date= --reference= --iso-8601? --rfc-3339= --rfc-email -f=< --file=<',
    operands: 'text',
    inspect: (draft, { operands, flags }) => {
      const sets = operands.some(({ prefix }) => !prefix.startsWith('+')) && !flags.some(({ name }) => name === '-j')
      if (sets) because(draft, 'critical', 'clock', 'It sets the clock of the machine.')
      if (sets) draft.effects.add('unknown')
    },
  },
  hostname: { flags: '-aAdfiIsy --fqdn --ip-address --short --domain' },
  'lscpu lsblk lsusb lspci lsmod lsns lsipc lslocks lsmem': {
    flags: '-abBcdDeEfhiIJklmnNOpPrsStTvVxyz -o= -e= --all --json --bytes --output= --tree --fs --list --verbose',
    operands: 'text*',
  },
  lsof: { flags: '-abChilnNPRtUvVwX -c= -d= -p= -u= -g= -s? -i?', operands: 'read*' },
  'ss netstat': {
    flags: '-46aehHilmnoprstuwxZ --tcp --udp --all --listening --numeric --processes',
    operands: 'text*',
    isTame: true,
  },
  ifconfig: {
    flags: '-a',
    operands: 'text*',
    inspect: (draft, { operands }) => {
      if (operands.length < 2) return
      draft.effects.add('unknown')
      because(draft, ...NETWORK_SETTINGS)
    },
  },
  ip: { flags: '-0460abBcdDfhjloprst --json --brief --color? --oneline', operands: '', inspectWords: inspectIp },
  'vmstat iostat mpstat': { flags: '-acdhkmnNpstxyz -S=', operands: 'text*', isTame: true },
  dmesg: { flags: '-deHkLPrtTuwWx -f= -l= -s= --ctime --human --level= --facility= --reltime --color?' },
  printenv: {
    flags: '-0 --null',
    operands: 'text*',
    inspect: (draft, { operands }) => {
      const isPlain =
        operands.length > 0 &&
        operands.every(({ value }) => /^(?:PATH|HOME|USER|SHELL|LANG|PWD|TERM|EDITOR|TZ)$/.test(value ?? ''))
      if (!isPlain) isUnknown(draft, 'prints-environment', 'It prints the environment, which may hold secrets.')
    },
  },
  locale: { flags: '-amck', operands: 'text*', isTame: true },
  getconf: { flags: '-a -v=', operands: 'text*', isTame: true },
  'which whereis': { flags: '-abmsu --all --tty-only --skip-dot --skip-tilde', operands: 'text*', isTame: true },
  man: {
    flags: '-akfwW -S= -s= --where --whatis --apropos',
    operands: 'text*',
    inspect: (draft, { operands }) => {
      if (operands.some(({ prefix }) => prefix.includes('/')))
        isUnknown(draft, 'unknown-operand', 'It formats a file of its own.')
    },
  },
  'whatis apropos': { flags: '-aelrw -s= --exact', operands: 'text*' },
  sleep: { operands: 'text*', isTame: true },
  'pgrep pidof': {
    flags: '-aAcfilLnoqvwxs -d= -g= -G= -P= -s= -t= -u= -U= --full --list-name --count',
    operands: 'text*',
    isTame: true,
  },
  pstree: { flags: '-aAcghlnNpsStTuUZ -H=', operands: 'text*', isTame: true },
  journalctl: {
    flags: `-abefklmNqrx -n= -o= -p= -t= -u= -g= -S= -U= -D=< --no-pager --since= --until= --unit= --user-unit= --lines= --output= --priority=
      --boot? --follow --reverse --grep= --list-boots --disk-usage --user --system --utc`,
    operands: 'text*',
  },
  systemctl: {
    flags: '-alq --user --system --no-pager -t= -n= -o=',
    subcommands: programs({
      'status show list-units list-unit-files list-timers list-sockets list-dependencies list-jobs is-active is-enabled is-failed is-system-running cat get-default':
        UNITS,
    }),
    alone: {},
    otherwise: { ...UNITS, effects: ['unknown'], reason: SERVICE },
  },
  service: { operands: 'text*', effects: ['unknown'], inspect: inspectService },
  launchctl: {
    subcommands: programs({ 'list print blame version': { operands: 'text*' } }),
    otherwise: { operands: 'text*', effects: ['unknown'], reason: SERVICE },
  },
  'rc-service update-rc.d chkconfig initctl rcctl sv s6-svc runit': {
    operands: 'text*',
    effects: ['unknown'],
    reason: SERVICE,
  },
  'hostnamectl timedatectl localectl loginctl': {
    flags: '--no-pager -a --all',
    subcommands: programs({
      'status show list-sessions list-users list-timezones list-locales show-session': {
        flags: '-a',
        operands: 'text*',
      },
    }),
    alone: {},
    otherwise: {
      operands: 'text*',
      effects: ['unknown'],
      reason: ['critical', 'system', 'It changes the settings of the machine.'],
    },
  },
  sysctl: {
    flags: '-aAbdeNnqx --all --names --values',
    operands: 'text*',
    inspect: (draft, { operands }) => {
      if (!operands.some(({ prefix, value }) => value === null || prefix.includes('='))) return
      draft.effects.add('unknown')
      because(draft, 'critical', 'system', 'It changes the running kernel.')
    },
  },
  'dpkg-query': {
    flags: '-lLsSW -f= --list --listfiles --show --status --search --showformat=',
    operands: 'text*',
  },
  rpm: {
    flags: '-qaldcRip -f=< --queryformat= --qf= --all --changelog --scripts --requires --provides',
    operands: 'text*',
    inspect: (draft, { flags }) => {
      if (!flags.some(({ name }) => name === '-q')) isUnknown(draft, 'installs', 'It may install or remove packages.')
    },
  },
  dpkg: {
    flags: '-lLsSpVC --list --listfiles --status --search --print-avail --get-selections --print-architecture --audit',
    operands: 'text*',
  },
  'apt-cache apt-mark': {
    flags: '-anq --all-versions --names-only',
    subcommands: programs({
      'show search policy depends rdepends showpkg madison pkgnames stats showmanual showauto showhold': {
        flags: '-an',
        operands: 'text*',
      },
    }),
  },
  'ldconfig update-alternatives': {
    effects: ['unknown'],
    operands: 'text*',
    reason: ['critical', 'system', 'It changes the settings of the machine.'],
  },
  'nvidia-smi sensors acpi inxi neofetch fastfetch': { flags: '-LqaF -i= --query-gpu= --format=', operands: 'text*' },
}

function inspectIp(draft: Draft, words: readonly { readonly value: string | null; readonly prefix: string }[]): void {
  const operands = words.filter(({ prefix }) => !prefix.startsWith('-')).map(({ value }) => value)
  const verb = operands[1] ?? 'show'
  const reads = /^(?:a|ad|add|addr|address|l|li|link|r|ro|route|n|ne|neigh|ru|rule|maddr)$/.test(operands[0] ?? '')
  const isShow = /^(?:s|sh|sho|show|l|ls|list|get)$/.test(verb)
  const isPlain = words.every(
    ({ prefix }) => !prefix.startsWith('-') || /^-(?:4|6|o|s|d|br|brief|c|color|j|json|p)$/.test(prefix),
  )
  if (reads && isShow && isPlain && operands.every((value) => value !== null)) return
  draft.effects.add('unknown')
  because(draft, ...NETWORK_SETTINGS)
}

function inspectService(draft: Draft, { operands }: Arguments): void {
  if (operands[1]?.value !== 'status') because(draft, ...SERVICE)
}
