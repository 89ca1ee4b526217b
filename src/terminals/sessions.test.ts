import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TerminalWorld, terminalWorld, until } from '../../test/support/terminal-world.ts'
import type { OutputChunk } from '../contract/terminals.ts'
import type { ViewerFrame } from './terminals.ts'

let world: TerminalWorld
beforeAll(() => {
  world = terminalWorld({ limits: { terminalsPerRun: 100, terminalSpillBytes: 4 * 1024 * 1024 } })
})
afterAll(() => world[Symbol.asyncDispose]())

const agent = { by: 'agent' } as const
const ended = (id: string) => world.terminals.wait(id, { cursor: 0, timeoutMs: 30_000, until: 'exit' })
const seen = (id: string, pattern: string, cursor = 0) =>
  world.terminals.wait(id, { cursor, timeoutMs: 30_000, until: { pattern } })

describe('a session over pipes', () => {
  it('keeps apart what came from which stream', async () => {
    const { id, tty } = await world.start('echo out; sleep 0.2; echo error >&2; sleep 0.2; echo out', { kind: 'pipe' })
    expect(tty).toBeNull()
    const chunks: OutputChunk[] = []
    const follower = world.terminals.follow(id, 0, (chunk) => chunks.push(chunk))
    await ended(id)
    await until(() => chunks.reduce((sum, { text }) => sum + text.length, 0) === 14, 'output is missing')
    expect(chunks.map(({ stream, text }) => `${stream} ${text}`)).toEqual([
      'stdout out\n',
      'stderr error\n',
      'stdout out\n',
    ])
    follower.close()
  })

  it('takes input, and ends with a code that stays readable', async () => {
    const { id } = await world.start('read line; echo "got $line"; exit 5', { kind: 'pipe' })
    expect(await world.terminals.write(id, 'hello\n', agent)).toEqual({ bytes: 6, isSecret: false })
    const { session } = await ended(id)
    expect(session).toMatchObject({ state: 'failed', exitCode: 5, signal: null })
    expect(await world.text(id)).toBe('got hello\n')
    await expect(world.terminals.write(id, 'x', agent)).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(world.terminals.screen(id)).rejects.toMatchObject({ code: 'CONFLICT' })
    await world.terminals.remove(id)
    await expect(world.terminals.read(id, { maxBytes: 10 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it.each([
    ['TERM', 143, 'SIGTERM'],
    ['SIGTERM', 143, 'SIGTERM'],
    ['15', 143, 'SIGTERM'],
    ['int', 130, 'SIGINT'],
    ['9', 137, 'SIGKILL'],
  ])('is stopped by %s, once and with everything below it', async (signal, exitCode, name) => {
    const { id } = await world.start('exec sh -c "sleep 1000 & setsid sleep 1000 & echo up; sleep 1000"', {
      kind: 'pipe',
    })
    await seen(id, 'up')
    expect(await world.terminals.stop(id, { signal })).toMatchObject({ state: 'stopped', exitCode, signal: name })
    expect(world.left()).toEqual([])
    await world.terminals.stop(id)
    expect(world.events.filter((event) => event.type === 'exit' && event.session.id === id)).toHaveLength(1)
  })

  it('is killed when it ignores TERM', async () => {
    const { id } = await world.start('trap "" TERM INT HUP; echo up; while :; do sleep 0.1; done', { kind: 'pipe' })
    await seen(id, 'up')
    expect(await world.terminals.stop(id)).toMatchObject({ state: 'stopped', exitCode: 137, signal: 'SIGKILL' })
    expect(world.left()).toEqual([])
  })

  it('refuses a signal that is none', async () => {
    const { id } = await world.start('sleep 1000', { kind: 'pipe' })
    await expect(world.terminals.stop(id, { signal: 'NOPE' })).rejects.toMatchObject({ code: 'INVALID_PARAMETERS' })
    await expect(world.terminals.signal(id, '0')).rejects.toMatchObject({ code: 'INVALID_PARAMETERS' })
    await world.terminals.stop(id, { force: true })
  })
})

describe('waiting', () => {
  it('ends with the output, a pattern across pieces, the end or the time', async () => {
    const { id } = await world.start('printf "rea"; sleep 0.2; printf "\\033[32mdy\\033[0m on 80"; read x', {
      kind: 'pipe',
    })
    expect(await seen(id, 'ready on \\d+')).toMatchObject({ reason: 'met', match: 'ready on 80' })
    expect(await world.terminals.wait(id, { cursor: 0, timeoutMs: 30_000 })).toMatchObject({ reason: 'met' })
    expect(await world.terminals.wait(id, { cursor: 1_000, timeoutMs: 50 })).toMatchObject({ reason: 'timeout' })
    await world.terminals.write(id, '\n', agent)
    expect(await seen(id, 'never')).toMatchObject({ reason: 'exit' })
  })

  it('refuses patterns that are wrong or would take for ever', async () => {
    const { id } = await world.start(`echo ${'a'.repeat(40)}; sleep 1000`, { kind: 'pipe' })
    await expect(seen(id, '(')).rejects.toMatchObject({ code: 'INVALID_PARAMETERS' })
    await world.terminals.wait(id, { cursor: 0, timeoutMs: 30_000 })
    await expect(seen(id, '(a+)+$(?<!a)')).rejects.toMatchObject({ code: 'INVALID_PARAMETERS' })
    await world.terminals.stop(id, { force: true })
  })

  it('is starting until its pattern comes, or until the time for it is over', async () => {
    const success = { pattern: 'listening', timeoutMs: 30_000 }
    const one = await world.start('read x; echo listening; read y', { kind: 'pipe', isBackground: true, success })
    expect(one.state).toBe('starting')
    await world.terminals.write(one.id, '\n', agent)
    await until(() => world.terminals.get(one.id)?.state === 'running', 'it never ran')
    const slow = await world.start('sleep 1000', {
      kind: 'pipe',
      isBackground: true,
      success: { ...success, timeoutMs: 50 },
    })
    await until(() => world.terminals.get(slow.id)?.state === 'running', 'it never ran')
    expect(await world.terminals.restart(slow.id)).toMatchObject({ command: 'sleep 1000', isBackground: true })
    expect(world.terminals.get(slow.id)).toMatchObject({ state: 'stopped' })
    for (const { id } of world.terminals.list({ isBackground: true })) await world.terminals.stop(id, { force: true })
  })

  it('is ended when its own time is over', async () => {
    const { id } = await world.start('sleep 1000', { kind: 'pipe', timeoutMs: 100 })
    expect((await ended(id)).session).toMatchObject({ state: 'timed_out', exitCode: 143 })
  })
})

describe('much output', () => {
  it('says what is gone, and keeps the rest readable by position', async () => {
    const { id } = await world.start('seq -f "%015.0f" 1 500000', { kind: 'pipe' })
    const { session } = await ended(id)
    expect(session.end).toBe(8_000_000)
    expect(session.oldest).toBeGreaterThan(0)
    const first = await world.terminals.read(id, { cursor: 16, maxBytes: 16 })
    expect(first).toMatchObject({ start: session.oldest, gap: session.oldest - 16, isEnd: false })
    expect(Number(first.text)).toBe(session.oldest / 16 + 1)
    const late = await world.terminals.read(id, { tailLines: 2, maxBytes: 1_000 })
    expect(late).toMatchObject({ text: '000000000499999\n000000000500000\n', isEnd: true, gap: 0 })
  })

  it('does not need line ends, and does not slow the program for anyone', async () => {
    const { id } = await world.start('head -c 20000000 /dev/zero | tr "\\\\0" x; echo; echo over')
    const frames: ViewerFrame[] = []
    const never = new Promise<void>(() => {})
    const viewer = { id: 'slow', send: (frame: ViewerFrame) => (frames.push(frame) > 1 ? never : undefined) }
    const attachment = await world.terminals.attach(id, viewer)
    expect((await ended(id)).session).toMatchObject({ state: 'completed', end: 20_000_000 + 8 })
    attachment.detach()
    expect((await world.terminals.screen(id)).lines).toContain('over')
  })

  it('ten floods at once leave everyone else served', async () => {
    const floods = await Promise.all(Array.from({ length: 10 }, () => world.start('yes')))
    await Promise.all(floods.map(({ id }) => seen(id, '(?:y\\n){100}')))
    expect(await world.exec('echo quick')).toMatchObject({ stdout: { head: 'quick\n' } })
    for (const { id } of floods) expect((await world.terminals.refresh(id)).end).toBeGreaterThan(200)
    await Promise.all(floods.map(({ id }) => world.terminals.stop(id, { force: true })))
    expect(world.left()).toEqual([])
  })

  it('ends what multiplies beyond its bounds', async () => {
    const { id } = await world.start('for i in $(seq 1 700); do sleep 1000 & done; echo all; wait', { kind: 'pipe' })
    expect((await ended(id)).session).toMatchObject({ state: 'stopped', signal: 'SIGKILL' })
    expect(world.left()).toEqual([])
  })
})

describe('characters', () => {
  it.each([
    ['utf-8', "printf '\\303'; sleep 0.1; printf '\\244!'", 'ä!'],
    ['latin1', "printf '\\344!'", 'ä!'],
    ['cp437', "printf '\\204\\311\\315\\273'", 'ä╔═╗'],
  ] as const)('in %s are read as what they are', async (encoding, command, text) => {
    const { id } = await world.start(command, { encoding })
    await ended(id)
    expect(await world.text(id)).toBe(text)
  })

  it('are followed whole, however slowly they come', async () => {
    const { id } = await world.start('for b in 346 227 245 346 234 254; do printf "\\\\$b"; sleep 0.1; done', {
      kind: 'pipe',
    })
    const pieces: string[] = []
    world.terminals.follow(id, 0, ({ text }) => pieces.push(text))
    await ended(id)
    await until(() => pieces.join('') === '日本', pieces.join('|'))
  })

  it('are typed in the encoding of the session', async () => {
    const { id } = await world.start('stty -echo; read x; printf "%s" "$x" | od -An -tx1', {
      encoding: 'cp437',
      env: { LC_ALL: 'C' },
    })
    await world.terminals.write(id, 'ä╔\r', agent)
    await ended(id)
    expect(await world.text(id)).toContain('84 c9')
  })

  it('that the encoding of the session lacks are refused, not turned into a pattern', async () => {
    const { id } = await world.start('read x', { encoding: 'latin1' })
    await expect(world.terminals.write(id, 'cat .en\u263a\r', agent)).rejects.toThrow(/lacks a character/)
    await world.terminals.write(id, 'x\r', agent)
    await ended(id)
  })
})

it('tells ports, processes and memory', async () => {
  const free = createServer()
  await new Promise<void>((resolve) => free.listen(0, '127.0.0.1', resolve))
  const { port } = free.address() as { port: number }
  await new Promise((resolve) => free.close(resolve))
  const script = `require('node:net').createServer().listen(${port}, '127.0.0.1', () => console.log('up'))`
  const { id } = await world.start(['sh', '-c', 'node -e "$0"; true', script], { kind: 'pipe' })
  await seen(id, 'up')
  const [usage] = await world.terminals.usage([id])
  expect(usage).toMatchObject({ id, ports: [port], processes: 2 })
  expect(usage?.memoryBytes).toBeGreaterThan(1_000_000)
  await world.terminals.stop(id)
  expect(await world.terminals.usage([id])).toMatchObject([{ processes: 0, ports: [] }])
})

it('refuses what is one too many, and names the others', async () => {
  await using small = terminalWorld({ limits: { terminalsPerRun: 1, processesPerRun: 1, terminalsTotal: 2 } })
  const { id } = await small.start('sleep 1000', { kind: 'pipe' })
  const again = () => small.start('sleep 1000', { kind: 'pipe' })
  await expect(again()).rejects.toMatchObject({ code: 'LIMIT_REACHED', hint: expect.stringContaining(id) })
  await small.start('sleep 1000', { kind: 'pipe', isBackground: true })
  await expect(small.start('true', { kind: 'pipe', isBackground: true })).rejects.toMatchObject({
    code: 'LIMIT_REACHED',
  })
  const other = { ...small.owner, runId: 'run_2' }
  await small.start('sleep 1000', { kind: 'pipe', owner: other })
  await expect(small.start('true', { kind: 'pipe', owner: { ...other, runId: 'run_3' } })).rejects.toMatchObject({
    code: 'LIMIT_REACHED',
  })
  await small.terminals.stop(id)
  await again()
})

it('ends idle and old sessions, and sessions of a run that ended', async () => {
  await using short = terminalWorld({ limits: { terminalIdleMs: 1_000, terminalEndedMs: 500 } })
  const idle = await short.start('cat', { kind: 'pipe' })
  const kept = await short.start('sleep 1000', { kind: 'pipe', isBackground: true })
  const stopped = await short.start('sleep 1000', { kind: 'pipe', isBackground: true, onRunEnd: 'stop' })
  short.terminals.endRun('run_1')
  await until(
    () => short.events.some((event) => event.type === 'exit' && event.session.id === stopped.id),
    'it goes on',
  )
  await until(() => short.events.some((event) => event.type === 'removed' && event.id === idle.id), 'it goes on')
  expect(short.events).toContainEqual(
    expect.objectContaining({ type: 'exit', session: expect.objectContaining({ id: idle.id, state: 'timed_out' }) }),
  )
  expect(short.terminals.get(kept.id)).toMatchObject({ state: 'running' })
})
