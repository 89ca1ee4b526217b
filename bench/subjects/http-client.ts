import { Agent, request } from 'node:http'
import type { Answer } from './line-client.ts'

export interface Post {
  readonly send: (
    body: object,
    headers: Readonly<Record<string, string>>,
  ) => Promise<{ readonly answer: Answer; readonly session: string | undefined }>
  readonly close: () => void
}

/** A client over connections that are kept: the same one for everything that is measured over HTTP. */
export function createPost(url: string, always: Readonly<Record<string, string>>): Post {
  const agent = new Agent({ keepAlive: true })
  const { hostname, port, pathname } = new URL(url)
  const common = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...always }

  return {
    send: (body, headers) => {
      const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<Post['send']>>>()
      const text = Buffer.from(JSON.stringify(body))
      const outgoing = request(
        {
          agent,
          hostname,
          port,
          path: pathname,
          method: 'POST',
          headers: { ...common, ...headers, 'content-length': text.length },
        },
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('error', reject)
          response.on('end', () => {
            const session = response.headers['mcp-session-id']
            const answer = parse(Buffer.concat(chunks).toString(), response.headers['content-type'])
            resolve({ answer, session: typeof session === 'string' ? session : undefined })
          })
        },
      )
      outgoing.on('error', reject)
      outgoing.end(text)
      return promise
    },
    close: () => agent.destroy(),
  }
}

const EVENT = /^data: (\{.*)$/m

/** One JSON text, or an event stream with one in it; an accepted notification has neither. */
function parse(text: string, type: string | undefined): Answer {
  if (text === '') return {}
  return JSON.parse(type?.startsWith('text/event-stream') ? (EVENT.exec(text)?.[1] ?? '{}') : text)
}
