import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export interface FakeConnection {
  readonly hello: Readonly<Record<string, unknown>>
  /** The next message of the client, parsed. */
  readonly next: () => Promise<Record<string, unknown>>
  readonly nextLine: () => Promise<string>
  readonly send: (message: unknown) => void
  readonly sendText: (text: string) => void
  readonly drop: () => void
}

/** Speaks the daemon's side of the shim's socket, and nothing more. */
export async function startFakeDaemon(home: string, answer: unknown = { ok: true }) {
  const path = join(home, 'fake.mcp')
  const connections: FakeConnection[] = []
  const waiting: ((connection: FakeConnection) => void)[] = []
  const sockets = new Set<net.Socket>()
  const server = net.createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    const lines = createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY })[Symbol.asyncIterator]()
    const nextLine = async () => {
      const { value, done } = await lines.next()
      if (done) throw new Error('the connection is closed')
      return value
    }
    void nextLine().then(
      (line) => {
        const connection: FakeConnection = {
          hello: JSON.parse(line),
          nextLine,
          next: async () => JSON.parse(await nextLine()),
          send: (message) => socket.write(`${JSON.stringify(message)}\n`),
          sendText: (text) => socket.write(text),
          drop: () => socket.destroy(),
        }
        connection.send(answer)
        const taker = waiting.shift()
        if (taker === undefined) connections.push(connection)
        else taker(connection)
      },
      () => {},
    )
  })
  server.listen(path)
  await once(server, 'listening')
  writeFileSync(join(home, 'daemon.json'), JSON.stringify({ mcpSocket: path, pid: process.pid }))

  return {
    connection: (): Promise<FakeConnection> => {
      const ready = connections.shift()
      return ready === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(ready)
    },
    /** Like kill -9: everything closes, and `daemon.json` stays. */
    kill: async () => {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
    /** Like `upperhand down`. */
    stop: async () => {
      rmSync(join(home, 'daemon.json'), { force: true })
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
