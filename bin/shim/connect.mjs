import { readFileSync } from 'node:fs'
import net from 'node:net'
import { join } from 'node:path'
import process from 'node:process'

const START_WITHIN_MS = 20_000
const HELLO_WITHIN_MS = 10_000
const LOOK_EVERY_MS = 15
const START_AGAIN_MS = 1_000
/** What a daemon ends with when another one owns the data directory: CONFLICT in `src/contract/errors.ts`. */
const OWNED_BY_ANOTHER = 7

const NO_ANSWER = 'upperhand runs but does not answer. Restart it: upperhand down, then upperhand up.'
const UNKNOWN_ANSWER =
  'upperhand gave an answer that this version does not understand. Restart it: upperhand down, then upperhand up.'

/**
 * A connection to the daemon, starting it if nobody listens. `start` begins a daemon and answers
 * `{ exitCode(): number | undefined, lastWords(): string, forget(): void }`. Throws a sentence when there is no way.
 */
export async function connectDaemon({ home, hello, start }) {
  const running = await tryConnect(home, hello)
  if (running !== undefined) return running
  const deadline = Date.now() + START_WITHIN_MS
  for (;;) {
    const link = await startAndConnect({ home, hello, start, deadline })
    if (link !== undefined) return link
  }
}

/** Undefined when the start must be repeated: the daemon that owned the directory has gone meanwhile. */
async function startAndConnect({ home, hello, start, deadline }) {
  const attempt = await start()
  const startAgain = Date.now() + START_AGAIN_MS
  while (Date.now() < deadline) {
    await pause(LOOK_EVERY_MS)
    const link = await tryConnect(home, hello)
    if (link !== undefined) {
      attempt.forget()
      return link
    }
    const code = attempt.exitCode()
    if (code === undefined) continue
    if (code !== OWNED_BY_ANOTHER) throw new Error(`upperhand could not start. ${attempt.lastWords()}`.trim())
    if (Date.now() < startAgain) continue
    attempt.forget()
    return undefined
  }
  throw new Error('upperhand did not start in time. Run upperhand serve in a terminal to see why.')
}

function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** Undefined when nobody listens. */
async function tryConnect(home, hello) {
  const path = read(join(home, 'daemon.json'), (text) => JSON.parse(text).mcpSocket)
  if (typeof path !== 'string') return undefined
  const token = process.env.UPPERHAND_TOKEN || read(join(home, 'token'), (text) => text.trim()) || ''
  const socket = await dial(path)
  return socket && greet(socket, { upperhand: 1, token, ...hello })
}

function read(path, pick) {
  try {
    return pick(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

function dial(path) {
  return new Promise((resolve) => {
    const socket = net.connect(path)
    socket.once('connect', () => resolve(socket))
    socket.once('error', () => resolve(undefined))
  })
}

/** Says who we are and waits for the one line that answers it; what follows that line stays in the stream. */
function greet(socket, hello) {
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0)
    const settle = (finish) => {
      clearTimeout(timer)
      socket.off('data', listen).off('close', vanish).pause()
      finish()
    }
    const fail = (sentence) =>
      settle(() => {
        socket.destroy()
        reject(new Error(sentence))
      })
    const vanish = () => settle(() => resolve(undefined))
    const listen = (chunk) => {
      received = Buffer.concat([received, chunk])
      const end = received.indexOf('\n')
      if (end === -1) return
      const answer = parse(received.toString('utf8', 0, end))
      if (answer?.ok !== true) return fail(sentence(answer?.error))
      settle(() => {
        if (end + 1 < received.length) socket.unshift(received.subarray(end + 1))
        resolve(socket)
      })
    }
    const timer = setTimeout(() => fail(NO_ANSWER), HELLO_WITHIN_MS)
    socket
      .on('error', () => {})
      .on('close', vanish)
      .on('data', listen)
    socket.write(`${JSON.stringify(hello)}\n`)
  })
}

/** A refusal comes with what to do about it. */
function sentence(error) {
  if (typeof error === 'string') return error
  return [error?.message ?? UNKNOWN_ANSWER, error?.hint].filter(Boolean).join(' ')
}

function parse(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
