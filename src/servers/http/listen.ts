import { once } from 'node:events'
import { chmodSync, rmSync } from 'node:fs'
import type { Server } from 'node:http'
import { connect } from 'node:net'
import { HostError } from '../../base/host-error.ts'

/** The port that was taken. */
export async function listenOnPort(server: Server, host: string, port: number): Promise<number> {
  try {
    server.listen({ host, port, exclusive: true })
    await once(server, 'listening')
  } catch (cause) {
    throw listenError(cause, host, port)
  }
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : port
}

export async function listenOnSocket(server: Server, path: string): Promise<void> {
  try {
    await listenOnce(server, path)
  } catch (cause) {
    if (codeOf(cause) !== 'EADDRINUSE' || (await isAnswering(path))) throw socketError(cause, path)
    // Left behind by a daemon that was killed.
    rmSync(path, { force: true })
    await listenOnce(server, path)
  }
  if (process.platform !== 'win32') chmodSync(path, 0o600)
}

async function listenOnce(server: Server, path: string): Promise<void> {
  server.listen({ path })
  await once(server, 'listening')
}

async function isAnswering(path: string): Promise<boolean> {
  const socket = connect(path)
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

function listenError(cause: unknown, host: string, port: number): HostError {
  const details = { host, port }
  switch (codeOf(cause)) {
    case 'EADDRINUSE':
      return new HostError('CONFLICT', `Port ${port} on ${host} is in use.`, {
        hint: `Choose another with --port, or end what uses it.`,
        cause,
        details,
      })
    case 'EACCES':
      return new HostError('PERMISSION_DENIED', `Port ${port} may not be used by this user.`, {
        hint: 'Choose one above 1023 with --port.',
        cause,
        details,
      })
    default:
      return new HostError('UNAVAILABLE', `upperhand cannot listen on ${host}.`, {
        hint: 'Check "host" in settings.json; 127.0.0.1 always works.',
        cause,
        details,
      })
  }
}

function socketError(cause: unknown, path: string): HostError {
  if (codeOf(cause) === 'EADDRINUSE') {
    return new HostError('CONFLICT', `Another upperhand answers on ${path}.`, { hint: 'upperhand status', cause })
  }
  return new HostError('UNAVAILABLE', `The socket ${path} cannot be made.`, {
    hint: 'Check the runtime directory and the length of its path.',
    cause,
  })
}

function codeOf(cause: unknown): string | undefined {
  return (cause as NodeJS.ErrnoException).code
}
