import { existsSync, mkdtempSync, realpathSync, rmSync, watch, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startFakeDaemon } from '../support/fake-daemon.ts'
import { startShim } from '../support/shim-client.ts'

const initialize = { jsonrpc: '2.0', id: 0, method: 'initialize', params: { protocolVersion: '2025-11-25' } }
const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' }
const call = (id: number | string, extra = {}) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'fs_read', ...extra },
})
const result = (id: unknown, value: unknown = {}) => ({ jsonrpc: '2.0', id, result: value })
const unknownOutcome = (id: unknown) => ({
  jsonrpc: '2.0',
  id,
  error: {
    code: -32000,
    message: expect.stringMatching(/may or may not have taken effect/),
    data: { code: 'UNAVAILABLE', outcome: 'unknown' },
  },
})

let home: string
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'uh-shim-')))
  writeFileSync(join(home, 'token'), 'agent-token\n')
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

/** Resolves when the shim has asked for a daemon. */
function startWanted(): Promise<void> {
  return new Promise((resolve) => {
    const watcher = watch(home, (_event, name) => {
      if (name !== 'start-wanted') return
      watcher.close()
      resolve()
    })
  })
}

async function connected() {
  const daemon = await startFakeDaemon(home)
  const shim = startShim({ home })
  const connection = await daemon.connection()
  return { daemon, shim, connection }
}

async function shaken() {
  const parts = await connected()
  const { shim, connection } = parts
  shim.send(initialize)
  connection.send(result((await connection.next())['id'], { serverInfo: {} }))
  await shim.next()
  shim.send(initialized)
  await connection.next()
  return parts
}

describe('the shim introduces itself', () => {
  it('with token, working directory, pid and parent', async () => {
    const daemon = await startFakeDaemon(home)
    await using shim = startShim({ home, cwd: home, args: ['--profile', 'read-only'] })
    const { hello } = await daemon.connection()
    expect(hello).toMatchObject({
      upperhand: 1,
      token: 'agent-token',
      workdir: home,
      pid: shim.child.pid,
      profile: 'read-only',
    })
    expect(hello['parent']).toBeTypeOf('string')
    await daemon.stop()
  })

  it('with the working directory it was given', async () => {
    const daemon = await startFakeDaemon(home)
    await using _shim = startShim({ home, args: [`--workdir=${home}`] })
    expect((await daemon.connection()).hello).toMatchObject({ workdir: home })
    await daemon.stop()
  })

  it.each([
    [['--profil', 'x'], /"--profil" is not an option/],
    [['--profile'], /--profile needs a value/],
    [['--workdir', '/does/not/exist'], /does not exist/],
  ])('and refuses %j', async (args, reason) => {
    await using shim = startShim({ home, args })
    expect(await shim.exited).toBe(2)
    expect(shim.errors()).toMatch(reason)
  })

  it('and passes a refusal on as the answer to every request', async () => {
    const daemon = await startFakeDaemon(home, {
      ok: false,
      error: { message: 'There is no profile "x".', hint: 'Try y.' },
    })
    await using shim = startShim({ home })
    shim.send(initialize)
    expect(await shim.next()).toEqual({
      jsonrpc: '2.0',
      id: 0,
      error: { code: -32000, message: 'There is no profile "x". Try y.', data: { code: 'UNAVAILABLE' } },
    })
    await daemon.stop()
  })
})

describe('the shim forwards', () => {
  it('both ways, in order, and ends with its input', async () => {
    const { daemon, shim, connection } = await connected()
    for (const id of [1, 2, 3]) shim.send(call(id))
    for (const id of [1, 2, 3]) expect(await connection.next()).toEqual(call(id))
    for (const id of [3, 1, 2]) connection.send(result(id))
    for (const id of [3, 1, 2]) expect(await shim.next()).toEqual(result(id))
    shim.child.stdin.end()
    expect(await shim.exited).toBe(0)
    await expect(connection.next()).rejects.toThrow(/closed/)
    await daemon.stop()
  })

  it('answers that come after its input has ended', async () => {
    const { daemon, shim, connection } = await connected()
    shim.send(call(1))
    shim.child.stdin.end()
    connection.send(result((await connection.next())['id']))
    expect(await shim.next()).toEqual(result(1))
    expect(await shim.exited).toBe(0)
    await daemon.stop()
  })

  it('a last line without a newline', async () => {
    const { daemon, shim, connection } = await connected()
    shim.child.stdin.end(JSON.stringify(call(1)))
    expect(await connection.next()).toEqual(call(1))
    connection.send(result(1))
    expect(await shim.next()).toEqual(result(1))
    await shim.exited
    await daemon.stop()
  })

  it.each([
    ['8 MiB', 8 * 1024 * 1024],
    ['more than it holds', 40 * 1024 * 1024],
  ])('frames of %s, both ways', async (_size, bytes) => {
    const { daemon, shim, connection } = await connected()
    const text = 'x'.repeat(bytes)
    shim.send(call(1, { text }))
    expect((await connection.nextLine()).length).toBe(JSON.stringify(call(1, { text })).length)
    connection.send(result(1, { text }))
    expect((await shim.nextLine()).length).toBe(JSON.stringify(result(1, { text })).length)
    shim.child.stdin.end()
    expect(await shim.exited).toBe(0)
    await daemon.stop()
  })

  it('what is not JSON, for the daemon to judge', async () => {
    const { daemon, shim, connection } = await connected()
    shim.child.stdin.write('nonsense\n')
    expect(await connection.nextLine()).toBe('nonsense')
    await using _shim = shim
    await daemon.stop()
  })
})

describe('when the daemon goes away, the shim', () => {
  it('repeats the handshake, answers open calls and goes on', async () => {
    const { daemon, shim, connection } = await shaken()
    shim.send(call(7))
    await connection.next()
    connection.drop()
    expect(await shim.next()).toEqual(unknownOutcome(7))

    const second = await daemon.connection()
    const greeting = await second.next()
    expect(greeting).toMatchObject({ method: 'initialize', params: initialize.params })
    second.send(result(greeting['id'], { serverInfo: {} }))
    expect(await second.next()).toEqual(initialized)

    shim.send(call(8))
    expect(await second.next()).toEqual(call(8))
    second.send(result(8))
    expect(await shim.next()).toEqual(result(8))
    shim.child.stdin.end()
    expect(await shim.exited).toBe(0)
    await daemon.stop()
  })

  it('answers a big call whose id comes last', async () => {
    const { daemon, shim, connection } = await connected()
    const text = 'x'.repeat(100_000)
    shim.child.stdin.write(`{"method":"tools/call","params":{"text":"${text}"},"jsonrpc":"2.0","id":"a-1"}\n`)
    await connection.nextLine()
    connection.drop()
    expect(await shim.next()).toEqual(unknownOutcome('a-1'))
    await using _shim = shim
    await daemon.stop()
  })

  it('asks again what changes nothing, and only that', async () => {
    const { daemon, shim, connection } = await shaken()
    shim.send({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
    shim.send([call(2), { jsonrpc: '2.0', id: 3, method: 'tools/list' }])
    await connection.next()
    await connection.next()
    connection.drop()
    expect([await shim.next(), await shim.next()]).toEqual([unknownOutcome(2), unknownOutcome(3)])
    const second = await daemon.connection()
    second.send(result((await second.next())['id']))
    await second.next()
    expect(await second.next()).toEqual({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
    second.send(result(1, { tools: [] }))
    expect(await shim.next()).toEqual(result(1, { tools: [] }))
    await using _shim = shim
    await daemon.stop()
  })

  it('sends an unanswered initialize again, as it was', async () => {
    const { daemon, shim, connection } = await connected()
    shim.send(initialize)
    await connection.next()
    connection.drop()
    const second = await daemon.connection()
    expect(await second.next()).toEqual(initialize)
    second.send(result(0, { serverInfo: {} }))
    expect(await shim.next()).toEqual(result(0, { serverInfo: {} }))
    await using _shim = shim
    await daemon.stop()
  })

  it('takes back what the daemon had asked, and drops a late answer to it', async () => {
    const { daemon, shim, connection } = await shaken()
    connection.send({ jsonrpc: '2.0', id: 'q1', method: 'elicitation/create', params: {} })
    expect(await shim.next()).toMatchObject({ id: 'q1' })
    connection.drop()
    expect(await shim.next()).toMatchObject({ method: 'notifications/cancelled', params: { requestId: 'q1' } })
    const second = await daemon.connection()
    second.send(result((await second.next())['id']))
    await second.next()
    shim.send(result('q1', { action: 'accept' }))
    shim.send(call(5))
    expect(await second.next()).toEqual(call(5))
    await using _shim = shim
    await daemon.stop()
  })

  it('starts it again at once when it was killed', async () => {
    const { daemon, shim } = await shaken()
    const wanted = startWanted()
    await daemon.kill()
    await wanted
    const next = await startFakeDaemon(home)
    expect(await (await next.connection()).next()).toMatchObject({ method: 'initialize' })
    await using _shim = shim
    await next.stop()
  })

  it('starts it again only when needed if it was stopped', async () => {
    const { daemon, shim, connection: first } = await shaken()
    shim.send(call(0))
    await first.next()
    await daemon.stop()
    expect(await shim.next()).toEqual(unknownOutcome(0))
    const next = await startFakeDaemon(home)
    expect(existsSync(join(home, 'start-wanted'))).toBe(false)
    shim.send(call(1))
    const connection = await next.connection()
    connection.send(result((await connection.next())['id']))
    await connection.next()
    expect(await connection.next()).toEqual(call(1))
    await using _shim = shim
    await next.stop()
  })
})

describe('without a daemon the shim', () => {
  it('starts one', async () => {
    const wanted = startWanted()
    await using shim = startShim({ home })
    shim.send(initialize)
    await wanted
    const daemon = await startFakeDaemon(home)
    expect(await (await daemon.connection()).next()).toEqual(initialize)
    await daemon.stop()
  })

  it('says why there is none, and what to do', async () => {
    await using shim = startShim({ home, startFails: { code: 9, words: 'Port 4133 is in use. Choose another.' } })
    shim.send(initialize)
    shim.send(initialized)
    shim.send(call('x'))
    const answers = [await shim.next(), await shim.next()]
    expect(answers.map(({ id }) => id)).toEqual([0, 'x'])
    expect(answers[0]).toMatchObject({
      error: { code: -32000, message: 'upperhand could not start. Port 4133 is in use. Choose another.' },
    })
    shim.child.stdin.end()
    expect(await shim.exited).toBe(0)
  })

  it('waits when another one is just starting', async () => {
    const wanted = startWanted()
    await using shim = startShim({ home, startFails: { code: 7, words: 'Another one owns it.' } })
    shim.send(initialize)
    await wanted
    const daemon = await startFakeDaemon(home)
    expect(await (await daemon.connection()).next()).toEqual(initialize)
    await daemon.stop()
  })
})
