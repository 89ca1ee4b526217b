import { posix } from 'node:path'
import { because, type Draft, isUnknown } from '../draft.ts'
import type { Arguments } from '../flags.ts'
import type { Programs } from '../program.ts'
import { touch } from '../touch.ts'
import { type Word, withoutStart, withValue } from '../word.ts'
import { inspectArchive, inspectZip } from './archives.ts'

const COPY = `-abdfHiLlnPpRrsTuvxZXc -S= -t=> --archive --backup? --copy-contents --no-dereference --force --interactive --link
  --dereference --no-clobber --preserve? --no-preserve= --parents --recursive --reflink? --remove-destination --sparse=
  --strip-trailing-slashes --symbolic-link --suffix= --target-directory=> --no-target-directory --update? --verbose
  --one-file-system`
const RIGHTS =
  '-cfhHLPRv --changes --silent --quiet --verbose --dereference --no-dereference --recursive --preserve-root --no-preserve-root --from= --reference=<'
const DISKS = ['critical', 'disk', 'It works on a disk directly.'] as const

/** Programs that change files. */
export const WRITING_FILES: Programs = {
  'cp gcp': {
    flags: COPY,
    operands: 'read* write',
    effects: ['writes'],
    recursive: '-r -R -a --recursive --archive',
    inspect: inspectTarget,
  },
  'mv gmv': {
    flags:
      '-bfinTuvhZ -S= -t=> --backup? --force --interactive --no-clobber --strip-trailing-slashes --suffix= --target-directory=> --no-target-directory --update? --verbose',
    operands: 'destroy* write',
    effects: ['writes'],
    recursive: true,
    inspect: inspectTarget,
  },
  'rm grm': {
    flags:
      '-dfiIrRvPWx --force --interactive? --recursive --dir --verbose --one-file-system --preserve-root? --no-preserve-root',
    operands: 'destroy*',
    effects: ['deletes'],
    recursive: '-r -R --recursive',
    inspect: (draft, { flags }) => {
      if (flags.some(({ name }) => name === '--no-preserve-root'))
        because(draft, 'critical', 'root', 'It gives up the protection of the root directory.')
    },
  },
  'rmdir unlink': {
    flags: '-pv --parents --verbose --ignore-fail-on-non-empty',
    operands: 'destroy*',
    effects: ['deletes'],
  },
  'trash trash-put rimraf del': {
    flags: '-rfvg --glob --verbose',
    operands: 'destroy*',
    effects: ['deletes'],
    recursive: true,
  },
  shred: {
    flags: '-fuvxz -n= -s= --force --remove? --verbose --exact --zero --iterations= --size=',
    operands: 'destroy*',
    effects: ['deletes'],
    inspect: inspectDevices,
  },
  truncate: { flags: '-co -s= -r=< --no-create --size= --reference=<', operands: 'write*', effects: ['writes'] },
  'mkdir gmkdir': { flags: '-pvZ -m= --parents --verbose --mode=', operands: 'write*', effects: ['writes'] },
  'touch gtouch': {
    flags: '-acfhm -d= -r=< -t= -A= --no-create --date= --reference=< --time= --no-dereference',
    operands: 'write*',
    effects: ['writes'],
  },
  mktemp: {
    flags: '-dqut -p=> --directory --dry-run --quiet --suffix= --tmpdir?',
    operands: 'text',
    effects: ['writes'],
  },
  mkfifo: { flags: '-m= --mode=', operands: 'write*', effects: ['writes'] },
  mknod: {
    flags: '-m=',
    operands: 'write text*',
    effects: ['writes'],
    reason: ['critical', 'device', 'It makes a device.'],
  },
  'ln gln': {
    flags:
      '-bdFfhiLnPrsTvw -S= -t=> --backup? --directory --force --interactive --logical --no-dereference --physical --relative --symbolic --suffix= --target-directory=> --no-target-directory --verbose',
    operands: 'read* write',
    effects: ['writes'],
    inspect: inspectTarget,
  },
  'install ginstall': {
    flags:
      '-bcCdDpsTv -g= -m= -o= -S= -t=> --backup? --compare --directory --group= --mode= --owner= --preserve-timestamps --strip --suffix= --target-directory=> --verbose',
    operands: 'read* write',
    effects: ['writes'],
    inspect: inspectInstall,
  },
  tee: { flags: '-aip --append --ignore-interrupts --output-error?', operands: 'write*', effects: ['writes'] },
  sponge: { flags: '-a', operands: 'write', effects: ['writes'] },
  split: {
    flags: '-# -adexuv -a= -b= -C= -l= -n= -t= --bytes= --lines= --number= --numeric-suffixes? --additional-suffix=',
    operands: 'read text',
    effects: ['writes'],
  },
  csplit: { flags: '-ksz -b= -f= -n=', operands: 'read text*', effects: ['writes'] },
  patch: {
    flags:
      '-# -bcEeflNnRstuZ -d=/ -D= -F= -i=< -o=> -p= -r=> -V= -Y= -z= --dry-run --forward --reverse --strip= --input=< --output=> --directory=/ --force --batch --backup',
    operands: 'write read',
    effects: ['writes'],
  },
  'chmod gchmod': {
    flags: `${RIGHTS} -rwxXst -E -N`,
    operands: 'text write*',
    skipsFirst: '--reference',
    effects: ['writes'],
    recursive: '-R --recursive',
    inspect: inspectMode,
  },
  'chown chgrp gchown': {
    flags: RIGHTS,
    operands: 'text write*',
    skipsFirst: '--reference',
    effects: ['writes'],
    recursive: '-R --recursive',
    reason: ['high', 'ownership', 'It changes who owns files.'],
  },
  'chattr setfattr': {
    operands: 'text write*',
    effects: ['writes'],
    flags: '-Rf',
    recursive: '-R',
    reason: ['high', 'ownership', 'It changes what may be done with files.'],
  },
  setfacl: {
    operands: 'write*',
    effects: ['writes'],
    flags: '-bdkR -m= -x= -M=<',
    recursive: '-R',
    reason: ['high', 'ownership', 'It changes who may use files.'],
  },
  'setcap xattr': {
    operands: 'text write*',
    effects: ['writes'],
    reason: ['critical', 'privilege', 'It gives a program more rights.'],
  },
  dd: { inspectWords: inspectDd },
  'tar gtar bsdtar': { inspectWords: inspectArchive },
  unzip: { inspectWords: inspectZip },
  '7z 7za zip': { operands: 'write read*', flags: '-rqjymuDX0123456789 -o? -x=', effects: ['writes'] },
  'gzip gunzip bzip2 bunzip2 xz unxz zstd unzstd lz4': {
    flags:
      '-# -cdfhklLnNqrtvVzT -S= -o=> --stdout --to-stdout --decompress --force --keep --list --test --quiet --verbose --best --fast',
    operands: 'read*',
    inspect: inspectCompress,
  },
  rsync: { effects: ['writes'], inspectWords: inspectRsync },
  'dos2unix unix2dos': { flags: '-kqno', operands: 'write*', effects: ['writes'] },
  'mkfs newfs fdisk sfdisk cfdisk parted gdisk sgdisk mkswap swapon swapoff wipefs blkdiscard hdparm nvme cryptsetup mdadm losetup diskutil hdiutil tune2fs resize2fs fsck debugfs badblocks e2fsck xfs_repair lvremove lvcreate vgremove vgcreate pvcreate pvremove zpool zfs btrfs grub-install update-grub efibootmgr bless dracut mkinitramfs update-initramfs flashrom fwupdmgr partprobe partx format diskpart dmsetup':
    { operands: 'text*', effects: ['writes', 'unknown'], reason: DISKS },
}

/** With `-t` every operand is a source. */
function inspectTarget(draft: Draft, { flags, operands }: Arguments): void {
  if (!flags.some(({ name }) => name === '-t' || name === '--target-directory')) return
  const last = operands.at(-1)
  if (last !== undefined) touch(draft, last, draft.words[0]?.value?.endsWith('mv') === true ? 'destroy' : 'read')
}

function inspectInstall(draft: Draft, { flags, operands }: Arguments): void {
  const makes = flags.some(({ name }) => name === '-d' || name === '--directory')
  for (const word of makes ? operands : []) touch(draft, word, 'write')
  const mode = flags.find(({ name }) => name === '-m' || name === '--mode')?.value
  if (mode !== undefined && mode !== null && isSetuid(mode)) setuid(draft, mode)
}

function inspectMode(draft: Draft, { operands, unknownFlags }: Arguments): void {
  for (const mode of [...operands.slice(0, 1), ...unknownFlags]) if (isSetuid(mode)) setuid(draft, mode)
}

function isSetuid({ value }: Word): boolean {
  return value === null || /^[0-7]?[2-7][0-7]{3}$/.test(value) || /[ug+=,]\S*s/.test(value)
}

function setuid(draft: Draft, word: Word): void {
  because(draft, 'critical', 'privilege', 'It makes a program run with the rights of its owner.', word)
}

function inspectDevices(draft: Draft, { operands }: Arguments): void {
  if (operands.some(({ prefix }) => prefix.startsWith('/dev/'))) because(draft, ...DISKS)
}

function inspectDd(draft: Draft, words: readonly Word[]): void {
  for (const word of words) {
    const name = /^(\w+)=/.exec(word.prefix)?.[1] ?? ''
    if (name === 'if') touch(draft, withoutStart(word, 3), 'read')
    else if (name === 'of') {
      const target = withoutStart(word, 3)
      touch(draft, target, 'write')
      if (target.value === null || /^\/dev\/(?!null|stdout|stderr|fd\/)/.test(posix.normalize(target.prefix)))
        because(draft, ...DISKS, word)
    } else if (
      !/^(?:bs|ibs|obs|cbs|count|skip|seek|iseek|oseek|conv|iflag|oflag|status)$/.test(name) ||
      word.canSplit
    ) {
      isUnknown(draft, 'unknown-flag', 'What one of its words does is not known.', word)
    }
  }
}

function inspectCompress(draft: Draft, { flags, operands }: Arguments): void {
  const names = new Set(flags.map(({ name }) => name))
  if (
    ['-c', '--stdout', '--to-stdout', '-l', '--list', '-t', '--test'].some((name) => names.has(name)) ||
    operands.length === 0
  )
    return
  const keeps = names.has('-k') || names.has('--keep') || /zstd|lz4/.test(draft.words[0]?.value ?? '')
  for (const word of operands) {
    touch(draft, word, keeps ? 'read' : 'destroy')
    touch(draft, withValue(word, word.value === null ? null : posix.dirname(word.value)), 'write')
  }
}

const REMOTE = /^(?:[\w.-]+@)?[\w.-]+:|^rsync:\/\//

function inspectRsync(draft: Draft, words: readonly Word[]): void {
  const operands: Word[] = []
  const known =
    /^(?:-[aAbcCdEfgHhiIkKlLmnNopPqrRsStTuUvWxXyz8]+|--(?:archive|verbose|recursive|compress|progress|partial|delete(?:-\w+)?|dry-run|checksum|update|times|perms|links|human-readable|stats|itemize-changes|exclude(?:-from)?=.*|include=.*|info=.*|bwlimit=.*|max-size=.*|no-\w+|relative|ignore-existing|existing|size-only|force))$/
  words.forEach((word, index) => {
    const isValue = /^--(?:exclude|include|exclude-from|info)$/.test(words[index - 1]?.value ?? '')
    if (isValue) return
    if (!word.prefix.startsWith('-')) operands.push(word)
    else if (/^(?:-e|--rsh|--rsync-path)/.test(word.prefix))
      isUnknown(draft, 'inline-code', 'It runs a program of its own for the connection.', word)
    else if (!known.test(word.value ?? '') && !/^--(?:exclude|include|exclude-from|info)$/.test(word.prefix)) {
      isUnknown(draft, 'unknown-flag', `What ${word.prefix} does is not known.`, word)
    }
    draft.form.flags.push(...(word.prefix.startsWith('-') ? [word.prefix.replace(/=.*/s, '')] : []))
  })
  const deletes = words.some(({ prefix }) => prefix.startsWith('--delete') || prefix === '--remove-source-files')
  for (const [index, word] of operands.entries()) {
    const isLast = index === operands.length - 1 && operands.length > 1
    if (REMOTE.test(word.prefix)) {
      draft.effects.add('network')
      draft.hosts.add(
        word.prefix
          .replace(/^rsync:\/\//, '')
          .replace(/^.*@/, '')
          .replace(/[:/].*/s, ''),
      )
    } else touch(draft, word, isLast ? (deletes ? 'destroy' : 'write') : 'read', true)
  }
}
