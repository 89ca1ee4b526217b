import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { eventually, type SessionWorld, sessionWorld } from '../../../test/support/session-world.ts'
import type { Caller } from '../../contract/run.ts'

let world: SessionWorld
beforeAll(async () => {
  world = await sessionWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

/** Every test is a run of its own, so that it finds no shell. */
let runs = 0
let caller: Caller
const run = (name: string, args: Record<string, unknown> = {}) => {
  caller ??= newCaller()
  return world.call(name, args, caller)
}
const newCaller = (): Caller => {
  runs += 1
  return { ...world.gate.caller, runId: `run_t${runs}`, conversationId: `conversation-${runs}` }
}
beforeAll(() => {
  caller = newCaller()
})
afterEach(async () => {
  for (const { id, endedAt } of world.sessions.own.list(caller))
    if (endedAt === null) await world.terminals.stop(id, { force: true })
  caller = newCaller()
})

const isAlive = (pid: number): boolean =>
  existsSync(`/proc/${pid}/stat`) && !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))

describe('run_command', () => {
  it('waits for the real end and gives output, exit code, time and directory', async () => {
    const { output, text } = await run('run_command', { command: 'echo one; echo two >&2; false' })
    expect(output).toMatchObject({
      command: 'echo one; echo two >&2; false',
      output: 'one\ntwo\n',
      exitCode: 1,
      isRunning: false,
      isBackground: false,
      truncated: false,
      cwd: world.workdir,
    })
    expect(output.tty_name).toMatch(/^\/dev\/pts\/\d+$/)
    expect(text).toMatch(/^one\ntwo\n\[Exit code 1 after [\d.]+ s, in /)
  })

  it('a quiet command is waited for; silence is not an end', async () => {
    const { output } = await run('run_command', { command: 'sleep 3; echo done' })
    expect(output).toMatchObject({ output: 'done\n', exitCode: 0 })
    expect(output.executionTime).toBeGreaterThan(2.5)
  })

  it('the same command twice runs twice', async () => {
    await run('run_command', { command: 'echo x >> twice' })
    await run('run_command', { command: 'echo x >> twice' })
    expect(readFileSync(join(world.workdir, 'twice'), 'utf8')).toBe('x\nx\n')
  })

  it('directory, variables and functions live on from call to call', async () => {
    mkdirSync(join(world.workdir, 'deep'), { recursive: true })
    const moved = await run('run_command', { command: 'cd deep; WHERE=here; greet() { echo "hello $1"; }' })
    expect(moved.output.cwd).toBe(`${world.workdir}/deep`)
    const { output } = await run('run_command', { command: 'pwd; echo $WHERE; greet you' })
    expect(output).toMatchObject({
      output: `${world.workdir}/deep\nhere\nhello you\n`,
      terminalId: moved.output.terminalId,
    })
  })

  it('a directory outside is asked for when it is gone to, not with every command there', async () => {
    world.asked()
    await run('run_command', { command: `cd ${world.home}` })
    expect(world.asked()).toHaveLength(1)
    expect((await run('run_command', { command: 'pwd' })).output.output).toBe(`${world.home}\n`)
    expect(world.asked()).toEqual([])
    await run('run_command', { command: 'cat .bashrc' })
    expect(world.asked()).toHaveLength(1)
    await run('run_command', { command: 'pwd', working_directory: world.home })
    expect(world.asked()).toHaveLength(1)
  })

  it('a working directory is gone to, and variables stay', async () => {
    mkdirSync(join(world.workdir, "it's here"), { recursive: true })
    await run('run_command', { command: 'A=kept' })
    const { output } = await run('run_command', { command: 'pwd; echo $A', working_directory: "it's here" })
    expect(output.output).toBe(`${world.workdir}/it's here\nkept\n`)
  })

  it('after the time it goes on in the background, with a handle, and its output can be read while it runs', async () => {
    const first = await run('run_command', {
      command: 'echo begun; while [ ! -e go ]; do sleep 0.1; done; echo ended; (exit 5)',
      timeout_seconds: 1,
    })
    expect(first.output).toMatchObject({ output: 'begun\n', exitCode: null, isRunning: true })
    expect(first.text).toMatch(/It goes on in the background as ses_/)
    const { terminalId } = first.output
    const meanwhile = await run('run_command', { command: 'echo meanwhile' })
    expect(meanwhile.output).toMatchObject({ output: 'meanwhile\n', exitCode: 0 })
    expect(meanwhile.output.terminalId).not.toBe(terminalId)
    expect((await run('get_terminal_output', { terminalId })).output).toMatchObject({ isRunning: true, exitCode: null })
    world.file('go')
    const end = await eventually('its end', async () => {
      const { output } = await run('get_terminal_output', { terminalId })
      return !output.isRunning && output
    })
    expect(end).toMatchObject({ terminalId, output: 'begun\nended\n', exitCode: 5, truncated: false })
  })

  it('isBackground answers at once; output is there while it runs', async () => {
    const started = await run('run_command', {
      command: 'echo up; read line; echo "got $line"; exit 3',
      isBackground: true,
    })
    expect(started.output).toMatchObject({ isBackground: true, isRunning: true, exitCode: null })
    const { terminalId } = started.output
    await eventually('output', async () =>
      (await run('get_terminal_output', { terminalId })).output.output.includes('up'),
    )
    await run('send_input', { session_id: terminalId, input: 'word', enter: true })
    const end = await eventually('its end', async () => {
      const { output } = await run('get_terminal_output', { terminalId })
      return !output.isRunning && output
    })
    expect(end).toMatchObject({ exitCode: 3 })
    expect(end.output).toMatch(/up[\s\S]*got word/)
  })

  it('a shell that was left is noticed, and the next command gets a new one', async () => {
    const left = await run('run_command', { command: 'exit 7' })
    expect(left.output).toMatchObject({ exitCode: 7, isRunning: false })
    const next = await run('run_command', { command: 'echo alive' })
    expect(next.output).toMatchObject({ output: 'alive\n', exitCode: 0 })
    expect(next.output.terminalId).not.toBe(left.output.terminalId)
    const { error } = await run('send_input', { session_id: left.output.terminalId, input: 'echo lost\n' })
    expect(error).toMatchObject({ code: 'CONFLICT' })
  })

  it('long output keeps its beginning and its end, and can be read on', async () => {
    const { output, text } = await run('run_command', { command: 'seq 1 200000' })
    expect(text).toMatch(/^1\n2\n3\n/)
    expect(text).toMatch(/200000\n\[Exit code 0/)
    expect(output.toolCallId).toMatch(/^call_/)
  })

  it.each([
    ['TERM', 'kill -TERM $BASHPID', 143, 'SIGTERM'],
    ['KILL', "sh -c 'kill -KILL $$'", 137, 'SIGKILL'],
  ])('death by %s has its number and name', async (_says, command, exitCode, signal) => {
    expect((await run('run_command', { command: `(${command})` })).output).toMatchObject({ exitCode, signal })
  })

  it.each([
    ['a shell that is none', { command: 'true', shell: '/tmp/bash' }, 'INVALID_PARAMETERS'],
    ['a program as shell', { command: 'true', shell: 'python3' }, 'INVALID_PARAMETERS'],
    ['a directory that is missing', { command: 'true', working_directory: 'nowhere' }, 'NOT_FOUND'],
    ['an open quote', { command: "echo 'open" }, 'INVALID_PARAMETERS'],
    ['more than an hour', { command: 'true', timeout_seconds: 4_000 }, 'INVALID_PARAMETERS'],
  ])('refuses %s', async (_says, args, code) => {
    expect((await run('run_command', args)).error).toMatchObject({ code })
  })

  it('another shell can be asked for', async () => {
    expect((await run('run_command', { command: 'echo $0', shell: 'sh' })).output.output).toMatch(/sh\n$/)
  })

  it('what is cancelled is interrupted, and the shell is there for the next', async () => {
    const abort = new AbortController()
    const mark = join(world.workdir, 'began')
    const call = world.gate.call(
      'run_command',
      { command: `echo $$ > ${mark}; sleep 600` },
      { caller, signal: abort.signal, patienceMs: 30_000 },
    )
    await eventually('its beginning', () => existsSync(mark))
    abort.abort()
    expect(await call).toMatchObject({ status: 'failed', error: { code: 'CANCELLED' } })
    await eventually('a free shell', async () => (await run('get_last_command')).output.isRunning === false)
    expect((await run('run_command', { command: 'echo next' })).output.output).toBe('next\n')
  })
})

describe('a terminal of the conversation', () => {
  it('is found again in the same directory, and restarted in another', async () => {
    mkdirSync(join(world.workdir, 'other'), { recursive: true })
    const first = await run('create_session')
    expect(first.output).toMatchObject({ status: 'created', working_directory: world.workdir })
    expect(first.output.tty_name).toMatch(/^\/dev\/pts\//)
    const again = await run('create_session', { working_directory: '.' })
    expect(again.output).toMatchObject({ status: 'existing', session_id: first.output.session_id })
    const moved = await run('create_session', { working_directory: 'other' })
    expect(moved.output).toMatchObject({ status: 'created', working_directory: `${world.workdir}/other` })
    expect(moved.output.session_id).not.toBe(first.output.session_id)
    const { output } = await run('list_sessions')
    expect(output.sessions.map(({ state }: { state: string }) => state)).toEqual(['stopped', 'running'])
  })

  it.each([
    ['its id', (id: string) => ({ session_id: id })],
    ['no id', () => ({})],
    ['the id of the conversation', () => ({ session_id: caller.conversationId })],
    ['the id of the conversation, in other words', () => ({ conversation_id: caller.conversationId })],
  ])('is meant by %s', async (_says, args) => {
    const { output } = await run('create_session')
    const sent = await run('send_input', { ...args(output.session_id), input: 'echo "$((6*7))"\r\n', wait_ms: 5_000 })
    expect(sent.output).toMatchObject({ session_id: output.session_id, tty_name: output.tty_name })
    expect(sent.output.output).toContain('42')
    const read = await run('get_output', { ...args(output.session_id), fromIndex: sent.output.end_index })
    expect(read.output).toMatchObject({ from_index: sent.output.end_index, isRunning: true })
  })

  it.each([
    ['CR LF', { input: 'echo a$((1+1))b\r\n' }],
    ['LF', { input: 'echo a$((1+1))b\n' }],
    ['CR', { input: 'echo a$((1+1))b\r' }],
    ['enter', { input: 'echo a$((1+1))b', enter: true }],
  ])('runs a line that ends with %s', async (_says, args) => {
    await run('create_session')
    expect((await run('send_input', { ...args, wait_ms: 20_000 })).output.output).toContain('a2b')
  })

  it('tells of its last command, its screen, its history and what is selected', async () => {
    const { output } = await run('create_session')
    await run('run_command', { command: 'printf "\\033[31mred\\033[0m\\n"; (exit 3)' })
    expect((await run('get_last_command')).output).toMatchObject({
      command: expect.stringContaining('red'),
      exitCode: 3,
      isRunning: false,
      cwd: world.workdir,
    })
    const screen = await eventually('the screen', async () => {
      const { output: shown } = await run('get_terminal_buffer')
      return shown.output.includes('red') && shown
    })
    expect(screen.isAlternate).toBe(false)
    expect((await run('get_history')).output.output).toContain('red\n')
    expect((await run('get_terminal_selection')).output.output).toBe('')
    world.terminals.setSelection(output.session_id, 'chosen words')
    expect((await run('get_terminal_selection')).text).toBe('chosen words')
  })

  it('can be made larger, and not to nothing', async () => {
    await run('create_session')
    expect((await run('resize_session', { cols: 132, rows: 43 })).output).toMatchObject({ cols: 132, rows: 43 })
    expect((await run('run_command', { command: 'stty size' })).output.output).toBe('43 132\n')
    for (const [cols, rows] of [
      [0, 0],
      [10_000, 10_000],
      [80, -1],
    ]) {
      expect((await run('resize_session', { cols, rows })).error).toMatchObject({ code: 'INVALID_PARAMETERS' })
    }
  })

  it('ends with everything in it', async () => {
    await run('create_session')
    await run('send_input', { input: 'sleep 600 & setsid sleep 600 & echo started\n', wait_ms: 10_000 })
    const shell = world.sessions.shells.current(caller)
    if (shell === undefined) throw new Error('there is a shell')
    expect((await run('close_session')).output).toMatchObject({ closed: true })
    expect(isAlive(shell.pid)).toBe(false)
    expect((await run('close_session', { session_id: shell.id })).output).toMatchObject({ closed: false })
    expect((await run('send_input', { input: 'x' })).error).toMatchObject({ code: 'NOT_FOUND' })
  })

  it('speaks CP437 and Latin-1 when it is asked to', async () => {
    for (const [encoding, bytes, text] of [
      ['cp437', '\\311\\315\\273', '╔═╗'],
      ['latin1', '\\344\\366', 'äö'],
    ]) {
      await run('create_session', { encoding })
      const { output } = await run('send_input', { input: `printf '${bytes}\\n'\n`, wait_ms: 20_000 })
      expect([encoding, output.output]).toEqual([encoding, expect.stringContaining(text ?? '')])
    }
  })

  it('before it is opened there is none', async () => {
    for (const name of ['get_output', 'get_history', 'get_terminal_buffer', 'close_session']) {
      expect((await run(name)).error).toMatchObject({ code: 'NOT_FOUND', hint: 'Call create_session first.' })
    }
  })

  it('the eleventh is refused, and the own ones are named', async () => {
    const own: string[] = []
    for (let count = 0; count < 10; count += 1) {
      const { output } = await world.call('shell_start_session', { command: 'sleep 600' }, caller)
      own.push(output.session_id)
    }
    const { error } = await world.call('shell_start_session', { command: 'sleep 600' }, caller)
    expect(error).toMatchObject({ code: 'LIMIT_REACHED' })
    expect(`${error?.message} ${error?.hint}`).toContain(own[0])
  })
})

describe('create_directory', () => {
  it('makes those above as well; one that is there is no error', async () => {
    const path = join(world.workdir, 'new/one')
    expect((await run('create_directory', { dirPath: 'new/one' })).output).toEqual({
      success: true,
      path,
      created: true,
      message: `Created ${path}.`,
    })
    expect(existsSync(path)).toBe(true)
    expect((await run('create_directory', { path: 'new/one' })).output).toMatchObject({ created: false })
    world.file('plain')
    expect((await run('create_directory', { dirPath: 'plain' })).error).toMatchObject({ code: 'CONFLICT' })
  })

  it('inside asks nobody, outside does, and what belongs to upperhand is refused', async () => {
    world.asked()
    await run('create_directory', { dirPath: 'inside' })
    expect(world.asked()).toEqual([])
    await run('create_directory', { dirPath: join(world.home, 'outside') })
    expect(world.asked()).toHaveLength(1)
    expect((await run('create_directory', { dirPath: join(world.home, '../data/x') })).error).toMatchObject({
      code: 'PERMISSION_DENIED',
    })
  })
})
