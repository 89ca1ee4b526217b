import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { environmentOf, isAlive, readProcess } from '../../src/broker/process-table.ts'
import type { BrokerFile } from '../../src/broker/protocol.ts'
import type { OutputWindow } from '../../src/contract/terminals.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { temporaryDirectory } from '../support/temporary.ts'
import { processesOf, type TerminalWorld, terminalWorld, until } from '../support/terminal-world.ts'

const ROUNDS = 60
const WORK_MS = 40
const DAEMON = fileURLToPath(new URL('../support/terminals-daemon.ts', import.meta.url))
const CACHE = fileURLToPath(new URL('../../.cache/compile', import.meta.url))
const random = seededRandom()

const COUNT = 'i=0; while :; do echo "$i"; i=$((i+1)); sleep 0.005; done'

interface Found extends OutputWindow {
  readonly id: string
  readonly state: string
  readonly pid: number
}

it(`the daemon is killed ${ROUNDS} times: its successor adopts, and not a byte is lost (SEED=${random.seed})`, {
  timeout: 300_000,
}, async () => {
  using directory = temporaryDirectory()
  const root = directory.path
  for (const name of ['data/logs', 'run']) mkdirSync(join(root, name), { recursive: true, mode: 0o700 })
  const cursors: Record<string, number> = {}
  const texts: Record<string, string> = {}
  let pids: number[] = []
  let broker: BrokerFile | undefined
  for (let round = 0; round < ROUNDS; round += 1) {
    const open = round === 0 ? [COUNT, COUNT, `setsid -w sh -c '${COUNT}'`] : []
    // The last one leaves nobody to come back to.
    const graceMs = round === ROUNDS - 1 ? 500 : 30_000
    const daemon = startDaemon({ root, graceMs, open, cursors })
    try {
      const found = await firstLine(daemon)
      broker = brokerOf(root)
      expect(found).toHaveLength(3)
      for (const { id, state, text, start, next, gap } of found) {
        expect({ state, gap, start }).toEqual({ state: 'running', gap: 0, start: cursors[id] ?? 0 })
        texts[id] = (texts[id] ?? '') + text
        cursors[id] = next
      }
      pids = found.map(({ pid }) => pid)
      await pause(random.below(WORK_MS))
    } finally {
      daemon.kill('SIGKILL')
      await once(daemon, 'exit')
    }
  }
  for (const text of Object.values(texts)) {
    const numbers = text.split(/\r?\n/).slice(0, -1).map(Number)
    expect(numbers.length).toBeGreaterThan(ROUNDS)
    expect(numbers).toEqual(numbers.map((_, index) => index))
  }
  await until(() => processesOf(root).length === 0, 'a process outlives the grace time')
  const last = readProcess(broker?.pid ?? 0)
  await until(() => last === undefined || !isAlive(last), 'the broker stays')
  expect(pids.filter((pid) => readProcess(pid) !== undefined && environmentOf(pid)?.includes(root) === true)).toEqual(
    [],
  )
})

const SCRIPTS = [
  'sleep 1000',
  'nohup sleep 1000 >/dev/null 2>&1 & sleep 1000',
  'setsid sleep 1000 & sleep 1000',
  'sh -c \'setsid sh -c "sleep 1000 & wait" & exit\'; sleep 1000',
  'trap "" HUP TERM INT; while :; do sleep 1; done',
]

const PARALLEL = 3

it(`the broker is killed ${ROUNDS / 2} times, and nothing it owned survives`, { timeout: 300_000 }, async () => {
  const work = async (): Promise<void> => {
    await using world = terminalWorld({ limits: { brokerGraceMs: 30_000 } })
    for (let round = 0; round < ROUNDS / 2; round += PARALLEL) {
      const opened = await openAll(world)
      const running = world.exec('setsid sleep 1000 & sleep 1000').catch((cause: unknown) => cause)
      await until(() => world.left().length >= SCRIPTS.length + 1, 'not everything started')
      await killBroker(world)
      await world.nothingLeft()
      expect(await running).toMatchObject({ code: 'UNAVAILABLE' })
      const ends = () => world.events.filter((event) => event.type === 'exit' && opened.includes(event.session.id))
      await until(() => ends().length === opened.length, 'an end was not told')
      expect(await world.exec('echo again')).toMatchObject({ stdout: { head: 'again\n' } })
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, work))
})

it(`and ${ROUNDS / 2} times while no daemon is there to see it`, { timeout: 300_000 }, async () => {
  const work = async (): Promise<void> => {
    for (let round = 0; round < ROUNDS / 2; round += PARALLEL) {
      await using world = terminalWorld({ limits: { brokerGraceMs: 30_000 } })
      await openAll(world)
      await until(() => world.left().length >= SCRIPTS.length, 'not everything started')
      await world.terminals.close({ keepForSuccessor: true })
      await killBroker(world)
      await world.nothingLeft()
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, work))
})

async function openAll(world: TerminalWorld): Promise<readonly string[]> {
  const opened = await Promise.all(
    SCRIPTS.map((script, index) => world.start(script, { kind: index % 2 === 0 ? 'pty' : 'pipe' })),
  )
  return opened.map(({ id }) => id)
}

async function killBroker(world: TerminalWorld): Promise<void> {
  await pause(random.below(WORK_MS))
  const { pid } = brokerOf(join(world.data, '..'))
  const row = readProcess(pid)
  process.kill(pid, 'SIGKILL')
  await until(() => row === undefined || !isAlive(row), 'the broker lives')
}

function startDaemon(task: object): ChildProcess {
  return spawn(process.execPath, [DAEMON, JSON.stringify(task)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // Sixty starts of the same program.
    env: { ...process.env, NODE_COMPILE_CACHE: CACHE },
  })
}

async function firstLine(daemon: ChildProcess): Promise<readonly Found[]> {
  for await (const line of createInterface({ input: daemon.stdout ?? process.stdin })) return JSON.parse(line)
  throw new Error('the daemon said nothing')
}

function brokerOf(root: string): BrokerFile {
  return JSON.parse(readFileSync(join(root, 'data', 'broker.json'), 'utf8'))
}
