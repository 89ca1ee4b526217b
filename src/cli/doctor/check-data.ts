import { chmodSync, lstatSync, statfsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readDaemonFile } from '../../config/daemon-file.ts'
import { dataDirectoryPath, type Environment } from '../../config/data-directory.ts'
import { type Finding, note, ok, problem } from './finding.ts'

const LITTLE_BYTES = 100 * 1024 * 1024
const SECRETS = ['token', 'person.key', 'upperhand.db', 'ledger.head', 'daemon.json', 'lock.db']

/** The data directory: whose it is, who else can read it, and whether there is room. */
export function checkData(env: Environment): Finding[] {
  const root = dataDirectoryPath(env)
  const stat = lstatSync(root, { throwIfNoEntry: false })
  if (stat === undefined) return [note('data', `${root} does not exist yet.`, 'upperhand up')]
  if (!isOurs(stat.uid)) {
    return [problem('data', `${root} belongs to another user.`, 'set UPPERHAND_HOME to a directory of your own')]
  }
  const sockets = socketPaths(root)
  const findings = [
    checkMode(root, 0o700),
    checkMode(join(root, 'logs'), 0o700),
    ...SECRETS.map((name) => checkMode(join(root, name), 0o600)),
    ...sockets.map((path) => checkMode(path, 0o600)),
    ...[...new Set(sockets.map((path) => dirname(path)))].map((path) => checkMode(path, 0o700)),
  ].filter((finding) => finding !== undefined)
  return [...(findings.length === 0 ? [ok('data', `${root}: yours alone.`)] : findings), checkSpace(root)]
}

function socketPaths(root: string): string[] {
  const daemon = readDaemonFile({ path: (name) => join(root, name) })
  return daemon === undefined || process.platform === 'win32' ? [] : [daemon.socket, daemon.mcpSocket]
}

/** Undefined when nothing is wrong, or nothing is there. */
function checkMode(path: string, allowed: number): Finding | undefined {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (stat === undefined || process.platform === 'win32') return undefined
  if (stat.isSymbolicLink()) return problem('data', `${path} is a link.`, `rm ${path}, then upperhand up`)
  if (!isOurs(stat.uid)) return problem('data', `${path} belongs to another user.`, `look at it: ls -l ${path}`)
  const mode = stat.mode & 0o777
  if ((mode & ~allowed) === 0) return undefined
  return problem(
    'data',
    `${path} is open to others (${octal(mode)} instead of ${octal(allowed)}).`,
    `chmod ${octal(allowed)} ${path}`,
    () => chmodSync(path, allowed),
  )
}

function checkSpace(root: string): Finding {
  const { bavail, bsize } = statfsSync(root)
  const free = bavail * bsize
  if (free >= LITTLE_BYTES) return ok('disk', `${size(free)} free.`)
  return problem('disk', `Only ${size(free)} free: calls are refused when they cannot be recorded.`, 'free some space')
}

function size(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB']
  const power = Math.min(units.length - 1, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(1024)))
  return `${Math.round(bytes / 1024 ** power)} ${units[power]}`
}

function octal(mode: number): string {
  return mode.toString(8).padStart(4, '0')
}

function isOurs(uid: number): boolean {
  return process.getuid === undefined || uid === process.getuid()
}
