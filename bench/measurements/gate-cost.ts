import type { Bench, Measurement } from '../harness/bench.ts'
import { ownCpuMs } from '../harness/process-usage.ts'
import { repeat } from '../harness/repeat.ts'
import { type Fact, milliseconds } from '../harness/report.ts'
import { interleave, type RoundOptions, type Timings } from '../harness/rounds.ts'
import { median } from '../harness/statistics.ts'
import { alone, type OpenCore, openCore, throughGate } from '../subjects/core.ts'
import { sampleText } from '../subjects/sample-files.ts'

const MOST_MS = 0.3
const ROUNDS: RoundOptions = { rounds: 60, batch: 50, warmup: 2_000 }

export const gateCost: Measurement = {
  name: 'gate',
  run: async (bench) => {
    using open = openCore('everything')
    const path = sampleText(open.workplace.workdir, 'small.txt', 2_048)
    const thoughts = { thoughts: 'Look before you leap.' }
    return {
      title: 'Gate and ledger',
      about:
        'A call inside the process, through the whole pipeline, less the same operation by itself: what it costs to resolve, decide, record intent and outcome, and shape. The ledger alone is its two commits with hash and redaction.',
      findings: [
        costOf('`think`', await compare(bench, open, 'think', thoughts)),
        costOf('`fs_read` of 2 KB', await compare(bench, open, 'filesystem.fs_read', { path })),
        ledgerOf(await measureLedger(bench, open, thoughts)),
      ],
    }
  },
}

function compare(bench: Bench, open: OpenCore, id: string, args: object): Promise<Timings> {
  return interleave(
    [
      { name: 'gate', run: (count) => repeat(count, () => throughGate(open, id, args)), cpu: ownCpuMs },
      { name: 'alone', run: (count) => repeat(count, () => alone(open, id, args)), cpu: ownCpuMs },
    ],
    bench.rounds(ROUNDS),
  )
}

function costOf(what: string, timings: Timings): Fact {
  const { rounds } = timings.of('gate')
  const without = timings.of('alone')
  const cpu = (timings.of('gate').cpu ?? Number.NaN) - (without.cpu ?? Number.NaN)
  const cost = median(rounds.map((ms, round) => ms - (without.rounds[round] ?? Number.NaN)))
  return {
    kind: 'fact',
    what: `${what} through the gate, less itself`,
    value: milliseconds(cost),
    target: { text: `< ${MOST_MS} ms`, isMet: cost < MOST_MS },
    why: 'two commits, each with two indexes and the table of open calls',
    note: `${milliseconds(timings.of('gate').median)} less ${milliseconds(without.median)}, ${milliseconds(cpu)} of CPU`,
  }
}

function measureLedger(bench: Bench, { core, caller }: OpenCore, args: Record<string, unknown>): Promise<Timings> {
  const record = async () => {
    const call = core.gate.ledger.open(caller, 'think', args)
    call.describe({ operation: 'think', label: 'Thinking', args, resources: [] })
    call.started({ step: 'default', reason: 'Reading is allowed.' }, undefined, () => true)
    call.finished({ state: 'succeeded', output: 'Look before you leap.' })
  }
  return interleave([{ name: 'ledger', run: (count) => repeat(count, record) }], bench.rounds(ROUNDS))
}

function ledgerOf(timings: Timings): Fact {
  return { kind: 'fact', what: 'the ledger alone', value: milliseconds(timings.of('ledger').median) }
}
