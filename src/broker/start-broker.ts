import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { getCompileCacheDir } from 'node:module'
import { dirname, join } from 'node:path'
import { HostError } from '../base/host-error.ts'
import { BROKER_MARK, type BrokerFile, SESSION_MARK } from './protocol.ts'

interface StartOptions {
  /** The data directory. */
  readonly directory: string
  /** A private directory for sockets. */
  readonly sockets: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly graceMs: number
}

const START_WITHIN_MS = 20_000
/** Ours to keep, or meant for another program. */
const WITHHELD = new Set(['UPPERHAND_TOKEN', 'NODE_OPTIONS', 'NODE_CHANNEL_FD', SESSION_MARK, BROKER_MARK])

/** Starts a broker that outlives us, and waits until it listens. */
export async function startBroker({ directory, sockets, env, graceMs }: StartOptions): Promise<BrokerFile> {
  const id = randomBytes(8).toString('hex')
  const socket =
    process.platform === 'win32' ? `\\\\.\\pipe\\upperhand-broker-${id}` : join(sockets, `broker-${id.slice(0, 8)}`)
  const log = openSync(join(directory, 'logs', 'broker.log'), 'a', 0o600)
  const cache = getCompileCacheDir()
  const child = spawn(process.execPath, [program(), 'serve', id, directory, socket, String(graceMs)], {
    cwd: '/',
    env: {
      ...Object.fromEntries(Object.entries(env).filter(([name]) => !WITHHELD.has(name))),
      // It is one program in two processes: what was compiled for us is there for it.
      ...(cache === undefined ? {} : { NODE_COMPILE_CACHE: cache }),
    },
    detached: true,
    windowsHide: true,
    stdio: ['ignore', 'pipe', log],
  })
  closeSync(log)
  try {
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('it did not answer in time')), START_WITHIN_MS)
      child.once('error', reject)
      child.once('exit', (code) => reject(new Error(`it ended with ${code}`)))
      child.stdout?.once('data', () => {
        clearTimeout(timer)
        resolve()
      })
    })
  } catch (cause) {
    child.kill('SIGKILL')
    throw new HostError('UNAVAILABLE', `Commands and terminals cannot be started: ${(cause as Error).message}.`, {
      hint: 'See logs/broker.log in the data directory.',
      cause,
    })
  }
  child.removeAllListeners()
  child.on('error', () => {})
  child.stdout?.destroy()
  child.unref()
  const file = readBrokerFile(directory)
  if (file?.id === id) return file
  throw new HostError('UNAVAILABLE', 'Another process took over the terminals.', { hint: 'Call again.' })
}

export function readBrokerFile(directory: string): BrokerFile | undefined {
  try {
    const file: Partial<BrokerFile> = JSON.parse(readFileSync(join(directory, 'broker.json'), 'utf8'))
    if (typeof file.id !== 'string' || typeof file.socket !== 'string' || typeof file.token !== 'string')
      return undefined
    return file as BrokerFile
  } catch {
    // None was started, or it was damaged: then it cannot be reached, and its watchdog ends what it owned.
    return undefined
  }
}

/** Beside us in the sources; in the bundle we are in its main file or in one of its chunks. */
function program(): string {
  const here = import.meta.dirname
  const places = [join(here, 'main.ts'), join(here, 'broker.js'), join(dirname(here), 'broker.js')]
  const [found] = places.filter((path) => existsSync(path))
  if (found !== undefined) return found
  throw new HostError('UNAVAILABLE', 'This copy of upperhand is incomplete: install it again.')
}
