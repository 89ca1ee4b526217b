import { type Measurement, scratchDirectory } from '../harness/bench.ts'
import { type Fact, milliseconds } from '../harness/report.ts'
import { median } from '../harness/statistics.ts'
import { startDaemon } from '../subjects/daemon.ts'
import { daemonOverHttp } from '../subjects/http-servers.ts'
import { sampleText } from '../subjects/sample-files.ts'
import { type StdioServer, throughShim } from '../subjects/stdio-servers.ts'

const CALLS = 1_000
const CLIENTS = 10
const PROFILE = 'remote-primitives'

type Call = () => Promise<unknown>

export const manyCalls: Measurement = {
  name: 'many',
  run: async ({ product, isQuick }) => {
    using scratch = scratchDirectory()
    const path = sampleText(scratch.path, 'small.txt', 2_048)
    await using daemon = await startDaemon(product)
    await using clients = new AsyncDisposableStack()
    const shims: StdioServer[] = []
    for (let made = 0; made < CLIENTS; made += 1) shims.push(clients.use(await throughShim(daemon, PROFILE)))
    const http = clients.use(await daemonOverHttp(daemon, PROFILE, 'modern'))
    const times = isQuick ? 3 : 9
    const read = (server: { call: (name: string, args: object) => Promise<unknown> }) =>
      server.call('fs_read', { path })
    const spread = (index: number) => shims[index % CLIENTS] ?? shims[0]!
    return {
      title: `${CALLS.toLocaleString('en')} calls at once`,
      about: 'Reads of 2 KB, all sent before the first answer. Every answer is checked.',
      findings: [
        await measure('over one shim', times, () => () => read(shims[0]!)),
        await measure(`over ${CLIENTS} shims`, times, (index) => () => read(spread(index))),
        await measure('over HTTP, a connection each', times, () => () => read(http)),
      ],
    }
  },
}

async function measure(what: string, times: number, callOf: (index: number) => Call): Promise<Fact> {
  const elapsed: number[] = []
  let failed = 0
  for (let time = 0; time < times; time += 1) {
    const began = performance.now()
    const settled = await Promise.allSettled(Array.from({ length: CALLS }, (_, index) => callOf(index)()))
    elapsed.push(performance.now() - began)
    failed += settled.filter(({ status }) => status === 'rejected').length
  }
  return {
    kind: 'fact',
    what,
    value: `${milliseconds(median(elapsed))}, ${milliseconds(median(elapsed) / CALLS)} a call`,
    target: { text: 'all answered', isMet: failed === 0 },
    note: failed === 0 ? `${times} times, no errors` : `${failed} of ${times * CALLS} failed`,
  }
}
