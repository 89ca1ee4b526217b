import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { endWithBench } from './endings.ts'

export interface Program extends AsyncDisposable {
  readonly pid: number
  readonly stdin: Writable
  readonly stdout: Readable
  /** What it has said on stderr so far. */
  readonly words: () => string
  readonly exited: Promise<number | null>
  /** The first it says on stdout; fails if it ends before. */
  readonly firstWords: () => Promise<string>
}

interface Options {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
}

const PATIENCE_MS = 5_000

/** Runs a program with this very Node. At the end of the block it is asked to end, then made to. */
export function runNode(args: readonly string[], { cwd, env = {} }: Options = {}): Program {
  const child: ChildProcessByStdio<Writable, Readable, Readable> = spawn(process.execPath, args, {
    cwd,
    env: { ...inherited(), ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  let words = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    words += text
  })
  child.stdin.on('error', () => {})
  const { pid } = child
  void exited.then(endWithBench(() => child.kill('SIGKILL')))
  if (pid === undefined) throw new Error(`${args[0]} could not be started`)
  return {
    pid,
    stdin: child.stdin,
    stdout: child.stdout,
    words: () => words,
    exited,
    firstWords: async () => {
      const said = once(child.stdout, 'data').then(([chunk]) => String(chunk))
      const ended = exited.then(() => Promise.reject(new Error(`${args.join(' ')} ended.\n${words}`)))
      return Promise.race([said, ended])
    },
    [Symbol.asyncDispose]: async () => {
      child.stdin.end()
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS)
      await exited
      clearTimeout(timer)
    },
  }
}

/** The path of a program that belongs to the bench. */
export function baseline(name: string): string {
  return fileURLToPath(new URL(`../baselines/${name}`, import.meta.url))
}

/** Nothing of a person's own upperhand, and no options meant for another Node. */
function inherited(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('UPPERHAND_') && name !== 'NODE_OPTIONS'),
  )
}
