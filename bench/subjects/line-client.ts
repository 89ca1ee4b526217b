import type { Readable, Writable } from 'node:stream'
import type { Program } from '../harness/programs.ts'

export interface Answer {
  readonly id?: number
  readonly result?: Readonly<Record<string, unknown>>
  readonly error?: { readonly message: string }
}

/** A client that speaks newline-delimited JSON-RPC: the same one for everything that is measured over stdio. */
export interface LineClient {
  readonly request: (method: string, params?: object) => Promise<Answer>
  readonly notify: (method: string) => void
}

const NEWLINE = 10

export function createLineClient({ stdin, stdout }: { stdin: Writable; stdout: Readable }): LineClient {
  const waiting = new Map<number, (answer: Answer) => void>()
  let next = 1
  let held: Buffer[] = []

  const receive = (line: Buffer) => {
    const answer = JSON.parse(line.toString()) as Answer
    const resolve = waiting.get(answer.id ?? 0)
    waiting.delete(answer.id ?? 0)
    resolve?.(answer)
  }

  stdout.on('data', (chunk: Buffer) => {
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      receive(Buffer.concat([...held, chunk.subarray(start, end)]))
      held = []
      start = end + 1
    }
    if (start < chunk.length) held.push(chunk.subarray(start))
  })
  stdout.on('close', () => {
    for (const resolve of waiting.values()) resolve({ error: { message: 'the server is gone' } })
    waiting.clear()
  })

  return {
    request: (method, params) => {
      const id = next
      next += 1
      const { promise, resolve } = Promise.withResolvers<Answer>()
      waiting.set(id, resolve)
      stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
      return promise
    },
    notify: (method) => {
      stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method })}\n`)
    },
  }
}

export const INITIALIZE = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'upperhand-bench', version: '1' },
}

/** The handshake of a client that then asks for the tools, as clients do. */
export async function greet(client: LineClient, program: Program): Promise<void> {
  check(await client.request('initialize', INITIALIZE), program)
  client.notify('notifications/initialized')
  check(await client.request('tools/list'), program)
}

/** A comparison of wrong answers would be worth nothing. */
export function check(answer: Answer, program?: Program): Answer {
  if (answer.error === undefined && answer.result?.['isError'] !== true) return answer
  throw new Error(`A call failed: ${JSON.stringify(answer.error ?? answer.result)}\n${program?.words() ?? ''}`)
}
