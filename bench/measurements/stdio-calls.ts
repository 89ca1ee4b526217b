import { readFileSync } from 'node:fs'
import { type Bench, type Measurement, scratchDirectory } from '../harness/bench.ts'
import { beside, comparisonOf } from '../harness/comparison.ts'
import { atOnce, repeat } from '../harness/repeat.ts'
import { type Comparison, milliseconds } from '../harness/report.ts'
import { interleave, type RoundOptions, type Subject, type Timings } from '../harness/rounds.ts'
import { startDaemon } from '../subjects/daemon.ts'
import { rawRead } from '../subjects/raw-files.ts'
import { sampleText } from '../subjects/sample-files.ts'
import { bareLoop, inProcess, type StdioServer, sdkServer, throughShim } from '../subjects/stdio-servers.ts'
import { createWorkplace } from '../subjects/workplace.ts'

const PROFILE = 'remote-primitives'
const READ_BYTES = 2_048
const AT_ONCE = 64
const SINGLE: RoundOptions = { rounds: 40, batch: 40, warmup: 2_000 }
const BURST: RoundOptions = { rounds: 40, batch: 2, warmup: 20 }

export const stdioCalls: Measurement = {
  name: 'stdio',
  run: async (bench) => {
    using scratch = scratchDirectory()
    const path = sampleText(scratch.path, 'small.txt', READ_BYTES)
    await using daemon = await startDaemon(bench.product)
    using ownPlace = createWorkplace(bench.product)
    await using shim = await throughShim(daemon, PROFILE)
    await using own = await inProcess(bench.product, ownPlace, PROFILE)
    await using loop = await bareLoop()
    await using sdk = await sdkServer()
    const servers = { shim, own, loop, sdk }
    const read = (server: StdioServer) => server.call('fs_read', { path })

    const pings = await compare(bench, servers, SINGLE, (server) => server.ping())
    const reads = await compare(bench, servers, SINGLE, read, {
      raw: () => rawRead(path, READ_BYTES),
      rawSync: async () => readFileSync(path, 'utf8'),
    })
    const bursts = await compare(bench, servers, BURST, (server) => atOnce(AT_ONCE, () => read(server)), {
      raw: () => atOnce(AT_ONCE, () => rawRead(path, READ_BYTES)),
    })
    return {
      title: 'Over stdio',
      about: `One call after another. Raw is open, read and close in plain Node without blocking; \`readFileSync\` takes ${milliseconds(reads.of('rawSync').median)}. The bare loop and the SDK have the same tool, without gate and ledger. The server's CPU is that of daemon and shim together.`,
      findings: [
        ...rows(pings, 'ping', {}),
        ...rows(reads, 'read 2 KB', { most: 6, why: 'the gate walks the path anew and the ledger commits twice' }),
        ...rows(bursts, `${AT_ONCE} reads at once`, {
          most: 3,
          why: 'every call has commits of its own, one after the other, while raw reads share four threads',
        }),
      ],
    }
  },
}

function rows(timings: Timings, operation: string, target: { most?: number; why?: string }): Comparison[] {
  const row = (ours: string, name: string) =>
    comparisonOf(timings, { operation: name, ours, note: beside(timings, ours), ...target })
  return [row('shim', operation), row('own', `${operation}, \`--in-process\``)]
}

function compare(
  bench: Bench,
  servers: Readonly<Record<string, StdioServer>>,
  options: RoundOptions,
  work: (server: StdioServer) => Promise<unknown>,
  raws: Readonly<Record<string, () => Promise<unknown>>> = {},
): Promise<Timings> {
  const served: Subject[] = Object.entries(servers).map(([name, server]) => ({
    name,
    run: (count) => repeat(count, () => work(server)),
    cpu: server.cpu,
  }))
  const raw: Subject[] = Object.entries(raws).map(([name, one]) => ({ name, run: (count) => repeat(count, one) }))
  return interleave([...served, ...raw], bench.rounds(options))
}
