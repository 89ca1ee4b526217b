import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Ready } from '../../src/host.ts'
import { type Api, personApi } from './api.ts'
import { temporaryDirectory } from './temporary.ts'

const BIN = fileURLToPath(new URL('../../bin/upperhand.mjs', import.meta.url))

export interface Place {
  /** A home of its own: the data directory and the project are inside. */
  readonly home: string
  readonly dataDir: string
  readonly workdir: string
}

/** A home for daemons, with `settings` as its settings.json. */
export function temporaryPlace(settings: Readonly<Record<string, unknown>> = {}): Place & Disposable {
  const directory = temporaryDirectory()
  const home = directory.path
  const place = { home, dataDir: join(home, 'data'), workdir: join(home, 'project') }
  mkdirSync(place.dataDir, { mode: 0o700 })
  mkdirSync(place.workdir)
  writeFileSync(join(place.dataDir, 'settings.json'), JSON.stringify({ projects: [place.workdir], ...settings }))
  return { ...place, [Symbol.dispose]: directory[Symbol.dispose] }
}

export function environmentOf({ home, dataDir }: Place): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '', HOME: home, UPPERHAND_HOME: dataDir }
}

export interface Program extends AsyncDisposable {
  readonly pid: number
  readonly firstLine: Promise<string>
  /** Null when a signal ended it. */
  readonly exited: Promise<number | null>
  readonly output: () => string
  readonly errors: () => string
  /** Resolves when the process is gone. */
  readonly kill: (signal?: NodeJS.Signals) => Promise<void>
}

interface ProgramOptions {
  readonly args: readonly string[]
  /** A program and its arguments that run ours: `['unshare', '-m']`. */
  readonly through?: readonly string[]
}

const running = new Set<ChildProcess>()
/** A test that ran out of time never reaches the end of its block. */
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** The product as a process of its own. Ends with the block at the latest. */
export function startProgram(place: Place, { args, through = [] }: ProgramOptions): Program {
  const [file = '', ...words] = [...through, process.execPath, BIN, ...args]
  const child = spawn(file, words, { cwd: place.home, env: environmentOf(place), stdio: ['ignore', 'pipe', 'pipe'] })
  running.add(child)
  const exited = once(child, 'close').then(([code]) => {
    running.delete(child)
    return code as number | null
  })
  let output = ''
  let errors = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  const firstLine = once(createInterface({ input: child.stdout }), 'line').then(([line]) => line as string)
  firstLine.catch(() => {})
  const kill = async (signal: NodeJS.Signals = 'SIGKILL') => {
    child.kill(signal)
    await exited
  }
  return {
    pid: child.pid ?? 0,
    firstLine,
    exited,
    output: () => output,
    errors: () => errors,
    kill,
    [Symbol.asyncDispose]: () => kill(),
  }
}

export interface Ended {
  readonly code: number | null
  readonly output: string
  readonly errors: string
}

/** Runs the product to its end. */
export async function runProgram(place: Place, args: readonly string[]): Promise<Ended> {
  await using program = startProgram(place, { args })
  const code = await program.exited
  return { code, output: program.output(), errors: program.errors() }
}

export interface Daemon extends Program, Place, Ready {
  readonly person: Api
  /** A path as the daemon sees it, which has mounts of its own when it runs in a namespace of its own. */
  readonly seen: (path: string) => string
}

interface DaemonOptions {
  readonly port?: number | 'default'
  readonly through?: readonly string[]
}

/** `upperhand serve`, ready. */
export async function startDaemon(place: Place, { port = 0, through = [] }: DaemonOptions = {}): Promise<Daemon> {
  const portWords = port === 'default' ? [] : ['--port', String(port)]
  const program = startProgram(place, { args: ['serve', '--json', ...portWords], through })
  const line = await Promise.race([program.firstLine, program.exited])
  if (typeof line !== 'string') throw new Error(`the daemon ended with ${line}: ${program.errors()}`)
  const ready = JSON.parse(line) as Ready
  const seen = (path: string) => (through.length === 0 ? path : join(`/proc/${program.pid}/root`, path))
  const key = readFileSync(seen(join(ready.dataDir, 'person.key')), 'utf8').trim()
  const person = personApi(ready.url, key)
  return { ...place, ...program, ...ready, port: Number(new URL(ready.url).port), person, seen }
}

/** Ends the daemon that a shim has started here. To be declared before the shim, which would start another. */
export function backgroundDaemon({ dataDir }: Place): AsyncDisposable {
  const end = (): number | undefined => {
    try {
      const { pid } = JSON.parse(readFileSync(join(dataDir, 'daemon.json'), 'utf8'))
      return process.kill(pid, 'SIGKILL') ? pid : undefined
    } catch {
      return undefined
    }
  }
  process.once('exit', end)
  return {
    [Symbol.asyncDispose]: async () => {
      const pid = end()
      process.off('exit', end)
      while (pid !== undefined && isAlive(pid)) await setTimeout(10)
    },
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
