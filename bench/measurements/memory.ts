import { setTimeout as pause } from 'node:timers/promises'
import { type Measurement, scratchDirectory } from '../harness/bench.ts'
import { cpuMs, residentMb } from '../harness/process-usage.ts'
import { type Fact, milliseconds } from '../harness/report.ts'
import { startDaemon } from '../subjects/daemon.ts'
import { sampleText } from '../subjects/sample-files.ts'
import { throughShim } from '../subjects/stdio-servers.ts'
import { CALLS_PER_MINUTE } from '../subjects/workplace.ts'

const IDLE_MB = 120
const AT_ONCE = 16
const WAVE = 32 * AT_ONCE

export const memory: Measurement = {
  name: 'memory',
  run: async ({ product, isQuick }) => {
    using scratch = scratchDirectory()
    const path = sampleText(scratch.path, 'small.txt', 2_048)
    await using daemon = await startDaemon(product)
    const settleMs = isQuick ? 1_000 : 3_000
    await using server = await throughShim(daemon, 'remote-primitives')
    await pause(settleMs)
    const idle = residentMb(daemon.pid)
    const cpuBefore = cpuMs(daemon.pid)
    await pause(settleMs)
    const idleCpu = (cpuMs(daemon.pid) ?? Number.NaN) - (cpuBefore ?? Number.NaN)
    const total = WAVE * (isQuick ? 10 : 196)
    const began = performance.now()
    await paced(total, () => server.call('fs_read', { path }))
    const busyMs = performance.now() - began
    const after = residentMb(daemon.pid)
    await pause(settleMs)
    return {
      title: 'Memory and rest',
      about: `Resident memory of the daemon with one client connected. The calls read 2 KB, ${AT_ONCE} at a time, no more a minute than settings allow (${milliseconds(busyMs / total)} apart).`,
      findings: [
        megabytes('idle', idle, { text: `< ${IDLE_MB} MB`, isMet: (idle ?? 0) < IDLE_MB }),
        {
          kind: 'fact',
          what: 'CPU at rest',
          value: `${milliseconds(idleCpu / (settleMs / 1_000))} a second`,
        },
        megabytes(`right after ${total.toLocaleString('en')} calls`, after),
        megabytes('a moment later', residentMb(daemon.pid)),
      ],
    }
  },
}

/** As fast as the rate limit lets it. */
async function paced(total: number, call: () => Promise<unknown>): Promise<void> {
  const waveMs = (WAVE / CALLS_PER_MINUTE.reads) * 60_000 * 1.02
  for (let done = 0; done < total; done += WAVE) {
    const wave = pause(waveMs)
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let one = 0; one < WAVE / AT_ONCE; one += 1) await call()
      }),
    )
    await wave
  }
}

function megabytes(what: string, value: number | undefined, target?: Fact['target']): Fact {
  return {
    kind: 'fact',
    what,
    value: value === undefined ? 'not known on this system' : `${value.toFixed(0)} MB`,
    target,
  }
}
