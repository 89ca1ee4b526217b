import type { Measurement } from '../harness/bench.ts'
import { comparisonOf } from '../harness/comparison.ts'
import { baseline, runNode } from '../harness/programs.ts'
import { repeat } from '../harness/repeat.ts'
import { interleave } from '../harness/rounds.ts'
import { startDaemon } from '../subjects/daemon.ts'
import { startCold, startFirst, startShim, startToList } from '../subjects/starts.ts'
import { createWorkplace } from '../subjects/workplace.ts'

export const startUp: Measurement = {
  name: 'start',
  run: async ({ product, rounds }) => {
    await using daemon = await startDaemon(product)
    using idle = createWorkplace(product)
    const timings = await interleave(
      [
        { name: 'raw', run: (count) => repeat(count, emptyNode) },
        { name: 'loop', ...startToList([baseline('line-loop.mjs')]) },
        { name: 'sdk', ...startToList([baseline('sdk-stdio.mjs')]) },
        { name: 'warm', ...startShim(product, daemon.workplace) },
        { name: 'cold', ...startCold(product, idle) },
        { name: 'first', ...startFirst(product, () => createWorkplace(product)) },
      ],
      rounds({ rounds: 24, batch: 1, warmup: 1 }),
    )
    return {
      title: 'Start',
      about:
        'From starting the process to the answer of `tools/list`, handshake included. Raw is `node -e 0` with the same Node. Ours is the bundle outside the clone with a warm compile cache; bare loop and SDK run as installed.',
      findings: [
        comparisonOf(timings, {
          operation: 'shim, daemon running',
          ours: 'warm',
          most: 1.6,
          why: 'the shim is nine small modules, and each takes its half millisecond to load',
        }),
        comparisonOf(timings, {
          operation: 'shim, no daemon',
          ours: 'cold',
          most: 3,
          why: 'two processes start one after the other, and the second loads the SDK with its schemas, SQLite and HTTP',
        }),
        comparisonOf(timings, { operation: 'shim, no daemon, empty data directory', ours: 'first' }),
      ],
    }
  },
}

async function emptyNode(): Promise<void> {
  await using program = runNode(['-e', '0'])
  await program.exited
}
