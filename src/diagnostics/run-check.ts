import { type ChildProcess, spawn } from 'node:child_process'
import { delimiter, isAbsolute } from 'node:path'
import type { Check } from './check.ts'

export interface Ran {
  readonly output: string
  readonly errors: string
  /** Null when it was ended from outside. */
  readonly code: number | null
  readonly ended: 'itself' | 'time' | 'output'
}

interface Options {
  readonly directory: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly signal: AbortSignal
  readonly timeMs: number
}

const OUTPUT_BYTES = 16 * 1024 * 1024
/** How long to wait for the end of output that a stray process may be holding open. */
const LEFT_BEHIND_MS = 5_000
const ERRORS_CHARS = 64 * 1024

/** Runs one check to its end. Whatever happens, its whole process group is gone afterwards. */
export async function runCheck(
  { program, args, input }: Check,
  { directory, env, signal, timeMs }: Options,
): Promise<Ran> {
  signal.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<Ran>()
  const chunks: Buffer[] = []
  let [bytes, errors] = [0, '']
  const child = spawn(program, args, {
    cwd: directory,
    env: passedOn(env),
    stdio: ['pipe', 'pipe', 'pipe'],
    // A group of its own, so that whatever it starts can be ended with it.
    detached: process.platform !== 'win32',
    windowsHide: true,
  })
  const finish = (code: number | null, ended: Ran['ended']) =>
    resolve({ output: Buffer.concat(chunks).toString(), errors, code, ended })
  child.once('error', reject)
  child.stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > OUTPUT_BYTES) finish(null, 'output')
    else chunks.push(chunk)
  })
  child.stderr.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString()).slice(-ERRORS_CHARS)
  })
  // A program that does not read what it is given must not take us down.
  child.stdin.on('error', () => {})
  child.stdin.end(input ?? '')
  child.once('close', (code) => finish(code, 'itself'))
  let timer = setTimeout(() => finish(null, 'time'), timeMs)
  child.once('exit', (code) => {
    // What it left behind may hold the pipes open for ever, so that `close` does not come by itself.
    endGroup(child)
    clearTimeout(timer)
    timer = setTimeout(() => finish(code, 'itself'), LEFT_BEHIND_MS)
  })
  const cancel = () => reject(signal.reason)
  signal.addEventListener('abort', cancel, { once: true })
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', cancel)
    endGroup(child)
    child.stdout.destroy()
    child.stderr.destroy()
  }
}

function endGroup(child: ChildProcess): void {
  const { pid } = child
  if (pid === undefined || pid <= 1) return
  try {
    if (process.platform === 'win32') child.kill('SIGKILL')
    else process.kill(-pid, 'SIGKILL')
  } catch {
    // Nothing of it is left.
  }
}

const PASSED =
  /^(?:HOME|LANG|LC_\w+|TERM|TZ|TMPDIR|TEMP|TMP|USER|LOGNAME|SHELL|SYSTEMROOT|USERPROFILE|APPDATA|LOCALAPPDATA)$/
const TOOLCHAINS =
  /^(?:CARGO_HOME|RUSTUP_HOME|RUSTUP_TOOLCHAIN|GOPATH|GOROOT|GOCACHE|GOMODCACHE|DEVELOPER_DIR|SDKROOT|JAVA_HOME)$/

/** Where people and tools live, and nothing that could be a secret or load code. */
function passedOn(env: Options['env']): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => PASSED.test(name) || TOOLCHAINS.test(name))
  const path = (env['PATH'] ?? '').split(delimiter).filter(isAbsolute).join(delimiter)
  return { ...Object.fromEntries(kept), PATH: path, NO_COLOR: '1', FORCE_COLOR: '0', CI: '1' }
}
