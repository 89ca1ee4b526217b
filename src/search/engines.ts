import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import { packagedRipgrep } from './packaged-ripgrep.ts'

export interface Engine {
  readonly kind: 'ripgrep' | 'grep'
  readonly program: string
}

/** What searches through contents here: our own ripgrep, one that is installed, or grep. Null where there is none. */
export function findEngine(
  env: Readonly<Record<string, string | undefined>>,
  packaged: () => string | null = packagedRipgrep,
): Engine | null {
  const own = packaged()
  if (own !== null && isProgram(own)) return { kind: 'ripgrep', program: own }
  const ripgrep = onPath('rg', env)
  if (ripgrep !== null) return { kind: 'ripgrep', program: ripgrep }
  const grep = onPath('grep', env)
  return grep === null ? null : { kind: 'grep', program: grep }
}

function onPath(name: string, env: Readonly<Record<string, string | undefined>>): string | null {
  const file = process.platform === 'win32' ? `${name}.exe` : name
  // A relative entry would run what lies in the project.
  const directories = (env['PATH'] ?? '').split(delimiter).filter(isAbsolute)
  return directories.map((directory) => join(directory, file)).find(isProgram) ?? null
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

export interface Running {
  readonly onOutput: (chunk: Buffer) => void
  /** Ends the process and lets `done` resolve. */
  readonly stop: AbortSignal
}

export interface Ended {
  /** Null if it was stopped. */
  readonly code: number | null
  readonly errors: string
}

const ERRORS_CHARS = 4_000

/** Runs one search without a shell, with nothing of our environment that could lead it elsewhere. */
export async function runEngine(
  { program }: Engine,
  args: readonly string[],
  directory: string,
  { onOutput, stop }: Running,
): Promise<Ended> {
  const { promise, resolve, reject } = Promise.withResolvers<Ended>()
  let errors = ''
  const child = spawn(program, args, {
    cwd: directory,
    // For grep a text with a byte that is no UTF-8 would be no text.
    env: { LC_ALL: 'C' },
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
  })
  const end = () => {
    child.kill('SIGKILL')
    child.stdout.destroy()
    child.stderr.destroy()
    resolve({ code: null, errors })
  }
  child.once('error', reject)
  child.stdout.on('data', (chunk: Buffer) => {
    if (stop.aborted) return
    try {
      onOutput(chunk)
    } catch (cause) {
      reject(cause)
      end()
    }
  })
  child.stderr.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString()).slice(0, ERRORS_CHARS)
  })
  child.once('close', (code) => resolve({ code, errors }))
  if (stop.aborted) end()
  stop.addEventListener('abort', end, { once: true })
  try {
    return await promise
  } finally {
    stop.removeEventListener('abort', end)
  }
}
