import { median, quantile } from './statistics.ts'

/** One way of doing the operation that is compared. */
export interface Subject {
  readonly name: string
  /** Does it so many times. */
  readonly run: (count: number) => Promise<void>
  /** Cleans up after a round, outside the measured time. */
  readonly after?: () => Promise<void>
  /** How many times a round; the same for all unless one is much quicker. */
  readonly batch?: number
  /** CPU time in milliseconds that the serving processes have used so far, where the system tells. */
  readonly cpu?: () => number | undefined
}

export interface Timing {
  readonly name: string
  /** Milliseconds of one operation: the median of all rounds. */
  readonly median: number
  readonly low: number
  readonly high: number
  readonly rounds: readonly number[]
  /** Milliseconds of CPU in the serving processes for one operation. */
  readonly cpu: number | undefined
}

export interface RoundOptions {
  readonly rounds: number
  readonly batch: number
  readonly warmup: number
}

/** Every round runs every subject, each time starting with another one, so that a busy machine is busy for all. */
export async function interleave(subjects: readonly Subject[], options: RoundOptions): Promise<Timings> {
  const { rounds, warmup } = options
  const times = new Map(subjects.map(({ name }) => [name, [] as number[]]))
  const used = new Map<string, number | undefined>()
  for (const subject of subjects) {
    await subject.run(warmup)
    await subject.after?.()
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const subject of rotated(subjects, round)) {
      const batch = subject.batch ?? options.batch
      const cpuBefore = subject.cpu?.()
      const began = performance.now()
      await subject.run(batch)
      times.get(subject.name)?.push((performance.now() - began) / batch)
      const cpu = difference(subject.cpu?.(), cpuBefore)
      used.set(subject.name, sum(used.get(subject.name) ?? 0, cpu))
      await subject.after?.()
    }
  }
  return timingsOf(
    subjects.map(({ name, batch = options.batch }) => {
      const all = times.get(name) ?? []
      const cpu = used.get(name)
      return {
        name,
        median: median(all),
        low: quantile(all, 0.25),
        high: quantile(all, 0.75),
        rounds: all,
        cpu: cpu === undefined ? undefined : cpu / (rounds * batch),
      }
    }),
  )
}

export interface Timings {
  readonly of: (name: string) => Timing
  readonly has: (name: string) => boolean
  /** The median of the rounds' own ratios: what slows down a whole round cancels out. */
  readonly ratio: (name: string, base: string) => number
}

function timingsOf(all: readonly Timing[]): Timings {
  const byName = new Map(all.map((timing) => [timing.name, timing]))
  const of = (name: string): Timing => {
    const timing = byName.get(name)
    if (timing === undefined) throw new Error(`nothing named ${name} was measured`)
    return timing
  }
  return {
    of,
    has: (name) => byName.has(name),
    ratio: (name, base) => median(of(name).rounds.map((ms, round) => ms / (of(base).rounds[round] ?? Number.NaN))),
  }
}

function rotated<T>(items: readonly T[], by: number): T[] {
  const at = by % items.length
  return [...items.slice(at), ...items.slice(0, at)]
}

function difference(after: number | undefined, before: number | undefined): number | undefined {
  return after === undefined || before === undefined ? undefined : after - before
}

function sum(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? undefined : a + b
}
