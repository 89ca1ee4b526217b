import { chmodSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { z } from 'zod'
import type { Principal } from '../../access/principal.ts'
import { HostError } from '../../base/host-error.ts'
import type { Logger } from '../../base/logger.ts'
import type { Mcp } from '../mcp/mcp.ts'

export interface ShimSocket {
  readonly listen: () => Promise<void>
  readonly close: () => Promise<void>
}

interface Parts {
  readonly path: string
  readonly verify: (token: string | undefined) => Principal | undefined
  readonly connect: Mcp['connectStream']
  readonly log: Logger
}

/** The shim's first line. Where it runs and who started it are its word; what it may do follows from the token. */
const helloSchema = z.object({
  upperhand: z.literal(1),
  token: z.string(),
  workdir: z.string().optional(),
  profile: z.string().nullish(),
  pid: z.int().optional(),
  parent: z.string().nullish(),
})

const HELLO_BYTES = 16 * 1024
const HELLO_MS = 10_000

/** Accepts shims: one hello line with the token, one line back, then MCP frames. */
export function createShimSocket({ path, verify, connect, log }: Parts): ShimSocket {
  const sockets = new Set<Socket>()
  // Half open, so that the last answers still leave after the shim has said its last word.
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket)
    socket.on('error', (cause) => log.debug('a shim connection failed', { cause }))
    socket.once('close', () => sockets.delete(socket))
    greet(socket).catch((cause: unknown) => refuse(socket, HostError.from(cause)))
  })

  const greet = async (socket: Socket): Promise<void> => {
    const hello = helloSchema.safeParse(parseJson(await readHello(socket)))
    if (!hello.success) throw new HostError('INVALID_PARAMETERS', 'The first line is not a hello of an upperhand shim.')
    const principal = verify(hello.data.token)
    if (principal === undefined) {
      throw new HostError('PERMISSION_DENIED', 'The token is not the one of this data directory.', {
        hint: 'Restart the client: it reads the token anew.',
      })
    }
    const { profile } = hello.data
    if (principal.profile !== null && profile != null && profile !== principal.profile) {
      throw new HostError('PERMISSION_DENIED', `This token is for the profile ${principal.profile} only.`)
    }
    socket.write('{"ok":true}\n')
    connect(
      { readable: socket, writable: socket },
      {
        credential: principal.credential,
        profile: principal.profile ?? profile ?? null,
        workdir: hello.data.workdir,
      },
    )
  }

  return {
    listen: async () => {
      rmSync(path, { force: true })
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      server.once('error', reject)
      server.listen(path, resolve)
      await promise
      if (process.platform !== 'win32') chmodSync(path, 0o600)
    },
    close: async () => {
      if (!server.listening) return
      const { promise, resolve } = Promise.withResolvers<void>()
      server.close(() => resolve())
      for (const socket of sockets) socket.destroy()
      await promise
    },
  }
}

function refuse(socket: Socket, { code, message, hint }: HostError): void {
  socket.end(`${JSON.stringify({ ok: false, error: { code, message, hint } })}\n`)
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** Reads up to the first newline and leaves everything after it in the stream. */
function readHello(socket: Socket): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let read = Buffer.alloc(0)
  const timer = setTimeout(() => reject(new HostError('TIMEOUT', 'No hello came.')), HELLO_MS)
  const onReadable = () => {
    for (let chunk: Buffer | null = socket.read(); chunk !== null; chunk = socket.read()) {
      read = Buffer.concat([read, chunk])
      const end = read.indexOf(10)
      if (end >= 0) {
        const rest = read.subarray(end + 1)
        socket.off('readable', onReadable)
        if (rest.length > 0) socket.unshift(rest)
        resolve(read.toString('utf8', 0, end))
        return
      }
      if (read.length > HELLO_BYTES) reject(new HostError('TOO_LARGE', 'The hello is too long.'))
    }
  }
  socket.on('readable', onReadable)
  const left = () => reject(new HostError('CANCELLED', 'The shim left before its hello.'))
  socket.once('close', left)
  socket.once('end', left)
  return promise.finally(() => {
    clearTimeout(timer)
    socket.off('readable', onReadable)
  })
}
