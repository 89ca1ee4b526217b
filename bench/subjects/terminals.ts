import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { LIMITS } from '../../src/base/limits.ts'
import { createLogger } from '../../src/base/logger.ts'
import { createRedact } from '../../src/base/redact.ts'
import { readBrokerFile } from '../../src/broker/start-broker.ts'
import { createTerminals } from '../../src/terminals/create-terminals.ts'
import type { OpenPlan, Terminals } from '../../src/terminals/terminals.ts'

export interface TerminalSubject extends AsyncDisposable {
  readonly terminals: Terminals
  readonly plan: Pick<OpenPlan, 'owner' | 'cwd'>
  readonly brokerPid: () => number
}

/** The service with its broker, without the gate. */
export function terminalSubject(root: string): TerminalSubject {
  for (const name of ['data/logs', 'run', 'home']) mkdirSync(join(root, name), { recursive: true, mode: 0o700 })
  const data = join(root, 'data')
  const terminals = createTerminals({
    directory: data,
    sockets: join(root, 'run'),
    env: { PATH: process.env['PATH'], SHELL: '/bin/bash' },
    home: join(root, 'home'),
    limits: { ...LIMITS, terminalsPerRun: 1_000, terminalsTotal: 1_000 },
    now: () => Date.now(),
    log: createLogger(() => {}, createRedact()),
    shell: () => null,
    isSecret: () => false,
    redact: (text) => text,
  })
  return {
    terminals,
    plan: { owner: { runId: 'run', credential: 'cred', label: 'bench' }, cwd: { path: root } },
    brokerPid: () => readBrokerFile(data)?.pid ?? 0,
    [Symbol.asyncDispose]: () => terminals.close(),
  }
}
