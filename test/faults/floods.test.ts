import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { connect, type NetConnectOpts, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test, vi } from 'vitest'
import { personApi } from '../support/api.ts'
import { connectClient, TRANSPORTS, type TransportName } from '../support/clients.ts'
import { backgroundDaemon, startDaemon, temporaryPlace } from '../support/daemon-process.ts'
import { type TestHost, testHost } from '../support/host.ts'
import { INITIALIZE, toolCall } from './wires.ts'

vi.setConfig({ testTimeout: 90_000 })

const MIB = 1024 * 1024
const ROOM = { readsPerMinute: 60_000, writesPerMinute: 12_000 }
const create = (filePath: string) => ({ operation: 'create_file', filePath, content: filePath })

test.each(['stdio 2026', 'stdio 2025', 'http 2026', 'http 2025'] as const)(
  '%s: a thousand calls at once are all answered',
  async (transport) => {
    await using host = await testHost({ settings: { limits: ROOM } })
    await using agent = await connectClient(host, transport)
    const answers = await Promise.all(
      Array.from({ length: 1_000 }, (_, n) =>
        n % 2 === 0
          ? agent.call('think', { thoughts: `thought ${n}` })
          : agent.call('file_operations', create(`${n}.txt`)),
      ),
    )
    expect(answers.filter(({ isError }) => isError)).toEqual([])
    for (let n = 1; n < 1_000; n += 2) expect(readFileSync(join(host.workdir, `${n}.txt`), 'utf8')).toBe(`${n}.txt`)
    expect(await personApi(host.url, host.personKey()).post('/api/history/verify')).toMatchObject({ ok: true })
  },
)

test('over the limit of a minute calls are refused one by one, and the others are not disturbed', async () => {
  await using host = await testHost({ settings: { limits: { readsPerMinute: 300 } } })
  await using agent = await connectClient(host, 'stdio 2026')
  const answers = await Promise.all(Array.from({ length: 400 }, () => agent.call('think', { thoughts: 'hm' })))
  const refused = answers.filter(({ isError }) => isError)
  expect(refused).toHaveLength(100)
  for (const { text, meta } of refused) {
    expect(text).toMatch(/More than 300 read calls in a minute\.\nWait \d+ s/)
    expect(meta).toMatchObject({ 'upperhand/error': { code: 'LIMIT_REACHED' } })
  }
  expect(await agent.call('file_operations', create('a.txt'))).toMatchObject({ isError: false })
})

test('ten clients at once each get their own answers', async () => {
  await using host = await testHost({ settings: { limits: ROOM } })
  const clients = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      connectClient(host, TRANSPORTS[n % TRANSPORTS.length]!, { name: `client-${n}` }),
    ),
  )
  try {
    await Promise.all(
      clients.map(async (client, n) => {
        for (let round = 0; round < 20; round += 1) {
          const path = `client-${n}/${round}.txt`
          expect(await client.call('file_operations', create(path))).toMatchObject({ isError: false })
          const { text } = await client.call('file_operations.read_file', { filePath: path })
          expect(text).toContain(path)
        }
      }),
    )
  } finally {
    await Promise.all(clients.map(({ client }) => client.close()))
  }
})

function dial(address: NetConnectOpts): Socket {
  return connect(address).on('error', () => {})
}

function shimSocket({ dataDir }: TestHost): Socket {
  return dial({ path: JSON.parse(readFileSync(join(dataDir, 'daemon.json'), 'utf8')).mcpSocket })
}

test('clients that connect and stall, half-way through a hello or a request, are in nobody’s way', async () => {
  await using host = await testHost()
  const httpSocket = () => dial({ host: '127.0.0.1', port: host.port })
  const stalled = Array.from({ length: 50 }, (_, n) => (n % 2 === 0 ? shimSocket(host) : httpSocket()))
  await Promise.all(stalled.map((socket) => once(socket, 'connect')))
  for (const [n, socket] of stalled.entries()) {
    socket.write(n % 2 === 0 ? '{"upperhand":' : 'POST /mcp HTTP/1.1\r\nHost: 12')
  }
  await using agent = await connectClient(host, 'http 2026')
  expect(await agent.call('think', { thoughts: 'hm' })).toMatchObject({ isError: false })
  for (const socket of stalled) socket.destroy()
})

test('a client that asks for much and reads nothing costs little, and gets all of it when it reads', async () => {
  await using host = await testHost({ settings: { limits: ROOM } })
  const path = join(host.workdir, 'big.txt')
  writeFileSync(path, 'x'.repeat(100 * 1024))
  const socket = shimSocket(host)
  const hello = { upperhand: 1, token: host.token, workdir: host.workdir, profile: 'remote-primitives' }
  socket.pause()
  socket.write(`${JSON.stringify(hello)}\n${INITIALIZE}\n{"jsonrpc":"2.0","method":"notifications/initialized"}\n`)
  const before = process.memoryUsage().rss
  const CALLS = 2_000
  for (let n = 0; n < CALLS; n += 1) socket.write(`${toolCall(n, 'fs_read', { path })}\n`)
  await using agent = await connectClient(host, 'http 2026')
  for (let n = 0; n < 50; n += 1)
    expect(await agent.call('think', { thoughts: 'hm' })).toMatchObject({ isError: false })
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * MIB)
  socket.resume()
  const seen = new Set<number>()
  for await (const line of createInterface({ input: socket })) {
    const { id } = JSON.parse(line)
    if (typeof id === 'number') seen.add(id)
    if (seen.size === CALLS) break
  }
  socket.destroy()
  expect(seen.size).toBe(CALLS)
})

async function leaveWhileWaiting(host: TestHost, transport: TransportName, args: Record<string, unknown>) {
  const agent = await connectClient(host, transport)
  const calling = agent.call('file_operations', args).catch(() => 'left')
  const card = await personApi(host.url, host.personKey()).nextPending()
  await agent.client.close()
  expect(await calling).toBe('left')
  return card
}

test.each(TRANSPORTS.filter((name) => name !== 'http 2025'))(
  '%s: a client that leaves while it waits withdraws nothing, and the decision counts for its next call',
  async (transport) => {
    await using host = await testHost()
    const person = personApi(host.url, host.personKey())
    const args = create(join(host.home, 'outside.txt'))
    const card = await leaveWhileWaiting(host, transport, args)
    const hasLeft = async () => (await person.calls()).some(({ state }) => state === 'cancelled')
    await vi.waitUntil(hasLeft, { timeout: 10_000 })
    expect(await person.pending()).toMatchObject([{ id: card.id }])
    await person.decide(card)
    expect(existsSync(args.filePath)).toBe(false)
    await using agent = await connectClient(host, transport)
    expect(await agent.call('file_operations', args)).toMatchObject({ structured: { created: true } })
    expect(await person.pending()).toEqual([])
  },
)

test('http 2025: a connection that breaks cancels nothing in this era; the call runs once it is approved', async () => {
  await using host = await testHost()
  const person = personApi(host.url, host.personKey())
  const args = create(join(host.home, 'outside.txt'))
  await person.decide(await leaveWhileWaiting(host, 'http 2025', args))
  await vi.waitUntil(async () => (await person.calls()).length === 1, { timeout: 10_000 })
  expect(await person.calls()).toMatchObject([{ state: 'succeeded' }])
  expect(readFileSync(args.filePath, 'utf8')).toBe(args.content)
})

test('a shim outlives kill -9: the open call is answered, the next one works, the question is still there', async () => {
  using place = temporaryPlace({ port: 0 })
  await using _successor = backgroundDaemon(place)
  await using daemon = await startDaemon(place)
  await using agent = await connectClient(daemon, 'stdio 2025')
  const asking = agent.call('user_collaboration', { prompt: 'Which colour?' })
  const question = await daemon.person.nextPending()
  const unknown = expect(asking).rejects.toThrow(/may or may not have taken effect/)
  await daemon.kill()
  await unknown
  expect(await agent.call('think', { thoughts: 'hm' })).toMatchObject({ isError: false })
  const { pid, url } = JSON.parse(readFileSync(join(place.dataDir, 'daemon.json'), 'utf8'))
  expect(pid).not.toBe(daemon.pid)
  const person = personApi(url, readFileSync(join(place.dataDir, 'person.key'), 'utf8').trim())
  expect(await person.pending()).toMatchObject([{ id: question.id }])
  await person.post(`/api/approvals/${question.id}/answer`, { version: question.version, text: 'blue' })
  expect(await agent.call('user_collaboration', { prompt: 'Which colour?' })).toMatchObject({
    structured: { userResponse: 'blue' },
  })
  const states = (await person.calls()).map(({ operation, state }) => `${operation} ${state}`)
  expect(states).toContain('user_collaboration unknown')
})
