import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { LIMITS, type Limits } from '../../src/base/limits.ts'
import { environmentOf, readProcess, readProcesses } from '../../src/broker/process-table.ts'
import type { SessionOwner, SessionView, TerminalEvent } from '../../src/contract/terminals.ts'
import { createTerminals } from '../../src/terminals/create-terminals.ts'
import type { OpenPlan, RunResult, Terminals } from '../../src/terminals/terminals.ts'
import { quietLog } from './store.ts'

export const PATIENCE_MS = 30_000
const LOOK_EVERY_MS = 40

/** The service with a real broker, in a home of its own. */
export interface TerminalWorld extends AsyncDisposable {
  readonly terminals: Terminals
  readonly home: string
  readonly data: string
  readonly cwd: string
  readonly events: readonly TerminalEvent[]
  readonly owner: SessionOwner
  /** A second daemon over the same data, as after a crash of the first. */
  readonly another: () => Terminals
  readonly shell: (shell: string, plan?: Partial<OpenPlan>) => Promise<SessionView>
  readonly start: (command: OpenPlan['command'], plan?: Partial<OpenPlan>) => Promise<SessionView>
  readonly exec: (command: string, more?: Partial<Parameters<Terminals['exec']>[0]>) => ReturnType<Terminals['exec']>
  /** Runs a command in a shell; its output without line ends of a terminal. */
  readonly run: (id: string, command: string, timeoutMs?: number) => Promise<RunResult & { readonly output: string }>
  readonly text: (id: string) => Promise<string>
  /** Processes that carry the mark of one of our sessions. */
  readonly left: () => readonly number[]
  readonly nothingLeft: () => Promise<void>
}

interface Options {
  readonly limits?: Partial<Limits>
  readonly files?: Readonly<Record<string, string>>
}

export function terminalWorld({ limits: own = {}, files = {} }: Options = {}): TerminalWorld {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'upperhand-terminals-')))
  const at = (name: string) => join(root, name)
  for (const name of ['home', 'data/logs', 'run', 'work']) mkdirSync(at(name), { recursive: true, mode: 0o700 })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(at('home'), name), text)
  const limits: Limits = { ...LIMITS, brokerGraceMs: 5_000, stopMs: 500, ...own }
  const owner: SessionOwner = { runId: 'run_1', credential: 'cred_1', label: 'test' }
  const made: Terminals[] = []
  const another = (): Terminals => {
    const terminals = createTerminals({
      directory: at('data'),
      sockets: at('run'),
      env: { PATH: process.env['PATH'], HOME: at('home'), SHELL: '/bin/bash', WORLD: root },
      home: at('home'),
      limits,
      now: () => Date.now(),
      log: quietLog,
      shell: () => null,
      isSecret: (value) => value === 'our-own-secret',
      redact: (text) => text.replaceAll('our-own-secret', '[redacted]'),
    })
    made.push(terminals)
    return terminals
  }
  const terminals = another()
  const events: TerminalEvent[] = []
  terminals.onEvent((event) => events.push(event))
  const cwd = at('work')
  const left = () => processesOf(root)
  const nothingLeft = () => until(() => left().length === 0, 'a process is left')
  const open = (plan: Partial<OpenPlan>) =>
    terminals.open({ owner, kind: 'pty', cwd: { path: cwd }, ...plan } as OpenPlan)

  return {
    terminals,
    home: at('home'),
    data: at('data'),
    cwd,
    events,
    owner,
    another,
    shell: (shell, plan = {}) => open({ shell, ...plan }),
    start: (command, plan = {}) => open(command === undefined ? plan : { command, ...plan }),
    exec: (command, more = {}) =>
      terminals.exec({ owner, command, cwd: { path: cwd }, timeoutMs: PATIENCE_MS, ...more }),
    run: async (id, command, timeoutMs = PATIENCE_MS) => {
      const result = await terminals.run(id, command, { timeoutMs })
      const window = await terminals.read(id, {
        cursor: result.start,
        maxBytes: 1024 * 1024,
        ...(result.end === null ? {} : { end: result.end }),
      })
      return { ...result, output: window.text.replaceAll('\r\n', '\n') }
    },
    text: async (id) => (await terminals.read(id, { maxBytes: 1024 * 1024 })).text,
    left,
    nothingLeft,
    [Symbol.asyncDispose]: async () => {
      for (const each of made) await each.close()
      await nothingLeft()
      rmSync(root, { recursive: true, force: true })
    },
  }
}

/** Processes of sessions whose environment names this directory; none of them is older than this test. */
export function processesOf(root: string): readonly number[] {
  const since = readProcess(process.pid)?.born ?? 0
  return readProcesses()
    .filter(({ pid, isZombie, born }) => !isZombie && born >= since && isOf(pid, root))
    .map(({ pid }) => pid)
}

function isOf(pid: number, root: string): boolean {
  const environment = environmentOf(pid)
  return environment?.includes(`WORLD=${root}\0`) === true && environment.includes('UPPERHAND_SESSION=')
}

/** Looks again until it holds; a loaded machine may take its time. */
export async function until(holds: () => boolean | Promise<boolean>, otherwise: string): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(otherwise)
    await pause(LOOK_EVERY_MS)
  }
}
