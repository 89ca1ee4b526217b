import { join } from 'node:path'
import type { Measurement } from '../harness/bench.ts'
import { comparisonOf } from '../harness/comparison.ts'
import { repeat } from '../harness/repeat.ts'
import { interleave } from '../harness/rounds.ts'
import { startDaemon } from '../subjects/daemon.ts'
import { rawWrite } from '../subjects/raw-files.ts'
import { throughShim } from '../subjects/stdio-servers.ts'

const CONTENT = 'x'.repeat(2_048)

export const writes: Measurement = {
  name: 'write',
  run: async ({ product, rounds }) => {
    await using daemon = await startDaemon(product)
    const { workdir } = daemon.workplace
    await using server = await throughShim(daemon, 'remote-primitives')
    const path = join(workdir, 'ours.txt')
    const timings = await interleave(
      [
        {
          name: 'ours',
          run: (count) => repeat(count, () => server.call('fs_write', { path, content: CONTENT })),
          cpu: server.cpu,
        },
        { name: 'raw', run: (count) => repeat(count, () => rawWrite(join(workdir, 'raw.txt'), CONTENT)) },
      ],
      rounds({ rounds: 30, batch: 10, warmup: 300 }),
    )
    return {
      title: 'Writing',
      about: 'Over stdio through the shim, replacing a file. Raw writes aside, syncs and renames, without blocking.',
      findings: [comparisonOf(timings, { operation: 'write 2 KB, atomic and synced', ours: 'ours', most: 8 })],
    }
  },
}
