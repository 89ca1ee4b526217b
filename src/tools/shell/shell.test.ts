import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually, type SessionWorld, sessionWorld } from '../../../test/support/session-world.ts'

let world: SessionWorld
beforeAll(async () => {
  world = await sessionWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

const isAlive = (pid: number): boolean => {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
const start = async (command: string, more: Record<string, unknown> = {}) => {
  const { output } = await world.call('shell_start_session', { command, ...more })
  return output as { session_id: string; pid: number }
}
const readUntil = (session_id: string, until: string) =>
  world.call('shell_read_output', { session_id, cursor: 0, wait_ms: 30_000, until })
const stop = (session_id: string, signal?: string) =>
  world.call('shell_stop_session', { session_id, ...(signal === undefined ? {} : { signal }) })

describe('shell_exec', () => {
  it('gives exit code, stdout and stderr, and no other field', async () => {
    const { output, text } = await world.call('shell_exec', { command: 'echo out; echo err >&2; exit 3' })
    expect(output).toEqual({ exit_code: 3, stdout: 'out\n', stderr: 'err\n' })
    expect(text).toBe('out\n[stderr]\nerr\n[Exit code 3.]')
  })

  it('leaves stderr out when it is not wanted', async () => {
    const { output } = await world.call('shell_exec', { command: 'echo a; echo b >&2', capture_stderr: false })
    expect(output).toEqual({ exit_code: 0, stdout: 'a\n' })
  })

  it('runs where it is told to, and null is the working directory', async () => {
    world.file('sub/x')
    expect((await world.call('shell_exec', { command: 'pwd', cwd: 'sub' })).output.stdout).toBe(
      `${world.workdir}/sub\n`,
    )
    expect((await world.call('shell_exec', { command: 'pwd', cwd: null })).output.stdout).toBe(`${world.workdir}\n`)
  })

  it('reports the death by a signal as such, with a number', async () => {
    const { output } = await world.call('shell_exec', { command: 'kill -KILL $$' })
    expect(output).toMatchObject({ exit_code: 137, signal: 'SIGKILL' })
  })

  it('returns what was printed until the time was over, says so, and leaves nothing running', async () => {
    const pids = world.file('pids')
    const command = `echo first; (setsid sh -c 'echo $$ >> ${pids}; sleep 600' &) ; sleep 600 & echo $! >> ${pids}; wait`
    const { output, text } = await world.call('shell_exec', { command, timeout_seconds: 2 })
    expect(output).toMatchObject({ stdout: 'first\n', timed_out: true })
    expect(text).toMatch(/Stopped after 2 s, nothing of it runs on/)
    const started = readFileSync(pids, 'utf8').trim().split('\n').map(Number)
    expect(started).toHaveLength(2)
    expect(started.filter(isAlive)).toEqual([])
  })

  it('keeps 128 KB of each stream, its beginning and its end', async () => {
    const command = "echo begin; head -c 400000 /dev/zero | tr '\\0' x; echo; echo end"
    const { output } = await world.call('shell_exec', { command })
    expect(output.truncated).toBe(true)
    expect(output.stdout).toMatch(/^begin\nx+\n\[… \d+ bytes left out …\]\nx+\nend\n$/)
    expect(output.stdout.length).toBeLessThan(132_000)
  })

  it('knows no silence: a quiet command is waited for', async () => {
    const { output } = await world.call('shell_exec', { command: 'sleep 1; echo done' })
    expect(output).toEqual({ exit_code: 0, stdout: 'done\n', stderr: '' })
  })

  it.each([
    ['a command that is not there', { command: 'no-such-command-here' }, { exit_code: 127 }],
    ['a file that cannot be run', { command: './plain' }, { exit_code: 126 }],
    ['a syntax error', { command: 'if' }, { exit_code: 2 }],
    ['a program that closes its output and goes on', { command: 'exec >&- 2>&-; sleep 1; exit 7' }, { exit_code: 7 }],
  ])('%s has its exit code', async (_says, args, expected) => {
    world.file('plain', 'text')
    expect((await world.call('shell_exec', args)).output).toMatchObject(expected)
  })

  it.each([
    ['an empty command', { command: '  ' }, 'INVALID_PARAMETERS'],
    ['a NUL', { command: 'echo a\0b' }, 'INVALID_PARAMETERS'],
    ['more than 64 KiB', { command: `echo ${'x'.repeat(65_536)}` }, 'TOO_LARGE'],
    ['a directory that is missing', { command: 'ls', cwd: 'nowhere' }, 'NOT_FOUND'],
    ['a file as directory', { command: 'ls', cwd: 'a-file' }, 'NOT_FOUND'],
    ['no time at all', { command: 'ls', timeout_seconds: 0 }, 'INVALID_PARAMETERS'],
    ['more than an hour', { command: 'ls', timeout_seconds: 3_601 }, 'INVALID_PARAMETERS'],
  ])('refuses %s', async (_says, args, code) => {
    world.file('a-file')
    expect((await world.call('shell_exec', args)).error).toMatchObject({ code })
  })

  it('takes a command of 64 KiB', async () => {
    const { output } = await world.call('shell_exec', { command: `echo ${'x'.repeat(65_000)} | wc -c` })
    expect(output.stdout.trim()).toBe('65001')
  })

  it('what is cancelled is stopped', async () => {
    const pid = join(world.workdir, 'cancelled.pid')
    const abort = new AbortController()
    const call = world.gate.call(
      'shell_exec',
      { command: `echo $$ > ${pid}; exec sleep 600` },
      { signal: abort.signal, patienceMs: 30_000 },
    )
    const started = await eventually('its process', () => existsSync(pid) && Number(readFileSync(pid, 'utf8')))
    abort.abort()
    expect(await call).toMatchObject({ status: 'failed', error: { code: 'CANCELLED' } })
    await eventually('its end', () => !isAlive(started))
  })
})

describe('sessions', () => {
  it('start at once, are told of, take input, and end', async () => {
    const { session_id, pid } = await start('while read line; do echo "got $line"; done; echo bye >&2; exit 4')
    expect(isAlive(pid)).toBe(true)
    const sent = await world.call('shell_send_input', { session_id, input: 'one\n' })
    expect(sent.output).toEqual({ session_id, bytes_written: 4 })
    expect((await readUntil(session_id, 'got one')).output).toMatchObject({ matched: true, running: true })
    await world.call('shell_send_input', { session_id, input: 'two\nthree\n' })
    await readUntil(session_id, 'got three')
    expect((await stop(session_id)).output).toEqual({ session_id, stopped: true })
    await eventually('the end', () =>
      world.told.some((event) => event.type === 'shell_session_exit' && event.session_id === session_id),
    )
    const told = world.told.filter((event) => event.session_id === session_id)
    expect(told.map(({ runId: _run, ...event }) => event).at(-1)).toEqual({
      type: 'shell_session_exit',
      session_id,
      exit_code: 143,
    })
    const output = told.filter((event) => event.type === 'shell_session_output')
    expect(output.map(({ chunk }) => chunk).join('')).toBe('got one\ngot two\ngot three\n')
    expect(Object.keys(output[0] ?? {}).sort()).toEqual(['chunk', 'runId', 'session_id', 'stream', 'type'])
    expect(told.filter((event) => event.type === 'shell_session_exit')).toHaveLength(1)
  })

  it('tell the two streams apart', async () => {
    const { session_id } = await start('echo a; echo b >&2; sleep 600')
    await eventually('both streams', () => {
      const own = world.told.filter((event) => event.session_id === session_id && event.type === 'shell_session_output')
      return (
        own.some((event) => 'stream' in event && event.stream === 'stdout') &&
        own.some((event) => 'stream' in event && event.stream === 'stderr')
      )
    })
    await stop(session_id)
  })

  it.each(['TERM', 'SIGTERM', '15'])(
    'stop with %s, grandchildren included, and the end is told once',
    async (signal) => {
      const file = world.file(`tree-${signal}`)
      const { session_id, pid } = await start(
        `(sleep 600 & echo $! >> ${file}; setsid sleep 600 & echo $! >> ${file}; wait) & wait`,
      )
      const tree = await eventually('the tree', () => {
        const pids = readFileSync(file, 'utf8').trim().split('\n').map(Number)
        return pids.length === 2 && [pid, ...pids]
      })
      expect((await stop(session_id, signal)).output).toEqual({ session_id, stopped: true })
      expect(tree.filter(isAlive)).toEqual([])
      expect((await stop(session_id)).output).toEqual({ session_id, stopped: false })
      const ends = () =>
        world.told.filter((event) => event.session_id === session_id && event.type === 'shell_session_exit')
      await eventually('the end', () => ends().length > 0)
      expect(ends()).toHaveLength(1)
    },
  )

  it('a program that ignores TERM is ended all the same', async () => {
    const { session_id, pid } = await start("trap '' TERM; echo ready; while :; do sleep 1; done")
    await readUntil(session_id, 'ready')
    await stop(session_id)
    expect(isAlive(pid)).toBe(false)
    expect((await world.call('shell_read_output', { session_id })).output).toMatchObject({
      running: false,
      exit_code: 137,
      signal: 'SIGKILL',
    })
  })

  it('refuse a signal that is none', async () => {
    const { session_id } = await start('sleep 600')
    expect((await stop(session_id, 'NOPE')).error).toMatchObject({ code: 'INVALID_PARAMETERS' })
    await stop(session_id)
  })

  it('input to one that has ended is an error, and it can still be read', async () => {
    const { session_id } = await start('echo last words')
    await eventually('its end', async () => !(await world.call('shell_read_output', { session_id })).output.running)
    const sent = await world.call('shell_send_input', { session_id, input: 'x\n' })
    expect(sent.error).toMatchObject({ code: 'CONFLICT' })
    expect((await world.call('shell_read_output', { session_id })).output).toMatchObject({
      output: 'last words\n',
      exit_code: 0,
    })
  })

  it('get the variables they are given', async () => {
    const { session_id } = await start('echo "$PORT/$DEBUG"', { env: { PORT: '81', DEBUG: 'a b' } })
    expect((await readUntil(session_id, '/')).output.output).toBe('81/a b\n')
  })

  it('are terminals when they are asked to', async () => {
    const { session_id } = await start('test -t 0 && test -t 1 && echo yes || echo no', { pty: true })
    expect((await readUntil(session_id, 'yes|no')).output.output).toBe('yes\n')
    const plain = await start('test -t 0 || test -t 1 && echo yes || echo no')
    expect((await readUntil(plain.session_id, 'yes|no')).output.output).toBe('no\n')
  })

  it('keep characters whole that come in pieces', async () => {
    const { session_id } = await start(
      "printf '\\346'; sleep 0.3; printf '\\227\\245'; sleep 0.3; printf '\\360\\237'; sleep 0.3; printf '\\231\\202end'",
    )
    expect((await readUntil(session_id, 'end')).output.output).toBe('日🙂end')
    await eventually('the end', () =>
      world.told.some((event) => event.type === 'shell_session_exit' && event.session_id === session_id),
    )
    const chunks = world.told.flatMap((event) =>
      event.session_id === session_id && event.type === 'shell_session_output' ? [event.chunk] : [],
    )
    expect(chunks.join('')).toBe('日🙂end')
  })
})

describe('shell_read_output', () => {
  it('reads on where the last read ended, and waits for what is to come', async () => {
    const { session_id } = await start('echo one; read x; echo two; read x')
    const first = await readUntil(session_id, 'one')
    const { next_cursor } = first.output
    const waiting = world.call('shell_read_output', { session_id, cursor: next_cursor, wait_ms: 30_000 })
    await world.call('shell_send_input', { session_id, input: '\n' })
    expect((await waiting).output).toMatchObject({ output: 'two\n', cursor: next_cursor })
    await stop(session_id)
  })

  it('gives the last lines, a bounded window, and refuses what is beyond the end', async () => {
    const { session_id } = await start('seq 1 1000; sleep 600')
    await readUntil(session_id, '^1000$')
    expect((await world.call('shell_read_output', { session_id, tail_lines: 2 })).output.output).toBe('999\n1000\n')
    const window = (await world.call('shell_read_output', { session_id, cursor: 0, max_bytes: 4 })).output
    expect(window).toMatchObject({ output: '1\n2\n', next_cursor: 4 })
    expect((await world.call('shell_read_output', { session_id, cursor: 1_000_000 })).error).toMatchObject({
      code: 'INVALID_PARAMETERS',
    })
    expect((await world.call('shell_read_output', { session_id, until: '(' })).error).toMatchObject({
      code: 'INVALID_PARAMETERS',
    })
    await stop(session_id)
  })

  it('says when the pattern did not come', async () => {
    const { session_id } = await start('echo a; sleep 600')
    const { output, text } = await world.call('shell_read_output', { session_id, until: 'never', wait_ms: 200 })
    expect(output).toMatchObject({ matched: false, running: true })
    expect(text).toMatch(/the pattern did not come; running/)
    await stop(session_id)
  })
})

describe('the gate', () => {
  it('a session passes the same gate as a command', async () => {
    world.asked()
    for (const name of ['shell_exec', 'shell_start_session']) {
      const { error } = await world.call(name, { command: `cat ${world.home}/../data/upperhand.db` })
      expect([name, error?.code]).toEqual([name, 'PERMISSION_DENIED'])
    }
    expect(world.asked()).toEqual([])
    await world.call('shell_exec', { command: 'sudo -n true' })
    const { output } = await world.call('shell_start_session', { command: 'sudo -n true' })
    await stop(output.session_id)
    expect(world.asked().map(({ operation, risk }) => [operation, risk.tier])).toEqual([
      ['shell.shell_exec', 'critical'],
      ['shell.shell_start_session', 'critical'],
    ])
  })

  it('reading asks nobody, changing does, and the card shows the command', async () => {
    world.asked()
    await world.call('shell_exec', { command: 'ls; git --version' })
    expect(world.asked()).toEqual([])
    await world.call('shell_exec', { command: 'rm -f gone' })
    const [asked] = world.asked()
    expect(asked).toMatchObject({ label: 'Running: rm -f gone', preview: { kind: 'command', command: 'rm -f gone' } })
  })

  it('variables that load code are critical, and shown', async () => {
    world.asked()
    const { session_id } = await start('true', { env: { LD_PRELOAD: '/tmp/x.so' } })
    await stop(session_id)
    const [asked] = world.asked()
    expect(asked).toMatchObject({ risk: { tier: 'critical' } })
    expect(asked?.details).toContain('LD_PRELOAD=/tmp/x.so')
  })

  it.each([
    ['with a name that is none', { 'A B': 'x' }],
    ['with a NUL', { A: 'a\0b' }],
  ])('variables %s are refused', async (_says, env) => {
    expect((await world.call('shell_start_session', { command: 'true', env })).error).toMatchObject({
      code: 'INVALID_PARAMETERS',
    })
  })

  it('a directory outside asks, a link to it as well', async () => {
    world.asked()
    symlinkSync(world.home, join(world.workdir, 'link'))
    await world.call('shell_exec', { command: 'true', cwd: world.home })
    await world.call('shell_exec', { command: 'true', cwd: 'link' })
    expect(world.asked().map(({ because }) => because.reason)).toEqual([
      'It reads outside the working directory.',
      'It reads outside the working directory.',
    ])
  })

  it('a session of another run does not exist', async () => {
    const { session_id } = await start('cat')
    const other = world.otherCaller()
    for (const [name, args] of [
      ['shell_read_output', {}],
      ['shell_send_input', { input: 'x\n' }],
      ['shell_stop_session', {}],
      ['get_output', {}],
      ['close_session', {}],
      ['stop_background_process', {}],
    ] as const) {
      const key = name === 'stop_background_process' ? 'processId' : 'session_id'
      const { error } = await world.call(name, { [key]: session_id, ...args }, other)
      expect([name, error?.code]).toEqual([name, 'NOT_FOUND'])
    }
    await stop(session_id)
    expect(world.told.filter((event) => event.session_id === session_id).every(({ runId }) => runId === 'run_1')).toBe(
      true,
    )
  })

  it('a client that comes back finds its session; another client does not', async () => {
    const caller = { ...world.gate.caller, runId: 'run_old', conversationId: 'run_old' }
    const { output } = await world.call('shell_start_session', { command: 'cat' }, caller)
    const principal = JSON.stringify(['agent', caller.credential, caller.profile, caller.client, caller.workdir])
    const again = { ...caller, runId: 'run_new', conversationId: 'run_new' }
    const read = (by: typeof caller) => world.call('shell_read_output', { session_id: output.session_id }, by)
    world.runs.set('run_old', { principal, isLive: true })
    world.runs.set('run_new', { principal, isLive: true })
    expect((await read(again)).error).toMatchObject({ code: 'NOT_FOUND' })
    world.runs.set('run_old', { principal, isLive: false })
    expect((await read({ ...again, client: 'other' })).error).toMatchObject({ code: 'NOT_FOUND' })
    expect((await read(again)).error).toBeNull()
    expect((await read({ ...again, runId: 'run_third' })).error).toMatchObject({ code: 'NOT_FOUND' })
    await world.call('shell_stop_session', { session_id: output.session_id }, again)
  })
})

it('tail -f in one session while a command runs tests: both are read, and nothing is left', async () => {
  const log = world.file('app.log', 'start\n')
  const { session_id, pid } = await start('tail -n +1 -f app.log')
  await readUntil(session_id, 'start')
  const tests = await world.call('shell_exec', { command: `echo "test ran" >> ${log}; echo 1 passed` })
  expect(tests.output).toEqual({ exit_code: 0, stdout: '1 passed\n', stderr: '' })
  expect((await readUntil(session_id, 'test ran')).output.output).toBe('start\ntest ran\n')
  await stop(session_id)
  expect(isAlive(pid)).toBe(false)
})
