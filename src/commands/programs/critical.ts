import type { Program, Programs } from '../program.ts'

const always = (code: string, text: string, flags = ''): Program => ({
  flags,
  operands: 'text*',
  effects: ['unknown'],
  reason: ['critical', code, text],
})

/** Programs that always ask, whatever their words. */
export const CRITICAL: Programs = {
  'sudoedit visudo vipw vigr pwconv newgrp sg gosu run0 setpriv': always(
    'privilege',
    'It runs with the rights of another user.',
  ),
  'passwd chpasswd chage useradd usermod userdel adduser deluser groupadd groupmod groupdel gpasswd chsh chfn dscl sysadminctl htpasswd':
    always('accounts', 'It changes accounts or passwords.'),
  'shutdown reboot halt poweroff init telinit kexec pm-suspend': always('power', 'It stops or restarts the machine.'),
  'pkill killall killall5 skill snice xkill fuser': always('kill', 'It ends processes that may not be ours.'),
  'insmod modprobe rmmod depmod kldload kextload kextunload bpftool bpftrace': always(
    'kernel',
    'It changes the running kernel.',
  ),
  'umount pivot_root fusermount switch_root': always('mount', 'It changes what is mounted where.'),
  mount: {
    ...always('mount', 'It changes what is mounted where.'),
    inspectWords: (draft, words) => {
      if (words.length > 0) draft.effects.add('unknown')
    },
  },
  'iptables ip6tables nft ufw firewall-cmd pfctl ebtables arptables route tc networksetup nmcli ifup ifdown dhclient iw iwconfig wg wg-quick openvpn':
    always('network-settings', 'It changes how the machine reaches the network.'),
  'crontab at batch atrm anacron': always('schedule', 'It makes or changes a scheduled job.'),
  'setenforce semanage aa-enforce aa-disable auditctl spctl csrutil tccutil': always(
    'system',
    'It changes the protection of the machine.',
  ),
  'hwclock ntpdate chronyc': always('clock', 'It sets the clock of the machine.'),
  'security secret-tool pass gopass lpass op bw keyctl kwallet-query gnome-keyring keepassxc-cli vault age sops kinit kadmin klist certutil':
    always('credentials', 'It handles passwords or keys.'),
  'ssh-keygen ssh-add ssh-agent gpg gpg2 gpg-agent keytool openssl step mkcert certbot': always(
    'credentials',
    'It handles keys.',
  ),
  'defaults plutil scutil nvram pmset systemsetup regedit reg bcdedit': always(
    'system',
    'It changes the settings of the machine.',
  ),
  'semantic-release goreleaser vsce ovsx twine flit lerna np release-it': {
    operands: 'text*',
    effects: ['network', 'publishes'],
    reason: ['critical', 'publishes', 'It publishes something others see.'],
  },
  'ptrace gcore reptyr injcode': always('kill', 'It reaches into other processes.'),
}
