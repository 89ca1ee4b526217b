import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import process from 'node:process'

const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP']
const KILL_AFTER_MS = 15_000

/**
 * Runs a program to its end, with our own streams, and answers its exit code. Signals go on to it. With `channel`, a Node
 * child notices at once when this process is killed: its IPC channel closes. `watch` is given a function to call when the
 * child should end because nobody waits for it any more.
 */
export function runChild(file, args, { cwd, env, channel = false, shell = false, stdout = 'inherit', watch } = {}) {
  return new Promise((resolve, reject) => {
    const stdio = channel ? ['inherit', stdout, 'inherit', 'ipc'] : ['inherit', stdout, 'inherit']
    const child = spawn(file, args, { cwd, env: env ?? process.env, stdio, shell })
    const forward = (signal) => child.kill(signal)
    const stop = () => {
      child.kill('SIGTERM')
      setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS).unref()
    }
    const unwatch = watch?.(stop)
    const settle = () => {
      unwatch?.()
      for (const signal of FORWARDED) process.off(signal, forward)
    }
    for (const signal of FORWARDED) process.on(signal, forward)
    child.once('error', (cause) => {
      settle()
      reject(cause)
    })
    child.once('exit', (code, signal) => {
      settle()
      resolve(code ?? 128 + (constants.signals[signal] ?? 0))
    })
  })
}
