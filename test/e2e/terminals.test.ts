import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { SessionView } from '../../src/contract/terminals.ts'
import { type Api, personApi } from '../support/api.ts'
import { connectClient } from '../support/clients.ts'
import { type TestHost, testHost } from '../support/host.ts'
import { eventStream, httpAs } from '../support/http.ts'
import { eventually } from '../support/session-world.ts'

let host: TestHost
let person: Api
beforeAll(async () => {
  host = await testHost({ settings: { limits: { stopMs: 500 } } })
  person = personApi(host.url, host.personKey())
})
afterAll(() => host[Symbol.asyncDispose]())

const openTerminal = (more: Record<string, unknown> = {}) =>
  person.post<SessionView>('/api/terminals', { cwd: host.workdir, shell: '/bin/bash', ...more })
const stop = (id: string) => person.post<SessionView>(`/api/terminals/${id}/stop`, { force: true })
const isAlive = (pid: number): boolean =>
  existsSync(`/proc/${pid}/stat`) && !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))

interface Frame {
  readonly type: string
  readonly text?: string
  readonly snapshot?: { readonly data: string }
  readonly code?: string
}

/** A viewer that keeps what it was sent. */
async function viewer(id: string, headers: Record<string, string> = { authorization: `Bearer ${host.personKey()}` }) {
  const socket = new WebSocket(`${host.url.replace('http', 'ws')}/api/terminals/${id}`, { headers })
  const frames: Frame[] = []
  const { promise, resolve } = Promise.withResolvers<number>()
  socket.on('message', (data) => frames.push(JSON.parse(String(data))))
  socket.on('open', () => resolve(101))
  socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
  socket.on('error', () => resolve(0))
  const status = await promise
  return {
    status,
    frames,
    send: (message: unknown) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    shown: () => frames.map((frame) => frame.snapshot?.data ?? frame.text ?? '').join(''),
    closed: () => socket.readyState === socket.CLOSED,
    [Symbol.dispose]: () => socket.terminate(),
  }
}

describe('terminals of people', () => {
  test('are opened, typed into, read, resized and ended', async () => {
    const { id, owner } = await openTerminal()
    expect(owner).toMatchObject({ runId: null, label: 'person' })
    expect((await person.get<{ terminals: SessionView[] }>('/api/terminals')).terminals.map((one) => one.id)).toContain(
      id,
    )
    await person.post(`/api/terminals/${id}/input`, { text: 'echo sum$((40+2))\r' })
    const output = () => person.get<{ text: string; next: number }>(`/api/terminals/${id}/output?cursor=0`)
    await eventually('output', async () => (await output()).text.includes('sum42'))
    expect(await person.post(`/api/terminals/${id}/resize`, { cols: 100, rows: 30 })).toMatchObject({
      cols: 100,
      rows: 30,
    })
    const screen = await person.get<{ lines: string[] }>(`/api/terminals/${id}/screen`)
    expect(screen.lines.join('\n')).toContain('sum42')
    const { processes } = await person.get<{ processes: (SessionView & { memoryBytes: number })[] }>('/api/processes')
    expect(processes.find((one) => one.id === id)?.memoryBytes).toBeGreaterThan(0)
    expect(await stop(id)).toMatchObject({ id, state: 'stopped' })
  })

  test('a process is restarted, kept, and its port is seen', async () => {
    const command = `${process.execPath} -e 'const s=require("net").createServer().listen(0,"127.0.0.1",()=>console.log("port "+s.address().port))'`
    const first = await openTerminal({ command })
    const board = async () =>
      (await person.get<{ processes: (SessionView & { ports: number[] })[] }>('/api/processes')).processes
    await eventually('its port', async () => ((await board()).find(({ id }) => id === first.id)?.ports.length ?? 0) > 0)
    expect(await person.post(`/api/processes/${first.id}/keep`, { onRunEnd: 'stop' })).toMatchObject({
      onRunEnd: 'stop',
    })
    const again = await person.post<SessionView>(`/api/processes/${first.id}/restart`)
    expect(again).toMatchObject({ command, state: 'running' })
    expect(again.pid).not.toBe(first.pid)
    expect(isAlive(first.pid)).toBe(false)
    await person.post(`/api/processes/${again.id}/stop`, { force: true })
  })

  test.each([
    ['GET', '/api/terminals'],
    ['GET', '/api/processes'],
    ['POST', '/api/terminals'],
  ])('are for people: %s %s', async (method, path) => {
    const answer = await httpAs(host.url, host.token)(path, {
      method,
      ...(method === 'POST' ? { body: { cwd: '/' } } : {}),
    })
    expect(answer.status).toBe(403)
  })

  test('what is wrong is told', async () => {
    const ask = httpAs(host.url, host.personKey())
    const { id } = await openTerminal()
    for (const [path, body, status] of [
      ['/api/terminals/ses_none/input', { text: 'x' }, 404],
      [`/api/terminals/${id}/resize`, { cols: 0, rows: 0 }, 400],
      [`/api/terminals/${id}/resize`, { cols: 10_000, rows: 10_000 }, 400],
      [`/api/terminals/${id}/lease`, { holder: 'me' }, 400],
      ['/api/terminals', { cwd: '/nowhere' }, 404],
      ['/api/terminals', {}, 400],
    ] as const) {
      expect([path, (await ask(path, { body })).status]).toEqual([path, status])
    }
    await stop(id)
  })
})

describe('a WebSocket', () => {
  test('shows the screen first, then what comes, and takes keys', async () => {
    const { id } = await openTerminal()
    await person.post(`/api/terminals/${id}/input`, { text: 'echo early$((1+1))\r' })
    await eventually('output', async () =>
      (await person.get<{ text: string }>(`/api/terminals/${id}/output`)).text.includes('early2'),
    )
    using late = await viewer(id)
    await eventually('the screen', () => late.shown().includes('early2'))
    expect(late.frames.map(({ type }) => type).slice(0, 2)).toEqual(['hello', 'snapshot'])
    using other = await viewer(id)
    late.send({ type: 'input', text: 'echo typed$((2+2))\r' })
    await eventually('both see it', () => late.shown().includes('typed4') && other.shown().includes('typed4'))
    late.send({ type: 'resize', cols: 90, rows: 20 })
    await eventually('the new size', () => other.frames.some(({ type }) => type === 'resized'))
    late.send({ type: 'refresh' })
    await eventually('another snapshot', () => late.frames.filter(({ type }) => type === 'snapshot').length > 1)
    late.send('no json')
    late.send({ type: 'input' })
    await eventually('both mistakes', () => late.frames.filter(({ type }) => type === 'error').length === 2)
    await stop(id)
    await eventually('the end', () => late.frames.some(({ type }) => type === 'exit'))
  })

  test.each([
    ['without a credential', {}, 401],
    ['with a wrong credential', { authorization: 'Bearer nonsense' }, 401],
    ['from another page, with the key', { origin: 'https://evil.example' }, 403],
  ])('is refused %s', async (_says, headers, status) => {
    const { id } = await openTerminal()
    const key: Record<string, string> = 'origin' in headers ? { authorization: `Bearer ${host.personKey()}` } : {}
    using refused = await viewer(id, { ...key, ...(headers as Record<string, string>) })
    expect(refused.status).toBe(status)
    await stop(id)
  })

  test('is refused to an agent', async () => {
    const { id } = await openTerminal()
    using refused = await viewer(id, { authorization: `Bearer ${host.token}` })
    expect(refused.status).toBe(403)
    await stop(id)
  })

  test('with a cookie it needs the Origin of the console', async () => {
    const { url } = await person.post<{ url: string }>('/api/login-link')
    const signedIn = await fetch(`${host.url}/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code: url.split('#')[1] }),
    })
    const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
    const { id } = await openTerminal()
    const statuses = []
    for (const headers of [{ cookie }, { cookie, origin: 'http://127.0.0.1:1' }, { cookie, origin: host.url }]) {
      using one = await viewer(id, headers)
      statuses.push(one.status)
    }
    expect(statuses).toEqual([403, 403, 101])
    await stop(id)
  })

  test('to a terminal that is none is closed with a reason', async () => {
    using none = await viewer('ses_00000000000000000000000000000000')
    await eventually('the end', () => none.closed())
  })
})

describe('an agent and a person', () => {
  test('share a terminal: taken, told, given back', async () => {
    await using client = await connectClient(host, 'http 2026', { profile: 'everything' })
    const opened = await client.call('terminal_operations', { operation: 'create_session', shell: '/bin/bash' })
    const id = opened.structured['session_id'] as string
    {
      using watching = await viewer(id)
      watching.send({ type: 'lease', take: true })
      const lease = async () => (await person.get<SessionView>(`/api/terminals/${id}`)).lease.holder
      await eventually('the lease', async () => (await lease()) === 'person')
      const refused = await client.call('terminal_operations', { operation: 'send_input', input: 'ls\n' })
      expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('person') })
      watching.send({ type: 'selection', text: 'these words' })
      await eventually(
        'the selection',
        async () =>
          (await client.call('terminal_operations', { operation: 'get_terminal_selection' })).text === 'these words',
      )
    }
    // Whoever is gone holds nothing.
    await eventually(
      'the keyboard again',
      async () =>
        !(await client.call('terminal_operations', { operation: 'send_input', input: 'pwd\n', wait_ms: 200 })).isError,
    )
    const { terminals } = await person.get<{ terminals: SessionView[] }>('/api/terminals')
    expect(terminals.find((one) => one.id === id)?.owner.label).toBe('test-client')
    await client.call('terminal_operations', { operation: 'close_session' })
  })
})

describe('sessions over MCP', () => {
  test('tail -f in one, tests beside it: both are read, progress and events tell of it, nothing is left', async () => {
    const log = join(host.workdir, 'app.log')
    writeFileSync(log, 'start\n')
    const { secret: token } = await person.post<{ secret: string }>('/api/tokens', {
      label: 'tail',
      profile: 'remote-primitives',
    })
    const stranger = await person.post<{ secret: string }>('/api/tokens', { label: 'stranger' })
    using events = await eventStream(host.url, '/api/events?type=shell_session_output,shell_session_exit', token)
    using foreign = await eventStream(
      host.url,
      '/api/events?type=shell_session_output,shell_session_exit',
      stranger.secret,
    )
    const reachable = {
      url: host.url,
      mcp: host.mcp,
      token,
      home: host.home,
      dataDir: host.dataDir,
      workdir: host.workdir,
    }
    await using client = await connectClient(reachable, 'http 2026')
    const started = await client.call('shell_start_session', { command: 'tail -n +1 -f app.log' })
    const { session_id, pid } = started.structured as { session_id: string; pid: number }
    expect(Object.keys(started.structured)).toEqual(['session_id', 'pid'])

    const progress: string[] = []
    const read = client.client.callTool(
      { name: 'shell_read_output', arguments: { session_id, cursor: 0, wait_ms: 30_000, until: 'second' } },
      { timeout: 60_000, onprogress: ({ message }) => progress.push(message ?? '') },
    )
    const tests = await client.call('shell_exec', {
      command: `sleep 0.3; echo second >> app.log; echo 1 passed; echo warned >&2`,
    })
    expect(tests.structured).toEqual({ exit_code: 0, stdout: '1 passed\n', stderr: 'warned\n' })
    expect((await read).structuredContent).toMatchObject({ output: 'start\nsecond\n', running: true, matched: true })

    const stopped = await client.call('shell_stop_session', { session_id })
    expect(stopped.structured).toEqual({ session_id, stopped: true })
    expect(isAlive(pid)).toBe(false)

    const told = []
    for (;;) {
      const event = await events.next()
      if (event === undefined) throw new Error('the stream ended')
      if (event.event === 'snapshot') continue
      told.push(event)
      if (event.event === 'shell_session_exit') break
    }
    const chunks = told.filter(({ event }) => event === 'shell_session_output')
    expect(chunks.map(({ data }) => data['chunk']).join('')).toBe('start\nsecond\n')
    for (const { data } of chunks)
      expect(data).toEqual({ type: 'shell_session_output', session_id, stream: 'stdout', chunk: expect.any(String) })
    expect(told.at(-1)?.data).toEqual({ type: 'shell_session_exit', session_id, exit_code: 143 })
    expect(progress.map((message) => message.startsWith('{') && JSON.parse(message).session_id)).toContain(session_id)

    // The other token's stream has nothing but its own beginning.
    await person.post('/api/tokens', { label: 'one more event' })
    foreign[Symbol.dispose]()
    for (let event = await foreign.next(); event !== undefined; event = await foreign.next())
      expect(event.event).toBe('snapshot')
  })

  test('where a profile says so, sessions end with their client', async () => {
    const file = join(host.workdir, 'stays.pid')
    {
      await using client = await connectClient(host, 'stdio 2026', { profile: 'remote-primitives' })
      await client.call('shell_start_session', { command: `echo $$ > ${file}; exec sleep 600` })
      await eventually('its process', () => existsSync(file) && readFileSync(file, 'utf8').endsWith('\n'))
      expect(isAlive(Number(readFileSync(file, 'utf8')))).toBe(true)
    }
    await eventually('its end', () => !isAlive(Number(readFileSync(file, 'utf8'))))
  })

  test('kept ones outlive their client, and it finds them again', async () => {
    await using own = await testHost({ settings: { limits: { stopMs: 500 } } })
    const api = personApi(own.url, own.personKey())
    const kept: string[] = []
    {
      await using client = await connectClient(own, 'stdio 2026')
      const { structured } = await client.call('terminal_operations', {
        operation: 'create_session',
        shell: '/bin/bash',
      })
      kept.push(structured['session_id'] as string)
    }
    const { terminals } = await api.get<{ terminals: SessionView[] }>('/api/terminals')
    expect(terminals).toMatchObject([{ id: kept[0], endedAt: null }])
    await using again = await connectClient(own, 'stdio 2026')
    const found = await again.call('terminal_operations', { operation: 'create_session' })
    expect(found.structured).toMatchObject({ session_id: kept[0], status: 'existing' })
  })
})
