import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { enterGroup, leaveGroup, makeGroup } from './cgroup.ts'
import { createHandlers } from './handlers.ts'
import { type BrokerFile, PROTOCOL } from './protocol.ts'
import { createBrokerServer } from './server.ts'
import { createSessions } from './sessions.ts'

interface BrokerOptions {
  readonly id: string
  /** The data directory. */
  readonly directory: string
  readonly socket: string
  readonly graceMs: number
}

/** From the start until the first daemon says hello. */
const FIRST_HELLO_MS = 20_000

/** Owns every process that agents and people start here; ends with them when no daemon is left to ask for them. */
export async function serveBroker({ id, directory, socket, graceMs }: BrokerOptions): Promise<void> {
  const work = join(directory, 'terminals')
  const file = join(directory, 'broker.json')
  // Whatever lies there is of a broker that is gone.
  rmSync(work, { recursive: true, force: true })
  mkdirSync(work, { recursive: true, mode: 0o700 })
  const token = randomBytes(32).toString('hex')
  let grace = graceMs
  let leaving: NodeJS.Timeout | undefined
  let isEnding = false

  const endEverything = async (): Promise<void> => {
    if (isEnding) return
    isEnding = true
    clearTimeout(leaving)
    await sessions.endAll()
    if (group !== null) await leaveGroup(group)
    watchdog.dismiss()
    forget(file, id)
    rmSync(work, { recursive: true, force: true })
    rmSync(socket, { force: true })
  }
  const leave = async (): Promise<void> => {
    await endEverything()
    process.exit(0)
  }

  const sessions = createSessions({
    brokerId: id,
    directory: work,
    onOpened: (session) => server.tell({ news: 'opened', view: session.view() }),
    onChanged: (session) => server.tell({ news: 'state', view: session.view() }),
    onCommand: (session, command) => server.tell({ news: 'command', view: session.view(), command }),
    onExited: (session) => server.tell({ news: 'exit', view: session.view() }),
    onRemoved: (session) => server.tell({ news: 'removed', session }),
  })
  const server = createBrokerServer({
    token,
    handlers: createHandlers(sessions, work),
    views: () => sessions.all().map((session) => session.view()),
    onDaemon: (newGrace) => {
      clearTimeout(leaving)
      grace = newGrace
    },
    onDaemonGone: () => {
      clearTimeout(leaving)
      leaving = setTimeout(() => void leave(), grace)
    },
    onEnd: async () => {
      await endEverything()
      // The answer goes out first.
      setTimeout(() => process.exit(0), 50)
    },
  })

  process.on('SIGTERM', () => void leave())
  for (const signal of ['SIGINT', 'SIGHUP', 'SIGPIPE'] as const) process.on(signal, () => {})
  process.on('uncaughtException', (cause: NodeJS.ErrnoException) => {
    process.stderr.write(`${new Date().toISOString()} ${cause.stack}\n`)
    // A stream that broke concerns one session; anything else, and nothing here can be trusted.
    if (cause.code === undefined) process.exit(70)
  })

  const made = makeGroup(id)
  const watchdog = startWatchdog(id, made)
  const group = made !== null && enterGroup(made) ? made : null
  await server.listen(socket)
  const facts: BrokerFile = { protocol: PROTOCOL, id, pid: process.pid, socket, token, group }
  writeFileSync(`${file}.${id}`, JSON.stringify(facts), { mode: 0o600 })
  renameSync(`${file}.${id}`, file)
  leaving = setTimeout(() => void leave(), Math.max(grace, FIRST_HELLO_MS))
  process.stdout.on('error', () => {})
  process.stdout.end('ready\n')
}

/** A shell that sleeps on a pipe from us; when we die without a word it becomes the one who ends what we owned. */
function startWatchdog(id: string, group: string | null): { readonly dismiss: () => void } {
  if (process.platform === 'win32') return { dismiss: () => {} }
  let isDismissed = false
  const start = () => {
    const child = spawn(
      '/bin/sh',
      [
        '-c',
        'read -r line || exec "$@"',
        'upperhand-watchdog',
        process.execPath,
        process.argv[1] ?? '',
        'sweep',
        id,
        group ?? '',
      ],
      { stdio: ['pipe', 'ignore', 'ignore'], detached: true },
    )
    child.on('error', () => {})
    child.stdin.on('error', () => {})
    child.once('exit', () => {
      if (!isDismissed) watchdog = start()
    })
    return child
  }
  let watchdog = start()
  return {
    dismiss: () => {
      isDismissed = true
      watchdog.stdin.end('done\n')
    },
  }
}

function forget(file: string, id: string): void {
  try {
    const facts: Partial<BrokerFile> = JSON.parse(readFileSync(file, 'utf8'))
    if (facts.id === id) rmSync(file)
  } catch {
    // Not there, or another's: nothing to remove.
  }
}
