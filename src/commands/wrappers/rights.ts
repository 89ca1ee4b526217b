import type { Wrappers } from '../wrapper.ts'

const PRIVILEGE = ['critical', 'privilege', 'It runs with the rights of another user.'] as const
const ISOLATES = ['critical', 'namespace', 'It enters or makes another view of the system.'] as const
const SU = `-lmpP --login --pty --preserve-environment -c=$ -s= -g= -G= -w= --command=$ --session-command=$ --shell=
  --group= --supp-group=`

/** Wrappers that change what a command may do. */
export const RIGHTS: Wrappers = {
  sudo: {
    flags: `-nSEHkKbisAPBlve --non-interactive --stdin --preserve-env? --set-home --login --shell --background --askpass
      --list --validate --edit -u= -g= -h= -p= -C= -T= -D=/ -r= -t= -U= -R=/ --user= --group= --host= --prompt= --chdir=/`,
    hasAssignments: true,
    reason: PRIVILEGE,
  },
  doas: { flags: '-nsL -u= -C=<', reason: PRIVILEGE },
  su: { flags: SU, operands: 'text', isPermuted: true, reason: PRIVILEGE },
  runuser: { flags: `${SU} -u= --user=`, reason: PRIVILEGE },
  pkexec: { flags: '--disable-internal-agent --keep-cwd -u= --user=', reason: PRIVILEGE },
  chroot: {
    flags: '--userspec= --groups= --skip-chdir -u= -g= -G=',
    operands: 'text',
    isElsewhere: true,
    reason: ISOLATES,
  },
  unshare: {
    flags: '-ipmnuUCTrcf --fork --mount --pid --net --user --map-root-user --mount-proc? -R=/ -w=/ -S= -G=',
    reason: ISOLATES,
  },
  nsenter: {
    flags: '-aFZe --all -t= --target= -m? -u? -i? -n? -p? -U? -C? -T? -S= -G= -r? -w?',
    isElsewhere: true,
    reason: ISOLATES,
  },
  'systemd-run': {
    flags: `-qtGPrd --user --scope --pty --wait --quiet --collect --pipe --same-dir -u= -p= -E= -M= -H= --unit= --property=
      --slice= --description= --uid= --gid= --nice= --working-directory=/ --setenv= --on-calendar= --on-active= --on-boot=`,
    reason: ['critical', 'service', 'It starts a service or a scheduled job.'],
  },
}
