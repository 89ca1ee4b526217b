import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

interface Options {
  readonly home: string
  readonly args?: readonly string[]
  readonly cwd?: string
  readonly node?: string
  /** With this exit code and these words a start fails; without, it only leaves a note. */
  readonly startFails?: { readonly code: number; readonly words: string }
}

/** A client that runs the shim as its child and speaks JSON lines with it. */
export function startShim({ home, args = [], cwd, node = process.execPath, startFails }: Options) {
  const script = new URL('./run-shim.mjs', import.meta.url).pathname
  const child = spawn(node, [script, String(startFails?.code ?? ''), startFails?.words ?? '', ...args], {
    cwd,
    env: { ...process.env, UPPERHAND_HOME: home },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.on('error', () => {})
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  const lines = createInterface({ input: child.stdout, crlfDelay: Number.POSITIVE_INFINITY })[Symbol.asyncIterator]()
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  return {
    child,
    exited,
    errors: () => errors,
    send: (message: unknown) => child.stdin.write(`${JSON.stringify(message)}\n`),
    nextLine: async (): Promise<string> => {
      const { value, done } = await lines.next()
      if (done) throw new Error(`the shim ended: ${errors}`)
      return value
    },
    next: async (): Promise<Record<string, unknown>> => {
      const { value, done } = await lines.next()
      if (done) throw new Error(`the shim ended: ${errors}`)
      return JSON.parse(value)
    },
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL')
      await exited
    },
  }
}
