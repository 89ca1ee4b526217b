import { setTimeout as pause } from 'node:timers/promises'
import { environmentOf, isAlive, type ProcessRow, readProcess, readProcesses } from './process-table.ts'

/** What belongs together: descendants of `roots`, their groups and sessions, and whatever carries `mark` in its environment. */
export interface Tree {
  readonly roots: readonly number[]
  /** `NAME=value`, found again in processes that left their parents, group and session. */
  readonly mark: string
  /** Birth of the first that carried it: the environment of older processes is not read, which is what costs. */
  readonly since?: number | undefined
}

export function treeOf(pid: number, mark: string): Tree {
  return { roots: [pid], mark, since: process.platform === 'linux' ? readProcess(pid)?.born : undefined }
}

const LOOK_EVERY_MS = 20
const LOOKS_IN_VAIN = 2
const KILL_ROUNDS = 500

/** Ends all of it: `signal`, a while, KILL. Resolves when two looks in a row found nothing. */
export async function endTree(
  tree: Tree,
  { signal = 'SIGTERM', hangUp = false, patienceMs }: EndOptions,
): Promise<void> {
  if (process.platform !== 'linux') return endGroups(tree, signal, patienceMs)
  const known = new Map<number, ProcessRow>()
  const look = (): ProcessRow[] => {
    const found = findTree(tree, [...known.values()])
    for (const row of found) known.set(row.pid, row)
    return found
  }
  if (signal !== 'SIGKILL') {
    const found = look()
    for (const row of found) send(row, signal)
    if (hangUp) for (const row of found) if (tree.roots.includes(row.pid)) send(row, 'SIGHUP')
    // What was stopped cannot end before it goes on.
    for (const row of known.values()) send(row, 'SIGCONT')
    const deadline = performance.now() + patienceMs
    while (performance.now() < deadline && [...known.values()].some(isAlive)) await pause(LOOK_EVERY_MS)
  }
  let inVain = 0
  for (let round = 0; round < KILL_ROUNDS && inVain < LOOKS_IN_VAIN; round += 1) {
    const found = look()
    // Frozen first: what forks faster than we look must not outrun us.
    if (found.length > 1) for (const row of found) send(row, 'SIGSTOP')
    for (const row of found) send(row, 'SIGKILL')
    inVain = found.length === 0 ? inVain + 1 : 0
    if (found.length > 0 || inVain < LOOKS_IN_VAIN) await pause(round < 5 ? 2 : LOOK_EVERY_MS)
  }
}

interface EndOptions {
  readonly signal?: NodeJS.Signals
  /** An interactive shell ignores TERM; it goes when its terminal does. */
  readonly hangUp?: boolean
  readonly patienceMs: number
}

/** Living members of the tree. `earlier` ones count as roots too: their children are found when they are gone. */
export function findTree({ roots, mark, since = 0 }: Tree, earlier: readonly ProcessRow[] = []): ProcessRow[] {
  const rows = readProcesses()
  const heads = new Set([...roots, ...earlier.map(({ pid }) => pid)])
  const children = Map.groupBy(rows, ({ parent }) => parent)
  const members = new Map<number, ProcessRow>()
  const add = (row: ProcessRow): void => {
    if (members.has(row.pid) || !isOurs(row)) return
    members.set(row.pid, row)
    for (const child of children.get(row.pid) ?? []) add(child)
  }
  const before = new Map(earlier.map((row) => [row.pid, row.born]))
  for (const row of rows) {
    const isLater = before.has(row.pid) && before.get(row.pid) !== row.born
    const belongs =
      (heads.has(row.pid) && !isLater) ||
      roots.includes(row.session) ||
      roots.includes(row.group) ||
      isMarked(row, mark, since)
    if (belongs) add(row)
  }
  return [...members.values()].filter(({ isZombie }) => !isZombie)
}

/** Never the first process, ourselves, or those who started us. */
function isOurs({ pid }: ProcessRow): boolean {
  return pid > 1 && pid !== process.pid && pid !== process.ppid
}

function isMarked({ pid, isZombie, born }: ProcessRow, mark: string, since: number): boolean {
  if (isZombie || pid === process.pid || born < since) return false
  const environment = environmentOf(pid)
  return environment !== null && (environment.startsWith(`${mark}\0`) || environment.includes(`\0${mark}\0`))
}

function send(row: ProcessRow, signal: NodeJS.Signals): void {
  if (!isAlive(row)) return
  try {
    process.kill(row.pid, signal)
  } catch {
    // Ended in between, or gained the rights of another user: nothing we can do.
  }
}

/** Elsewhere there is no process table to read: the groups are ended, and `doctor` says that this is all. */
async function endGroups({ roots }: Tree, signal: NodeJS.Signals, patienceMs: number): Promise<void> {
  const deadline = performance.now() + patienceMs
  for (const root of roots) sendToGroup(root, signal)
  while (performance.now() < deadline && roots.some((root) => sendToGroup(root, 0))) await pause(LOOK_EVERY_MS)
  for (const root of roots) sendToGroup(root, 'SIGKILL')
}

function sendToGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal)
    return true
  } catch {
    return false
  }
}
