/** Lines `oldStart` to `oldEnd` of one text became `newStart` to `newEnd` of the other. Counted from 0, ends exclusive. */
export interface LineChange {
  readonly oldStart: number
  readonly oldEnd: number
  readonly newStart: number
  readonly newEnd: number
}

/** Beyond this many changed lines the search would cost more than its answer is worth. */
const CHANGES_MAX = 1_000

/** The smallest set of changes between two lists of lines; one change for all of it when they differ too much. */
export function diffLines(old: readonly string[], fresh: readonly string[]): LineChange[] {
  const shorter = Math.min(old.length, fresh.length)
  let head = 0
  while (head < shorter && old[head] === fresh[head]) head += 1
  let tail = 0
  while (tail < shorter - head && old[old.length - 1 - tail] === fresh[fresh.length - 1 - tail]) tail += 1
  if (head + tail === old.length && old.length === fresh.length) return []
  const a = old.slice(head, old.length - tail)
  const b = fresh.slice(head, fresh.length - tail)
  const shift = ({ oldStart, oldEnd, newStart, newEnd }: LineChange): LineChange => ({
    oldStart: oldStart + head,
    oldEnd: oldEnd + head,
    newStart: newStart + head,
    newEnd: newEnd + head,
  })
  const whole = { oldStart: 0, oldEnd: a.length, newStart: 0, newEnd: b.length }
  return (a.length === 0 || b.length === 0 ? [whole] : (shortest(a, b) ?? [whole])).map(shift)
}

/** Myers' greedy search: how far each diagonal gets with `d` changes, kept for the way back. */
function shortest(a: readonly string[], b: readonly string[]): LineChange[] | null {
  const most = Math.min(a.length + b.length, CHANGES_MAX)
  const offset = most + 1
  const reach = new Int32Array(2 * most + 3)
  const rounds: Int32Array[] = []
  for (let d = 0; d <= most; d += 1) {
    rounds.push(reach.slice(offset - d - 1, offset + d + 2))
    for (let k = -d; k <= d; k += 2) {
      let x = isDown(reach, offset, k, d) ? at(reach, offset + k + 1) : at(reach, offset + k - 1) + 1
      let y = x - k
      while (x < a.length && y < b.length && a[x] === b[y]) {
        x += 1
        y += 1
      }
      reach[offset + k] = x
      if (x >= a.length && y >= b.length) return wayBack(rounds, a.length, b.length)
    }
  }
  return null
}

function isDown(reach: Int32Array, offset: number, k: number, d: number): boolean {
  return k === -d || (k !== d && at(reach, offset + k - 1) < at(reach, offset + k + 1))
}

function at(values: Int32Array, index: number): number {
  return values[index] ?? 0
}

function wayBack(rounds: readonly Int32Array[], endX: number, endY: number): LineChange[] {
  const steps: LineChange[] = []
  let [x, y] = [endX, endY]
  for (let d = rounds.length - 1; d > 0; d -= 1) {
    const reach = rounds[d] ?? new Int32Array()
    const offset = d + 1
    const k = x - y
    const before = isDown(reach, offset, k, d) ? k + 1 : k - 1
    const [fromX, fromY] = [at(reach, offset + before), at(reach, offset + before) - before]
    const toX = before === k + 1 ? fromX : fromX + 1
    const toY = before === k + 1 ? fromY + 1 : fromY
    steps.push({ oldStart: fromX, oldEnd: toX, newStart: fromY, newEnd: toY })
    x = fromX
    y = fromY
  }
  return joined(steps.reverse())
}

function joined(steps: readonly LineChange[]): LineChange[] {
  const changes: LineChange[] = []
  for (const step of steps) {
    const last = changes.at(-1)
    if (last !== undefined && last.oldEnd === step.oldStart && last.newEnd === step.newStart) {
      changes[changes.length - 1] = { ...last, oldEnd: step.oldEnd, newEnd: step.newEnd }
    } else changes.push(step)
  }
  return changes
}
