import type { Bench, Measurement } from '../harness/bench.ts'
import { repeat } from '../harness/repeat.ts'
import { type Fact, milliseconds } from '../harness/report.ts'
import { interleave, type Subject, type Timings } from '../harness/rounds.ts'
import { type OpenCore, openCore, openParts, throughGate } from '../subjects/core.ts'
import { addHistory, addRules } from '../subjects/past.ts'
import { sampleText } from '../subjects/sample-files.ts'
import { createWorkplace, type Workplace } from '../subjects/workplace.ts'

const PROFILE = 'everything'
const FEW = 10
const MANY_CALLS = 100_000
const MANY_RULES = 10_000
/** Differences below this are noise. */
const EQUAL = 1.4

export const growth: Measurement = {
  name: 'growth',
  run: async (bench) => {
    const many = bench.isQuick ? MANY_CALLS / 10 : MANY_CALLS
    const past = `${FEW} calls in the history against ${many.toLocaleString('en')}`
    return {
      title: 'Growth',
      about:
        'A read of 2 KB inside the process, through the gate, with little and with much behind it; and opening the data directory.',
      findings: [
        ...(await measureHistory(bench, past, many)),
        factOf(`${FEW} rules against ${MANY_RULES.toLocaleString('en')}: a call`, await measureRules(bench)),
      ],
    }
  },
}

async function measureHistory(bench: Bench, what: string, many: number): Promise<Fact[]> {
  const few = createWorkplace()
  const full = createWorkplace()
  addHistory(few, FEW)
  addHistory(full, many)
  const opening = await interleave(
    [opens('few', few), opens('many', full)],
    bench.rounds({ rounds: 20, batch: 1, warmup: 2 }),
  )
  using fewOpen = openCore(PROFILE, few)
  using fullOpen = openCore(PROFILE, full)
  const calls = await interleave([reads('few', fewOpen), reads('many', fullOpen)], roundsOf(bench))
  return [
    factOf(`${what}: a call`, calls),
    {
      ...factOf(`${what}: opening the data directory`, opening),
      why: 'what is too old is looked for from the newest event backwards, without an index',
    },
  ]
}

async function measureRules(bench: Bench): Promise<Timings> {
  using few = openCore(PROFILE)
  using full = openCore(PROFILE)
  addRules(few, FEW)
  addRules(full, MANY_RULES)
  return await interleave([reads('few', few), reads('many', full)], roundsOf(bench))
}

function roundsOf(bench: Bench) {
  return bench.rounds({ rounds: 60, batch: 50, warmup: 1_000 })
}

function opens(name: string, workplace: Workplace): Subject {
  const open = async () => {
    const { core, settings } = openParts(workplace)
    core.close()
    settings.close()
  }
  return { name, run: (count) => repeat(count, open) }
}

function reads(name: string, open: OpenCore): Subject {
  const path = sampleText(open.workplace.workdir, 'small.txt', 2_048)
  return { name, run: (count) => repeat(count, () => throughGate(open, 'filesystem.fs_read', { path })) }
}

function factOf(what: string, timings: Timings): Fact {
  const ratio = timings.ratio('many', 'few')
  const [few, many] = ['few', 'many'].map((name) => milliseconds(timings.of(name).median))
  return {
    kind: 'fact',
    what,
    value: `${few} against ${many}, ${ratio.toFixed(2)}x`,
    target: { text: 'equal', isMet: ratio <= EQUAL },
  }
}
