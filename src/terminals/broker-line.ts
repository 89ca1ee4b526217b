import { HostError } from '../base/host-error.ts'
import type { Logger } from '../base/logger.ts'
import { type BrokerClient, connectBroker } from '../broker/broker-client.ts'
import type { BrokerFile, BrokerView, News } from '../broker/protocol.ts'
import { PROTOCOL } from '../broker/protocol.ts'
import { readBrokerFile, startBroker } from '../broker/start-broker.ts'
import { sweepAfterBroker } from '../broker/sweep.ts'

/** The way to the broker: started when first needed, adopted when an earlier daemon left one, replaced when it died. */
export interface BrokerLine {
  readonly ask: BrokerClient['ask']
  /** Connects to a broker that is there; starts none. */
  readonly adopt: () => Promise<void>
  readonly isConnected: () => boolean
  /** Why the last attempt to start one failed, or null. */
  readonly problem: () => string | null
  /** Lets the line go. With `end` everything ends; otherwise the broker waits for a successor. */
  readonly close: (options: { readonly end: boolean }) => Promise<void>
}

export interface LineParts {
  /** The data directory. */
  readonly directory: string
  /** A private directory for sockets. */
  readonly sockets: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly graceMs: () => number
  readonly log: Logger
  /** What a broker that was adopted holds; empty for a new one. */
  readonly onConnected: (sessions: readonly BrokerView[]) => void
  readonly onNews: (news: Exclude<News, { news: 'output' }>) => void
  /** It died, and with it everything it owned. */
  readonly onLost: () => void
}

interface Connected {
  readonly client: BrokerClient
  readonly file: BrokerFile
}

export function createBrokerLine(parts: LineParts): BrokerLine {
  let current: Promise<Connected> | undefined
  let connected: Connected | undefined
  let sweeping: Promise<void> = Promise.resolve()
  let isClosed = false
  let problem: string | null = null
  let adopting: Promise<Connected | undefined> | undefined

  const reach = async (file: BrokerFile): Promise<Connected> => {
    const client = await connectBroker(file, {
      onNews: parts.onNews,
      onGone: () => {
        if (connected?.client !== client) return
        current = undefined
        connected = undefined
        if (isClosed) return
        parts.log.error('the broker is gone, and every command and terminal with it', { pid: file.pid })
        // Its watchdog does the same; whoever comes first.
        sweeping = sweepAfterBroker(file)
        parts.onLost()
      },
    })
    const { result } = await client.ask('hello', { token: file.token, graceMs: parts.graceMs() })
    if (result.protocol !== PROTOCOL) {
      await client.ask('end', {}).catch(() => {})
      throw new Error(`a broker of protocol ${result.protocol}`)
    }
    connected = { client, file }
    problem = null
    parts.onConnected(result.sessions)
    return connected
  }

  const adoptOne = async (): Promise<Connected | undefined> => {
    const file = readBrokerFile(parts.directory)
    if (file === undefined) return undefined
    try {
      return await reach(file)
    } catch (cause) {
      parts.log.info('the broker of an earlier daemon is gone', { pid: file.pid, cause })
      await sweepAfterBroker(file)
      return undefined
    }
  }

  const connect = async (): Promise<Connected> => {
    await sweeping
    const adopted = await adopting
    if (adopted !== undefined && adopted === connected) return adopted
    return (await adoptOne()) ?? reach(await startBroker({ ...parts, graceMs: parts.graceMs() }))
  }

  const line = (): Promise<Connected> => {
    current ??= connect().catch((cause: unknown) => {
      current = undefined
      problem = HostError.from(cause).message
      throw cause
    })
    return current
  }

  return {
    ask: async (op, request, options) => {
      if (isClosed) throw new HostError('UNAVAILABLE', 'upperhand is stopping.')
      return (connected ?? (await line())).client.ask(op, request, options)
    },
    adopt: async () => {
      if (current === undefined && readBrokerFile(parts.directory) !== undefined) adopting ??= adoptOne()
      await adopting
    },
    isConnected: () => connected !== undefined,
    problem: () => problem,
    close: async ({ end }) => {
      isClosed = true
      const last = connected ?? (await current?.catch(() => undefined))
      if (last === undefined) return
      if (end) await last.client.ask('end', {}).catch(() => {})
      last.client.close()
    },
  }
}
