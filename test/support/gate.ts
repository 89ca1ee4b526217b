import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { HostError } from '../../src/base/host-error.ts'
import { newId } from '../../src/base/ids.ts'
import { LIMITS, type Limits } from '../../src/base/limits.ts'
import { createRedact } from '../../src/base/redact.ts'
import type { CallOutcome } from '../../src/calls/calls.ts'
import { createGate, type Gate } from '../../src/calls/gate.ts'
import type { ApprovalSummary, ApprovalView, Decision } from '../../src/contract/approvals.ts'
import type { Profile } from '../../src/contract/policy.ts'
import type { Caller, MachineState } from '../../src/contract/run.ts'
import { parseArguments } from '../../src/profiles/arguments.ts'
import { createNames } from '../../src/profiles/names.ts'
import { createResults } from '../../src/results/results.ts'
import { createCatalog } from '../../src/tools/catalog.ts'
import type { Toolset } from '../../src/tools/operation.ts'
import { quietLog, type TestStore, testStore } from './store.ts'

export interface TestGate extends Gate, Disposable {
  readonly store: TestStore
  readonly workdir: string
  readonly caller: Caller
  readonly profile: { -readonly [K in keyof Profile]: Profile[K] }
  readonly machine: { -readonly [K in keyof MachineState]: MachineState[K] }
  readonly call: (name: string, args?: Record<string, unknown>, more?: CallOptions) => Promise<CallOutcome>
  /** The next approval that is asked for. */
  readonly nextAsk: () => Promise<ApprovalView>
  readonly approve: (approval: ApprovalSummary, more?: Partial<Decision>) => Promise<ApprovalView>
}

interface CallOptions {
  readonly caller?: Caller
  readonly signal?: AbortSignal
  readonly patienceMs?: number
}

/** The real gate over a real database, with the toolsets of the test. */
export function testGate(toolsets: (gate: () => Gate) => readonly Toolset[], limits: Partial<Limits> = {}): TestGate {
  const store = testStore()
  const workdir = join(store.directory, 'work')
  mkdirSync(workdir)
  const allLimits: Limits = { ...LIMITS, ...limits }
  const profile = {
    id: 'test',
    label: 'Test',
    level: 'execute_with_confirm',
    paths: 'workspace',
    spelling: 'grouped',
    confirms: 'person',
    onAsk: 'wait',
    elicitation: false,
    onDisconnect: 'keep',
    isEnabled: () => true,
    permission: () => undefined,
    autoApproves: () => false,
  } as TestGate['profile']
  const machine: TestGate['machine'] = { isPaused: false, level: null, safeMode: [] }
  const gate: Gate = createGate({
    database: store.database,
    events: store.events,
    clock: store.clock,
    newId,
    limits: allLimits,
    limitsFor: () => allLimits,
    redact: createRedact(),
    log: quietLog,
    results: createResults({
      directory: join(store.directory, 'results'),
      database: store.database,
      clock: store.clock,
      limits: allLimits,
    }),
    machine: () => machine,
    preparation: {
      resolve: (name, args) => names.resolve(name, args),
      parse: parseArguments,
      profileOf: () => ({ ok: true, profile }),
      disabledError: (entry) => new HostError('TOOL_DISABLED', `Tool ${entry.id} is disabled`),
      placeOf: (caller) => ({ workdir: caller.workdir, policy: profile.paths, roots: [caller.workdir] }),
    },
    catalog: () => catalog,
    identityOf: (directory) => String(statSync(directory).ino),
    permissionsSince: () => 0,
    consoleUrl: () => 'http://127.0.0.1:1',
    readCommand: () => [],
    loadCommands: async () => {},
  })
  const catalog = createCatalog(toolsets(() => gate))
  const names = createNames(catalog)
  const caller: Caller = {
    runId: 'run_1',
    conversationId: 'run_1',
    credential: 'agent',
    client: 'test-client',
    clientVersion: '1',
    profile: 'test',
    workdir,
    isPerson: false,
  }
  return {
    ...gate,
    store,
    workdir,
    caller,
    profile,
    machine,
    call: (name, args = {}, more = {}) => gate.calls.call({ name, args, caller, ...more }),
    nextAsk: () =>
      new Promise((resolve) => {
        const stop = store.events.subscribe(({ type, subject }) => {
          if (type !== 'approval.requested' || subject === null) return
          stop()
          // The asker starts to wait in the same turn of the loop; answer in the next.
          setImmediate(() => resolve(gate.approvals.get(subject)))
        })
      }),
    approve: async ({ id, version, digest }, more = {}) => {
      const { editedArgs } = more
      const shown = editedArgs && (await gate.approvals.edited(id, { version, digest, editedArgs }))
      const seen = shown === undefined ? {} : { editedDigest: shown.editedDigest }
      const decision = { version, digest, decision: 'approve', scope: 'once', ...seen, ...more } as const
      return gate.approvals.decide(id, decision, 'tester')
    },
    [Symbol.dispose]: () => {
      gate.close()
      store[Symbol.dispose]()
    },
  }
}
