import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'

export interface HttpAnswer {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly body: Record<string, unknown>
}

export interface HttpAsk {
  readonly method?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export type Http = (path: string, ask?: HttpAsk) => Promise<HttpAnswer>

/** Somebody with a credential at the HTTP API; unlike `fetch` it may say any Host. */
export function httpAs(url: string, bearer: string | undefined): Http {
  return async (path, { method, body, headers = {} } = {}) => {
    const response = await send(url, path, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body,
    })
    const text = await textOf(response)
    return { status: response.statusCode ?? 0, headers: response.headers, body: text === '' ? {} : JSON.parse(text) }
  }
}

async function send(
  url: string,
  path: string,
  { method, headers, body }: Required<Pick<HttpAsk, 'method' | 'headers'>> & { body: unknown },
): Promise<IncomingMessage> {
  const sent = request(new URL(path, url), { method, agent: false, headers })
  sent.end(body === undefined ? undefined : JSON.stringify(body))
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return response
}

async function textOf(response: IncomingMessage): Promise<string> {
  response.setEncoding('utf8')
  let text = ''
  for await (const chunk of response) text += chunk
  return text
}

export interface StreamedEvent {
  readonly id: string | undefined
  readonly event: string
  readonly data: Record<string, unknown>
}

/** Server-Sent Events, one by one. `next` is undefined at the end of the stream, whoever ended it. */
export async function eventStream(url: string, path: string, bearer: string) {
  const response = await send(url, path, {
    method: 'GET',
    headers: { authorization: `Bearer ${bearer}` },
    body: undefined,
  })
  const events = parseEvents(response)
  return {
    status: response.statusCode ?? 0,
    next: async (): Promise<StreamedEvent | undefined> => {
      try {
        return (await events.next()).value ?? undefined
      } catch {
        // Cut off in the middle: an end like any other.
        return undefined
      }
    },
    [Symbol.dispose]: () => {
      response.destroy()
    },
  }
}

async function* parseEvents(response: IncomingMessage): AsyncGenerator<StreamedEvent, undefined> {
  response.setEncoding('utf8')
  let rest = ''
  for await (const chunk of response) {
    const blocks = (rest + chunk).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const fields = new Map(block.split('\n').map((line) => line.split(/: (.*)/s, 2) as [string, string]))
      const event = fields.get('event')
      const data = fields.get('data')
      if (event !== undefined && data !== undefined) yield { id: fields.get('id'), event, data: JSON.parse(data) }
    }
  }
  return undefined
}
