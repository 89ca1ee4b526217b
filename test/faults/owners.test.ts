import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import type { StatusView } from '../../src/contract/status.ts'
import { connectClient } from '../support/clients.ts'
import { runProgram, startDaemon, startProgram, temporaryPlace } from '../support/daemon-process.ts'

vi.setConfig({ testTimeout: 60_000 })

const CONFLICT = 7
const TIMEOUT = 8
const UNAVAILABLE = 9
const COMMANDS = [['serve', '--port', '0'], ['up'], ['down'], ['status'], ['history', 'verify']]

test('a second daemon says who owns the data directory and ends; the first is not disturbed', async () => {
  using place = temporaryPlace()
  await using first = await startDaemon(place)
  await using agent = await connectClient(first, 'http 2026')
  const { code, errors } = await runProgram(place, ['serve', '--port', '0'])
  expect(code).toBe(CONFLICT)
  expect(errors).toContain(
    `upperhand with process id ${first.pid} already owns ${place.dataDir}. It runs at ${first.url}.`,
  )
  expect(await agent.call('think', { thoughts: 'still there' })).toMatchObject({ isError: false })
  expect(await first.person.get<StatusView>('/api/status')).toMatchObject({ pid: first.pid })
})

test('an owner that does not answer is told apart from none', async () => {
  using place = temporaryPlace()
  await using first = await startDaemon(place)
  process.kill(first.pid, 'SIGSTOP')
  const ends = await Promise.all(COMMANDS.map((args) => runProgram(place, args)))
  process.kill(first.pid, 'SIGCONT')
  for (const { code, errors } of ends) {
    expect(code).toBe(TIMEOUT)
    expect(errors).toContain(`upperhand with process id ${first.pid} runs but does not answer.`)
  }
  expect(await first.person.get<StatusView>('/api/status')).toMatchObject({ pid: first.pid })
})

test('of five daemons that start at once one owns the data directory, and the others say so', async () => {
  using place = temporaryPlace()
  const programs = Array.from({ length: 5 }, () => startProgram(place, { args: ['serve', '--json', '--port', '0'] }))
  try {
    const ends = await Promise.all(programs.map(({ firstLine, exited }) => Promise.race([firstLine, exited])))
    const winners = ends.filter((end) => typeof end === 'string')
    expect(winners).toHaveLength(1)
    expect(ends.filter((end) => end === CONFLICT)).toHaveLength(4)
    const { url } = JSON.parse(String(winners[0]))
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
  } finally {
    await Promise.all(programs.map(({ kill }) => kill()))
  }
})

test('a port that a person chose and that is in use is an error, for the command and for a client', async () => {
  using place = temporaryPlace()
  await using taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const { code, errors } = await runProgram(place, ['serve', '--port', String(port)])
  expect(code).toBe(UNAVAILABLE)
  expect(errors).toContain(`Port ${port} on 127.0.0.1 is in use.`)
  expect(existsSync(join(place.dataDir, 'daemon.json'))).toBe(false)

  using configured = temporaryPlace({ port })
  const reachable = { ...configured, url: '', mcp: '', token: '' }
  await expect(connectClient(reachable, 'stdio 2025')).rejects.toThrow(`Port ${port} on 127.0.0.1 is in use.`)
})

test('our own default port gives way to another one', async () => {
  using place = temporaryPlace()
  using elsewhere = temporaryPlace()
  await using first = await startDaemon(place, { port: 'default' })
  await using second = await startDaemon(elsewhere, { port: 'default' })
  expect(second.port).not.toBe(first.port)
  expect((await fetch(`${first.url}/healthz`)).status).toBe(200)
  expect((await fetch(`${second.url}/healthz`)).status).toBe(200)
})

test('a data directory that is removed under a daemon ends it, and a new one can be started', async () => {
  using place = temporaryPlace()
  await using daemon = await startDaemon(place)
  rmSync(place.dataDir, { recursive: true })
  expect(await daemon.exited).toBe(0)
  expect(daemon.errors()).toContain('the data directory was removed or replaced')
  await using next = await startDaemon(place)
  expect(await next.person.get<StatusView>('/api/status')).toMatchObject({ pid: next.pid, safeMode: [] })
})

test('what a killed daemon leaves behind is in nobody’s way', async () => {
  using place = temporaryPlace()
  await using killed = await startDaemon(place)
  const { socket, mcpSocket } = JSON.parse(readFileSync(join(place.dataDir, 'daemon.json'), 'utf8'))
  await killed.kill()
  expect([socket, mcpSocket, join(place.dataDir, 'daemon.json')].filter(existsSync)).toHaveLength(3)
  expect(await runProgram(place, ['status'])).toMatchObject({ code: UNAVAILABLE })
  expect(await runProgram(place, ['down'])).toMatchObject({ code: 0 })

  await using next = await startDaemon(place, { port: killed.port })
  await using agent = await connectClient(next, 'stdio 2025')
  expect(await agent.call('think', { thoughts: 'hm' })).toMatchObject({ isError: false })
  expect(await runProgram(place, ['status', '--json'])).toMatchObject({
    code: 0,
    output: expect.stringContaining(`"pid": ${next.pid}`),
  })
  await next.kill('SIGTERM')
  expect(await next.exited).toBe(0)
  expect([socket, mcpSocket, join(place.dataDir, 'daemon.json')].filter(existsSync)).toEqual([])
  expect(readdirSync(place.dataDir).filter((name) => /\.tmp$|daemon\.json\./.test(name))).toEqual([])
})
