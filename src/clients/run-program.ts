import { type ChildProcess, spawn } from 'node:child_process'
import type { Environment } from '../config/data-directory.ts'

export interface Run {
  readonly file: string
  readonly args: readonly string[]
  readonly directory: string
  readonly env: Environment
  readonly timeoutMs: number
}

/** `reason` is a sentence for people. */
export type Ran = { readonly ok: true } | { readonly ok: false; readonly reason: string }

const WORDS_CHARS = 300

/** Runs another program to its end, without input, for a limited time. Never throws; what it started ends with it. */
export async function runProgram({ file, args, directory, env, timeoutMs }: Run): Promise<Ran> {
  const { promise, resolve } = Promise.withResolvers<Ran>()
  let said = ''
  const child = spawn(file, args, {
    cwd: directory,
    env: { ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that whatever it starts can be ended with it.
    detached: process.platform !== 'win32',
    windowsHide: true,
  })
  const listen = (chunk: Buffer) => {
    said = (said + chunk.toString('utf8')).slice(-WORDS_CHARS)
  }
  child.stdout?.on('data', listen)
  child.stderr?.on('data', listen)
  const timer = setTimeout(() => {
    endGroup(child)
    resolve({ ok: false, reason: `${file} did not end within ${Math.round(timeoutMs / 1_000)} seconds.` })
  }, timeoutMs)
  child.once('error', (cause) => resolve({ ok: false, reason: `${file} could not be started: ${cause.message}.` }))
  // Not `close`: a program of its own that it left behind may hold the pipes open for ever.
  child.once('exit', (code, signal) => {
    resolve(
      code === 0
        ? { ok: true }
        : { ok: false, reason: `${file} ended with ${signal ?? `code ${code}`}. ${lastLine(said)}`.trim() },
    )
  })
  const ran = await promise
  clearTimeout(timer)
  child.stdout?.destroy()
  child.stderr?.destroy()
  return ran
}

function endGroup(child: ChildProcess): void {
  const { pid } = child
  if (pid === undefined || pid <= 1) return
  try {
    if (process.platform === 'win32') child.kill('SIGKILL')
    else process.kill(-pid, 'SIGKILL')
  } catch {
    // It has just ended.
  }
}

function lastLine(said: string): string {
  return said.trim().split('\n').at(-1)?.trim() ?? ''
}
