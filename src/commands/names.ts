import { posix } from 'node:path'

const SYSTEM = new Set([
  '/bin',
  '/sbin',
  '/usr/bin',
  '/usr/sbin',
  '/usr/local/bin',
  '/usr/local/sbin',
  '/opt/homebrew/bin',
  '/opt/local/bin',
  '/run/current-system/sw/bin',
])
const VERSIONED = /^(python|pip|perl|ruby|php|lua|node|gcc|g\+\+|clang)-?\d[\d.]*$/
const FAMILIES = /^(mkfs|fsck|mount|umount)\./

export interface ProgramName {
  /** Under which it is known: without directory and version. */
  readonly name: string
  /** False for a program from anywhere but the system's own directories. */
  readonly isSystem: boolean
}

/** Which program a first word means. `RM` and `rm.exe` are `rm` where names are found whatever their case. */
export function programName(value: string, platform: NodeJS.Platform): ProgramName {
  const file = posix.basename(value.replaceAll(/\\/g, '/'))
  const isSystem = file === value || SYSTEM.has(posix.dirname(value))
  const ignoresCase = platform === 'darwin' || platform === 'win32'
  const plain = (ignoresCase ? file.toLowerCase() : file).replace(/\.(?:exe|cmd|bat|com)$/i, '')
  const name = VERSIONED.exec(plain)?.[1] ?? FAMILIES.exec(plain)?.[1] ?? plain
  return { name, isSystem: isSystem && (!ignoresCase || name !== 'r') }
}
