import { readFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { addAbortSignal } from 'node:stream'
import { HostError } from '../base/host-error.ts'
import { readDaemonFile } from '../config/daemon-file.ts'
import { dataDirectoryPath, type Environment } from '../config/data-directory.ts'
import { ERROR_CODES, type ErrorCode } from '../contract/errors.ts'

/** The running daemon, asked over its socket with the person's key. Every failure is a HostError. */
export interface Api {
  readonly get: <T>(path: string) => Promise<T>
  readonly post: <T>(path: string, body?: unknown) => Promise<T>
  readonly patch: <T>(path: string, body: unknown) => Promise<T>
  readonly remove: (path: string) => Promise<void>
  /** Hands a long answer on as it comes. */
  readonly stream: (path: string, write: (text: string) => void, options?: StreamOptions) => Promise<void>
}

interface StreamOptions {
  readonly signal?: AbortSignal
  /** Silence for this long counts as a failure. */
  readonly silenceMs?: number
}

const ANSWER_WITHIN_MS = 5_000

export function createApi(env: Environment): Api {
  const ask = (method: string, path: string, body?: unknown) => send(env, { method, path, body })
  return {
    get: async (path) => parse(await text(await ask('GET', path))),
    post: async (path, body) => parse(await text(await ask('POST', path, body))),
    patch: async (path, body) => parse(await text(await ask('PATCH', path, body))),
    remove: async (path) => {
      await text(await ask('DELETE', path))
    },
    stream: async (path, write, { signal, silenceMs = 0 } = {}) => {
      const response = await ask('GET', path)
      if (isFailure(response)) await text(response)
      response.setEncoding('utf8')
      response.setTimeout(silenceMs, () => response.destroy(new Error('silence')))
      if (signal !== undefined) addAbortSignal(signal, response)
      try {
        for await (const chunk of response) write(chunk)
      } catch (cause) {
        throw unreachable(cause as Error)
      }
    },
  }
}

interface Ask {
  readonly method: string
  readonly path: string
  readonly body: unknown
}

async function send(env: Environment, { method, path, body }: Ask): Promise<IncomingMessage> {
  const { socketPath, key, pid } = daemonAddress(env)
  const payload = body === undefined ? undefined : JSON.stringify(body)
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const outgoing = request(
    {
      socketPath,
      method,
      path,
      headers: {
        Host: 'localhost',
        Authorization: `Bearer ${key}`,
        ...(payload === undefined
          ? {}
          : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(payload) }),
      },
    },
    resolve,
  )
  outgoing.once('error', (cause) => reject(unreachable(cause)))
  // Looking is quick; what is posted may run for as long as it takes.
  if (method === 'GET') outgoing.setTimeout(ANSWER_WITHIN_MS, () => outgoing.destroy(noAnswer(pid)))
  outgoing.once('response', () => outgoing.setTimeout(0))
  outgoing.end(payload)
  return promise
}

/** Where the running daemon is, and what a person shows it. */
export function daemonAddress(env: Environment): {
  readonly socketPath: string
  readonly key: string
  readonly pid: number
} {
  const root = dataDirectoryPath(env)
  const daemon = readDaemonFile({ path: (name) => join(root, name) })
  if (daemon === undefined) throw notRunning()
  return { socketPath: daemon.socket, key: personKey(root), pid: daemon.pid }
}

function personKey(root: string): string {
  try {
    return readFileSync(join(root, 'person.key'), 'utf8').trim()
  } catch (cause) {
    throw new HostError('PERMISSION_DENIED', `The key of the person, ${join(root, 'person.key')}, cannot be read.`, {
      hint: 'Run upperhand as the user who started it.',
      cause,
    })
  }
}

function noAnswer(pid: number): HostError {
  return new HostError('TIMEOUT', `upperhand with process id ${pid} runs but does not answer.`, {
    hint: 'Wait a moment. If that does not help, end that process and start again: upperhand up',
  })
}

function unreachable(cause: Error): HostError {
  if (cause instanceof HostError) return cause
  const { code } = cause as NodeJS.ErrnoException
  if (code === 'ECONNREFUSED' || code === 'ENOENT') return notRunning(cause)
  return new HostError('UNAVAILABLE', 'upperhand went away before it answered.', {
    hint: 'Look at upperhand status and upperhand logs.',
    cause,
  })
}

function notRunning(cause?: Error): HostError {
  return new HostError('UNAVAILABLE', 'upperhand is not running.', { hint: 'Start it: upperhand up', cause })
}

function isFailure({ statusCode = 500 }: IncomingMessage): boolean {
  return statusCode >= 400
}

async function text(response: IncomingMessage): Promise<string> {
  response.setEncoding('utf8')
  let received = ''
  try {
    for await (const chunk of response) received += chunk
  } catch (cause) {
    throw unreachable(cause as Error)
  }
  if (isFailure(response)) throw refused(received)
  return received
}

function parse<T>(received: string): T {
  try {
    return JSON.parse(received) as T
  } catch (cause) {
    throw new HostError('INTERNAL', 'upperhand gave an answer that is not JSON.', { cause })
  }
}

interface ErrorBody {
  readonly error?: { readonly code?: string; readonly message?: string; readonly hint?: string | null }
}

function refused(received: string): HostError {
  const { error } = parse<ErrorBody>(received)
  const code =
    error?.code !== undefined && Object.hasOwn(ERROR_CODES, error.code) ? (error.code as ErrorCode) : 'INTERNAL'
  return new HostError(code, error?.message ?? 'upperhand refused without a reason.', {
    ...(error?.hint ? { hint: error.hint } : {}),
  })
}
