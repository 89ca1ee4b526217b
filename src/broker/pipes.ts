import { execFile, spawnSync } from 'node:child_process'
import { closeSync, constants, openSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Both ends of a pipe, as descriptors. */
export interface Pipe {
  readonly read: number
  readonly write: number
}

/** Gives real pipes, or undefined where there are none to be had. */
export type MakePipe = () => Pipe | undefined

const BATCH = 32
const LOW = 8

/**
 * Node connects children by sockets, which cannot be opened again as /dev/stdout or /dev/stderr, and which bash takes
 * for a remote login. Named pipes that lose their name as soon as they are open are what a shell would use.
 */
export function createPipes(directory: string): MakePipe {
  if (process.platform !== 'linux') return () => undefined
  const names: string[] = []
  let count = 0
  let isRefilling = false
  const next = () => Array.from({ length: BATCH }, () => join(directory, `pipe-${++count}`))
  const refill = (): void => {
    if (isRefilling || names.length > LOW) return
    isRefilling = true
    const fresh = next()
    execFile('mkfifo', ['-m', '600', ...fresh], (error) => {
      isRefilling = false
      if (error === null) names.push(...fresh)
    })
  }
  return () => {
    if (names.length === 0) {
      const fresh = next()
      if (spawnSync('mkfifo', ['-m', '600', ...fresh], { stdio: 'ignore' }).status === 0) names.push(...fresh)
    }
    const name = names.shift()
    refill()
    return name === undefined ? undefined : openBoth(name)
  }
}

function openBoth(name: string): Pipe | undefined {
  let read: number | undefined
  try {
    read = openSync(name, constants.O_RDONLY | constants.O_NONBLOCK)
    return { read, write: openSync(name, constants.O_WRONLY) }
  } catch {
    // A file system without named pipes: the caller has another way.
    if (read !== undefined) closeSync(read)
    return undefined
  } finally {
    rmSync(name, { force: true })
  }
}
