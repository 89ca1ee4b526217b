import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { LIMITS, type Limits } from '../../src/base/limits.ts'
import type { CallOutcome } from '../../src/calls/calls.ts'
import { createCommands } from '../../src/commands/commands.ts'
import type { ApprovalView } from '../../src/contract/approvals.ts'
import type { Caller } from '../../src/contract/run.ts'
import { createFiles } from '../../src/files/files.ts'
import { createTerminals } from '../../src/terminals/create-terminals.ts'
import type { Terminals } from '../../src/terminals/terminals.ts'
import { createTouchCommand } from '../../src/tools/command-touches.ts'
import { projectsToolset } from '../../src/tools/projects/index.ts'
import type { SessionEvent } from '../../src/tools/sessions/session-events.ts'
import { createSessions, type Sessions } from '../../src/tools/sessions/sessions.ts'
import { shellToolset } from '../../src/tools/shell/index.ts'
import { terminalOperationsToolset } from '../../src/tools/terminal_operations/index.ts'
import { type TestGate, testGate } from './gate.ts'
import { quietLog } from './store.ts'
import { worldJournal } from './world-journal.ts'

const PATIENCE_MS = 30_000
const LOOK_EVERY_MS = 20

/** The toolsets of terminals behind the real gate, with a real broker and real shells, in a home of their own. */
export interface SessionWorld extends AsyncDisposable {
  readonly gate: TestGate
  readonly terminals: Terminals
  readonly sessions: Sessions
  readonly workdir: string
  readonly home: string
  readonly told: readonly (SessionEvent & { readonly runId: string })[]
  /** Calls as an agent; what has to be asked is approved and remembered in `asked`. */
  readonly call: (name: string, args?: Record<string, unknown>, caller?: Caller) => Promise<Ran>
  /** What people were asked since the last look. */
  readonly asked: () => readonly ApprovalView[]
  /** What is known of runs; empty: every run lives on its own. */
  readonly runs: Map<string, { readonly principal: string; readonly isLive: boolean }>
  readonly file: (name: string, content?: string) => string
  /** Another run, of another client unless said otherwise. */
  readonly otherCaller: (more?: Partial<Caller>) => Caller
}

export interface Ran {
  readonly outcome: CallOutcome
  readonly text: string
  /** Output of a call that succeeded. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect
  readonly output: any
  readonly error: { readonly code: string; readonly message: string; readonly hint?: string | undefined } | null
}

interface Options {
  readonly limits?: Partial<Limits>
  readonly shell?: string
  readonly runEnd?: 'keep' | 'stop'
}

export async function sessionWorld({ limits: own = {}, shell = '/bin/bash', runEnd = 'keep' }: Options = {}) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'upperhand-sessions-')))
  const at = (name: string) => join(root, name)
  for (const name of ['home', 'data/logs', 'data/terminals', 'run'])
    mkdirSync(at(name), { recursive: true, mode: 0o700 })
  const home = at('home')
  writeFileSync(at('home/.bashrc'), 'PS1="$ "\n')
  const limits: Limits = {
    ...LIMITS,
    brokerGraceMs: 2_000,
    stopMs: 500,
    executesPerMinute: 100_000,
    readsPerMinute: 100_000,
    ...own,
  }
  const terminals = createTerminals({
    directory: at('data'),
    sockets: at('run'),
    env: { PATH: process.env['PATH'], LANG: 'C.UTF-8', HOME: home, SHELL: shell },
    home,
    limits,
    now: () => Date.now(),
    log: quietLog,
    shell: () => null,
    isSecret: () => false,
    redact: (text) => text,
  })
  const journal = worldJournal(at('data'), limits)
  const files = createFiles({
    limits,
    home,
    floor: () => [at('data'), at('run')],
    durability: 'process',
    journal,
    keptDirectory: at('data/undo'),
  })
  const commands = createCommands({ protectionOf: files.protectionOf, ownPaths: () => [at('data')] })
  const touchCommand = createTouchCommand({ files, commands, home })
  const told: (SessionEvent & { runId: string })[] = []
  const runs = new Map<string, { principal: string; isLive: boolean }>()
  const sessions = createSessions({
    limits,
    terminals,
    touchCommand,
    runOf: (runId) => runs.get(runId),
    onRunEnd: () => runEnd,
    shell: () => undefined,
    publish: (runId, event) => told.push({ ...event, runId }),
  })
  const services = { sessions, files }
  const gate = testGate(
    () => [terminalOperationsToolset(services), shellToolset(services), projectsToolset(services)],
    limits,
  )
  const asked: ApprovalView[] = []
  const stop = gate.store.events.subscribe(({ type, subject }) => {
    if (type !== 'approval.requested' || subject === null) return
    setImmediate(() => {
      const approval = gate.approvals.get(subject)
      asked.push(approval)
      gate.approve(approval).catch(() => {})
    })
  })
  const world: SessionWorld = {
    gate,
    terminals,
    sessions,
    workdir: gate.workdir,
    home,
    told,
    call: async (name, args = {}, caller = gate.caller) => {
      const outcome = await gate.call(name, args, { caller, patienceMs: PATIENCE_MS })
      if (outcome.status === 'failed') return { outcome, text: outcome.error.message, output: {}, error: outcome.error }
      return { outcome, text: outcome.text, output: outcome.output, error: null }
    },
    asked: () => asked.splice(0),
    runs,
    file: (name, content = '') => {
      const path = join(gate.workdir, name)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, content)
      return path
    },
    otherCaller: (more = {}) => ({ ...gate.caller, runId: 'run_2', conversationId: 'run_2', client: 'other', ...more }),
    [Symbol.asyncDispose]: async () => {
      stop()
      sessions.close()
      await terminals.close()
      gate[Symbol.dispose]()
      journal.close()
      rmSync(root, { recursive: true, force: true })
    },
  }
  return world
}

/** Looks again until it is true, for as long as a loaded machine may need. */
export async function eventually<T>(what: string, look: () => Promise<T | false | undefined> | T | false | undefined) {
  const deadline = performance.now() + PATIENCE_MS
  for (;;) {
    const found = await look()
    if (found !== false && found !== undefined) return found as T
    if (performance.now() > deadline) throw new Error(`it never came: ${what}`)
    await pause(LOOK_EVERY_MS)
  }
}
