import { type Bench, type Measurement, scratchDirectory } from '../harness/bench.ts'
import { beside, comparisonOf } from '../harness/comparison.ts'
import { atOnce, repeat } from '../harness/repeat.ts'
import type { Comparison } from '../harness/report.ts'
import { interleave, type RoundOptions, type Timings } from '../harness/rounds.ts'
import { startDaemon } from '../subjects/daemon.ts'
import { baselineOverHttp, daemonOverHttp, type HttpServer } from '../subjects/http-servers.ts'
import { check } from '../subjects/line-client.ts'
import { sampleText } from '../subjects/sample-files.ts'

const PROFILE = 'remote-primitives'
const READ_BYTES = 2_048
const AT_ONCE = 64
const SINGLE: RoundOptions = { rounds: 30, batch: 25, warmup: 1_000 }
const BURST: RoundOptions = { rounds: 25, batch: 2, warmup: 20 }

export const httpCalls: Measurement = {
  name: 'http',
  run: async (bench) => {
    using scratch = scratchDirectory()
    const path = sampleText(scratch.path, 'small.txt', READ_BYTES)
    await using daemon = await startDaemon(bench.product)
    const findings: Comparison[] = []
    for (const era of ['modern', 'session'] as const) {
      await using ours = await daemonOverHttp(daemon, PROFILE, era)
      await using loop = await baselineOverHttp('bare-http.mjs', era)
      await using sdk = await baselineOverHttp('sdk-http.mjs', era)
      const servers = { ours, loop, sdk }
      const label = era === 'modern' ? '2026-07-28' : '2025-11-25 session'
      // The modern era has no ping.
      const quick = era === 'modern' ? 'tools/list' : 'ping'
      const read = (server: HttpServer) => server.call('fs_read', { path })
      const quicks = await compare(bench, servers, SINGLE, async (server) => check(await server.request(quick)))
      const reads = await compare(bench, servers, SINGLE, read)
      const bursts = await compare(bench, servers, BURST, (server) => atOnce(AT_ONCE, () => read(server)))
      findings.push(
        row(quicks, `${quick}, ${label}`),
        row(reads, `read 2 KB, ${label}`),
        row(bursts, `${AT_ONCE} reads at once, ${label}`),
      )
    }
    return {
      title: 'Over HTTP',
      about:
        'Connections are kept; the client is the same for all and is part of every number. The bare one is `node:http` with `JSON.parse`, the SDK its own handler; both without token, gate and ledger.',
      findings,
    }
  },
}

function row(timings: Timings, operation: string): Comparison {
  const target = { text: 'quicker than the SDK', isMet: timings.ratio('ours', 'sdk') < 1 }
  return { ...comparisonOf(timings, { operation, ours: 'ours', note: beside(timings, 'ours') }), target }
}

function compare(
  bench: Bench,
  servers: Readonly<Record<string, HttpServer>>,
  options: RoundOptions,
  work: (server: HttpServer) => Promise<unknown>,
): Promise<Timings> {
  const subjects = Object.entries(servers).map(([name, server]) => ({
    name,
    run: (count: number) => repeat(count, () => work(server)),
    cpu: server.cpu,
  }))
  return interleave(subjects, bench.rounds(options))
}
