import { LIMITS } from '../../src/base/limits.ts'
import { createTerminals } from '../../src/terminals/create-terminals.ts'
import { quietLog } from './store.ts'

/** A daemon of nothing but terminals, to be killed: adopts what is there, reads on, and says what it found. */
interface Task {
  readonly root: string
  readonly graceMs: number
  /** Commands to open, in the first round. */
  readonly open: readonly string[]
  readonly cursors: Readonly<Record<string, number>>
}

const task: Task = JSON.parse(process.argv[2] ?? '{}')
const { root } = task
const terminals = createTerminals({
  directory: `${root}/data`,
  sockets: `${root}/run`,
  env: { PATH: process.env['PATH'], HOME: root, SHELL: '/bin/bash', WORLD: root },
  home: root,
  limits: { ...LIMITS, brokerGraceMs: task.graceMs },
  now: () => Date.now(),
  log: quietLog,
  shell: () => null,
  isSecret: () => false,
  redact: (text) => text,
})
await terminals.ready()
const owner = { runId: 'run_1', credential: 'cred_1', label: 'test' }
for (const [index, command] of task.open.entries()) {
  await terminals.open({ owner, kind: index % 2 === 0 ? 'pty' : 'pipe', command, cwd: { path: root } })
}
const found = []
for (const { id, state, pid } of terminals.list()) {
  const window = await terminals.read(id, { cursor: task.cursors[id] ?? 0, maxBytes: 1024 * 1024 })
  found.push({ id, state, pid, ...window })
}
process.stdout.write(`${JSON.stringify(found)}\n`)
setInterval(() => {}, 1_000)
