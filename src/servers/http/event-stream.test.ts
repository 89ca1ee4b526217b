import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import type { EventType } from '../../contract/events.ts'
import { startServer, type TestServer } from './server.fixture.ts'

interface Frame {
  readonly id: string | undefined
  readonly event: string | undefined
  readonly data: unknown
}

/** Reads frames one by one; `next` waits for the next real event. */
async function listen(
  host: TestServer,
  {
    path = '/api/events',
    headers = {},
    bearer = host.key,
  }: { path?: string; headers?: Record<string, string>; bearer?: string } = {},
) {
  const sent = request({
    host: '127.0.0.1',
    port: host.port,
    path,
    agent: false,
    headers: { authorization: `Bearer ${bearer}`, ...headers },
  })
  sent.end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  response.setEncoding('utf8')
  const frames = parseFrames(response)
  return {
    response,
    next: async (): Promise<Frame> => (await frames.next()).value as Frame,
    [Symbol.dispose]: () => response.destroy(),
  }
}

async function* parseFrames(chunks: AsyncIterable<string>): AsyncGenerator<Frame> {
  let rest = ''
  for await (const chunk of chunks) {
    const blocks = (rest + chunk).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const field = (name: string) =>
        block
          .split('\n')
          .find((line) => line.startsWith(`${name}: `))
          ?.slice(name.length + 2)
      const data = field('data')
      yield { id: field('id'), event: field('event'), data: data === undefined ? undefined : JSON.parse(data) }
    }
  }
}

const add = (host: TestServer, type: EventType = 'run.opened', runId = 'run_own', body = {}) =>
  host.events.append({ type, runId, body })

async function ids(stream: { next: () => Promise<Frame> }, count: number): Promise<number[]> {
  const seen: number[] = []
  while (seen.length < count) seen.push(Number((await stream.next()).id))
  return seen
}

describe('the event stream', () => {
  test('starts at the present and tells where that is', async () => {
    await using host = await startServer()
    add(host)
    using stream = await listen(host)
    expect(stream.response.headers['content-type']).toContain('text/event-stream')
    expect(await stream.next()).toEqual({ id: '1', event: 'snapshot', data: { seq: 1 } })
    add(host, 'host.paused')
    expect(await stream.next()).toMatchObject({ id: '2', event: 'host.paused', data: { seq: 2, type: 'host.paused' } })
  })

  test('resumes after Last-Event-ID, without gap or duplicate, while new events arrive', async () => {
    await using host = await startServer()
    for (let count = 0; count < 700; count += 1) add(host)
    using stream = await listen(host, { path: '/api/events?since=3', headers: { 'last-event-id': '10' } })
    for (let count = 0; count < 300; count += 1) add(host)
    expect(await ids(stream, 990)).toEqual(Array.from({ length: 990 }, (_, index) => index + 11))
  })

  test('since=0 tells the whole story', async () => {
    await using host = await startServer()
    add(host)
    add(host)
    using stream = await listen(host, { path: '/api/events?since=0' })
    expect(await ids(stream, 2)).toEqual([1, 2])
  })

  test('events of one transaction arrive together and in order', async () => {
    await using host = await startServer()
    using stream = await listen(host, { path: '/api/events?since=0' })
    host.database.transaction(() => {
      add(host)
      add(host)
    })
    expect(await ids(stream, 2)).toEqual([1, 2])
  })

  test('a reader too far behind gets a snapshot instead of everything', async () => {
    await using host = await startServer({ limits: { eventsReplay: 10 } })
    for (let count = 0; count < 12; count += 1) add(host)
    using late = await listen(host, { headers: { 'last-event-id': '1' } })
    expect(await late.next()).toMatchObject({ id: '12', event: 'snapshot' })
    using timely = await listen(host, { headers: { 'last-event-id': '2' } })
    expect(await ids(timely, 10)).toHaveLength(10)
  })

  test('a reader from another history gets a snapshot', async () => {
    await using host = await startServer()
    using stream = await listen(host, { headers: { 'last-event-id': '99' } })
    expect(await stream.next()).toMatchObject({ id: '0', event: 'snapshot' })
  })

  test('a reader whose events have been removed gets a snapshot', async () => {
    await using host = await startServer()
    for (let count = 0; count < 5; count += 1) add(host)
    host.events.prune(Date.now() + 1)
    add(host)
    using stream = await listen(host, { headers: { 'last-event-id': '2' } })
    expect(await stream.next()).toMatchObject({ id: '6', event: 'snapshot' })
  })

  test('an agent hears of its own runs only; heartbeats move its position past the others', async () => {
    await using host = await startServer({ heartbeatMs: 20 })
    add(host, 'run.opened', 'run_other')
    add(host, 'run.opened', 'run_own')
    host.events.append({ type: 'host.paused', body: {} })
    add(host, 'run.ended', 'run_other')
    host.events.signal({ type: 'call.progress', runId: 'run_other', body: {} })
    using stream = await listen(host, { path: '/api/events?since=0', bearer: host.token })
    expect(await stream.next()).toMatchObject({ id: '2', event: 'run.opened' })
    expect(await stream.next()).toEqual({ id: '4', event: undefined, data: undefined })
    host.events.signal({ type: 'call.progress', runId: 'run_other', body: {} })
    host.events.signal({ type: 'call.progress', runId: 'run_own', body: { mine: true } })
    let frame = await stream.next()
    while (frame.event === undefined) frame = await stream.next()
    expect(frame).toMatchObject({ id: undefined, event: 'call.progress', data: { body: { mine: true } } })
  })

  test.each(['abc', '-1', '1e3', '9'.repeat(20)])('a position that is none (%s) is refused', async (since) => {
    await using host = await startServer()
    expect((await host.ask(`/api/events?since=${since}`, { bearer: host.key })).status).toBe(400)
  })

  test('a reader that takes nothing is cut off, holds no memory, and can resume', async () => {
    await using host = await startServer({ heartbeatMs: 50 })
    const stalled = connect(host.port, '127.0.0.1')
    stalled.pause()
    stalled.write(
      `GET /api/events?since=0 HTTP/1.1\r\nHost: 127.0.0.1:${host.port}\r\nAuthorization: Bearer ${host.key}\r\n\r\n`,
    )
    await streams(host, 1)
    for (let count = 0; count < 400; count += 1) add(host, 'run.opened', 'run_own', { filler: 'x'.repeat(64 * 1024) })
    await streams(host, 0)
    stalled.destroy()
    using resumed = await listen(host, { headers: { 'last-event-id': '398' } })
    expect(await ids(resumed, 2)).toEqual([399, 400])
  })

  test('a reader that goes away is forgotten', async () => {
    await using host = await startServer()
    const stream = await listen(host)
    await streams(host, 1)
    stream.response.destroy()
    await streams(host, 0)
  })
})

/** Waits until the server counts this many streams. */
async function streams(host: TestServer, count: number): Promise<void> {
  const wanted = `upperhand_event_streams ${count}\n`
  while (!(await host.ask('/metrics', { bearer: host.key })).text.includes(wanted));
}
