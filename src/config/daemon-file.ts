import { randomBytes } from 'node:crypto'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { HostError } from '../base/host-error.ts'
import type { DataDirectory } from './data-directory.ts'

const daemonSchema = z.object({
  pid: z.int().positive(),
  port: z.int().nullable(),
  url: z.string().nullable(),
  /** HTTP for the CLI. */
  socket: z.string(),
  /** MCP frames for shims. */
  mcpSocket: z.string(),
  version: z.string(),
  startedAt: z.int(),
})

/** What the running daemon tells about itself. It may have been killed: only its lock proves that it lives. */
export type Daemon = z.output<typeof daemonSchema>

const NAME = 'daemon.json'

export function readDaemonFile(directory: Pick<DataDirectory, 'path'>): Daemon | undefined {
  try {
    return daemonSchema.parse(JSON.parse(readFileSync(directory.path(NAME), 'utf8')))
  } catch {
    return undefined
  }
}

/** Only the owner of the lock writes it, once its sockets accept connections. */
export function writeDaemonFile(directory: DataDirectory, daemon: Daemon): void {
  const draft = directory.path(`${NAME}.${randomBytes(6).toString('hex')}`)
  try {
    writeFileSync(draft, `${JSON.stringify(daemon, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
    renameSync(draft, directory.path(NAME))
  } catch (cause) {
    rmSync(draft, { force: true })
    throw new HostError('UNAVAILABLE', `${directory.path(NAME)} cannot be written.`, {
      hint: 'Check the free space, owner and permissions of the data directory.',
      cause,
    })
  }
}

export function removeDaemonFile(directory: DataDirectory): void {
  rmSync(directory.path(NAME), { force: true })
}
