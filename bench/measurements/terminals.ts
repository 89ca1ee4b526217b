import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { spawn as spawnPty } from '@lydell/node-pty'
import { type Measurement, scratchDirectory } from '../harness/bench.ts'
import { comparisonOf } from '../harness/comparison.ts'
import { residentMb } from '../harness/process-usage.ts'
import { type Fact, milliseconds } from '../harness/report.ts'
import { interleave } from '../harness/rounds.ts'
import { quantile } from '../harness/statistics.ts'
import { type TerminalSubject, terminalSubject } from '../subjects/terminals.ts'

const BASH = '/bin/bash'
const GROWTH_MB = 64
const OTHERS_MS = 20

export const terminals: Measurement = {
  name: 'terminals',
  run: async ({ isQuick }) => {
    using scratch = scratchDirectory()
    await using subject = terminalSubject(scratch.path)
    const rounds = isQuick ? 5 : 15
    const execs = await interleave([rawExec(), ourExec(subject)], { rounds, batch: 5, warmup: 2 })
    const opens = await interleave([rawOpen(), ourOpen(subject)], { rounds, batch: 2, warmup: 1 })
    await using raw = rawEcho()
    const echoes = await interleave([raw, await ourEcho(subject)], { rounds, batch: 50, warmup: 5 })
    const bytes = (isQuick ? 10 : 100) * 1_000_000
    const flood = `head -c ${bytes} /dev/zero | tr '\\0' x | fold -w 100`
    const before = memoryOf(subject)
    const others: number[] = []
    const floods = await interleave([rawFlood(flood), ourFlood(subject, flood, others)], {
      rounds: isQuick ? 1 : 3,
      batch: 1,
      warmup: 0,
    })
    const growth = memoryOf(subject) - before
    const worst = quantile(others, 0.99)
    return {
      title: 'Terminals',
      about: 'The service and its broker, without the gate, beside the same work done in this process.',
      findings: [
        comparisonOf(execs, { operation: 'run `true`', ours: 'ours', most: 1.5 }),
        comparisonOf(opens, { operation: 'open a shell to its first prompt', ours: 'ours', most: 1.6 }),
        comparisonOf(echoes, { operation: 'type a line and read the answer', ours: 'ours', most: 4 }),
        comparisonOf(floods, { operation: `${bytes / 1e6} MB through a terminal`, ours: 'ours', most: 1.2 }),
        megabytes(`growth of daemon and broker by it`, growth, GROWTH_MB),
        {
          kind: 'fact',
          what: 'another call meanwhile, p99',
          value: milliseconds(worst),
          target: { text: `< ${OTHERS_MS} ms`, isMet: worst < OTHERS_MS },
        },
        megabytes('an idle shell, in the broker', await idleShells(subject, isQuick ? 10 : 100)),
      ],
    }
  },
}

function rawExec() {
  return { name: 'raw', run: times(async () => void (await once(spawn(BASH, ['-c', 'true']), 'close'))) }
}

function ourExec({ terminals: service, plan }: TerminalSubject) {
  return {
    name: 'ours',
    run: times(async () => void (await service.exec({ ...plan, command: 'true', timeoutMs: 60_000 }))),
  }
}

function rawOpen() {
  const open = async () => {
    const pty = spawnPty(BASH, ['-l', '-i'], { cwd: '/', env: { PATH: process.env['PATH'], PS1: 'ready> ' } })
    await new Promise<void>((resolve) => pty.onData((text) => /[$#>] $/.test(text) && resolve()))
    pty.kill('SIGKILL')
    await new Promise<void>((resolve) => pty.onExit(() => resolve()))
  }
  return { name: 'raw', run: times(open) }
}

function ourOpen({ terminals: service, plan }: TerminalSubject) {
  const opened: string[] = []
  return {
    name: 'ours',
    run: times(async () => void opened.push((await service.open({ ...plan, kind: 'pty' })).id)),
    after: async () => {
      for (const id of opened.splice(0)) await service.stop(id, { force: true })
    },
  }
}

function rawEcho() {
  const pty = spawnPty('cat', [], { cwd: '/' })
  const echo = async () => {
    const answered = new Promise<void>((resolve) => {
      let seen = ''
      const { dispose } = pty.onData((text) => {
        seen += text
        if (!seen.includes('x\r\nx\r\n')) return
        dispose()
        resolve()
      })
    })
    pty.write('x\r')
    await answered
  }
  return { name: 'raw', run: times(echo), [Symbol.asyncDispose]: async () => pty.kill('SIGKILL') }
}

async function ourEcho({ terminals: service, plan }: TerminalSubject) {
  const { id, end } = await service.open({ ...plan, kind: 'pty', command: 'cat' })
  let cursor = end
  const echo = async () => {
    const answered = service.wait(id, { cursor: cursor + 3, timeoutMs: 60_000 })
    await service.write(id, 'x\r', { by: 'agent' })
    await answered
    cursor = (await service.read(id, { cursor, maxBytes: 100 })).next
  }
  return { name: 'ours', run: times(echo) }
}

function rawFlood(command: string) {
  const run = async () => {
    const pty = spawnPty(BASH, ['-c', command], { cwd: '/', encoding: null })
    pty.onData(() => {})
    await new Promise<void>((resolve) => pty.onExit(() => resolve()))
  }
  return { name: 'raw', run: times(run) }
}

function ourFlood({ terminals: service, plan }: TerminalSubject, command: string, others: number[]) {
  const run = async () => {
    const { id } = await service.open({ ...plan, kind: 'pty', command })
    const quiet = await service.open({ ...plan, kind: 'pipe', command: 'cat' })
    let isOver = false
    const ended = service.wait(id, { cursor: 0, timeoutMs: 600_000, until: 'exit' }).then(() => {
      isOver = true
    })
    while (!isOver) {
      const began = performance.now()
      await service.read(quiet.id, { cursor: 0, maxBytes: 100 })
      others.push(performance.now() - began)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    await ended
    await service.stop(quiet.id, { force: true })
    await service.remove(id)
  }
  return { name: 'ours', run: times(run) }
}

async function idleShells({ terminals: service, plan, brokerPid }: TerminalSubject, count: number): Promise<number> {
  const before = residentMb(brokerPid()) ?? Number.NaN
  const ids: string[] = []
  for (let one = 0; one < count; one += 1) ids.push((await service.open({ ...plan, kind: 'pty' })).id)
  const after = residentMb(brokerPid()) ?? Number.NaN
  await Promise.all(ids.map((id) => service.stop(id, { force: true })))
  return (after - before) / count
}

function memoryOf({ brokerPid }: TerminalSubject): number {
  return (residentMb(process.pid) ?? Number.NaN) + (residentMb(brokerPid()) ?? Number.NaN)
}

function megabytes(what: string, value: number, most?: number): Fact {
  const target = most === undefined ? undefined : { text: `< ${most} MB`, isMet: value < most }
  return { kind: 'fact', what, value: `${value.toFixed(1)} MB`, target }
}

function times(once: () => Promise<void>): (count: number) => Promise<void> {
  return async (count) => {
    for (let one = 0; one < count; one += 1) await once()
  }
}
