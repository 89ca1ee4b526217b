import { mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TerminalWorld, terminalWorld, until } from '../../test/support/terminal-world.ts'

let world: TerminalWorld
beforeAll(() => {
  world = terminalWorld({
    files: {
      '.profile': 'export FROM_LOGIN=yes\necho noise\n[ -n "$BASH_VERSION" ] && . "$HOME/.bashrc"\n',
      '.bashrc': 'export FROM_RC=yes\necho more noise\n',
    },
  })
})
afterAll(() => world[Symbol.asyncDispose]())

it('runs to the end, with both streams and the code', async () => {
  expect(await world.exec('echo out; echo error >&2; exit 3')).toMatchObject({
    exitCode: 3,
    signal: null,
    timedOut: false,
    cancelled: false,
    stdout: { head: 'out\n', tail: '', dropped: 0, bytes: 4 },
    stderr: { head: 'error\n', bytes: 6 },
  })
})

const ROWS: readonly (readonly [sentence: string, command: string, expected: Record<string, unknown>])[] = [
  ['a command that is not there', 'no-such-program', { exitCode: 127 }],
  ['a signal', 'kill -9 $$', { exitCode: 137, signal: 'SIGKILL' }],
  ['another signal', 'kill -TERM $$', { exitCode: 143, signal: 'SIGTERM' }],
  ['no input to wait for', 'cat', { exitCode: 0, stdout: { head: '' } }],
  ['the login environment', 'echo $FROM_LOGIN $FROM_RC', { stdout: { head: 'yes yes\n' } }],
  ['a home and a shell', 'test -d "$HOME" && test -n "$PATH"', { exitCode: 0 }],
  ['no secrets of ours', 'env | grep -c our-own-secret', { stdout: { head: '0\n' } }],
  ['no token', 'echo "[$UPPERHAND_TOKEN]"', { stdout: { head: '[]\n' } }],
  [
    'its streams by their names',
    'echo out >/dev/stdout; echo error >/dev/stderr',
    { stdout: { head: 'out\n' }, stderr: { head: 'error\n' } },
  ],
  ['a program that closes its output and runs on', 'exec >&- 2>&-; sleep 0.3', { exitCode: 0 }],
  ['a child that keeps the output open', 'sleep 1000 & echo done', { exitCode: 0, stdout: { head: 'done\n' } }],
  ['a child in a session of its own', 'setsid sleep 1000 & echo done', { exitCode: 0, stdout: { head: 'done\n' } }],
]

it.each(ROWS)('knows %s', async (_, command, expected) => {
  expect(await world.exec(command)).toMatchObject(expected)
  await world.nothingLeft()
})

it.each(['sleep 1000', 'trap "" TERM; echo part; while :; do sleep 0.1; done', 'setsid sleep 1000 & echo part; wait'])(
  'leaves nothing running when the time is over: %s',
  async (command) => {
    const result = await world.exec(command, { timeoutMs: 300 })
    expect(result).toMatchObject({ timedOut: true, cancelled: false })
    expect(world.left()).toEqual([])
  },
)

it('returns what was captured when the time is over', async () => {
  expect(await world.exec('echo part; echo error >&2; exec sleep 1000', { timeoutMs: 3_000 })).toMatchObject({
    timedOut: true,
    exitCode: 143,
    signal: 'SIGTERM',
    stdout: { head: 'part\n' },
    stderr: { head: 'error\n' },
  })
})

it('ends at once when it is taken back', async () => {
  const controller = new AbortController()
  const started = join(world.cwd, 'started')
  const running = world.exec(`touch '${started}'; sleep 1000`, { signal: controller.signal })
  await until(() => statSync(started, { throwIfNoEntry: false }) !== undefined, 'it never started')
  controller.abort()
  expect(await running).toMatchObject({ cancelled: true, timedOut: false })
  expect(world.left()).toEqual([])
})

it('keeps the beginning and the end of much output', async () => {
  const { stdout } = await world.exec('seq 1 200000', { keepBytes: 2_000 })
  expect(stdout.head.startsWith('1\n2\n3\n')).toBe(true)
  expect(stdout.tail.endsWith('199999\n200000\n')).toBe(true)
  expect(stdout.head.length + stdout.tail.length).toBeLessThanOrEqual(2_000)
  expect(stdout.bytes).toBe(1_288_895)
  expect(stdout.dropped).toBe(stdout.bytes - stdout.head.length - stdout.tail.length)
})

it('keeps characters whole where nothing was dropped', async () => {
  const { stdout } = await world.exec("printf 'ä€😀%.0s' 1 2 3 4 5", { keepBytes: 60 })
  expect(stdout).toMatchObject({ head: 'ä€😀'.repeat(5), tail: '', dropped: 0 })
})

it('gives output while it runs', async () => {
  const pieces: string[] = []
  await world.exec('echo one; echo two >&2', { onOutput: ({ text, stream }) => pieces.push(`${stream} ${text}`) })
  expect(pieces.sort()).toEqual(['stderr two\n', 'stdout one\n'])
})

it('takes input, arguments as they are, another shell and an environment', async () => {
  expect(await world.exec('cat', { stdin: 'given' })).toMatchObject({ stdout: { head: 'given' } })
  const argv = ['printf', '%s|', 'a b', '$HOME', '"; touch x; "'] as const
  expect(await world.terminals.exec({ ...plan(), command: argv })).toMatchObject({
    stdout: { head: 'a b|$HOME|"; touch x; "|' },
  })
  expect(await world.exec('echo $ZSH_NAME', { shell: 'zsh' })).toMatchObject({ stdout: { head: 'zsh\n' } })
  expect(await world.exec('echo $COLOUR', { env: { COLOUR: 'blue' } })).toMatchObject({ stdout: { head: 'blue\n' } })
})

it('names a shell or a directory that is not there', async () => {
  await expect(world.exec('true', { shell: 'no-such-shell' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(world.exec('true', { shell: './sh' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(world.exec('true', { cwd: { path: '/no/such/place' } })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const file = join(world.cwd, 'file')
  writeFileSync(file, '')
  await expect(world.exec('true', { cwd: { path: file } })).rejects.toMatchObject({ code: 'INVALID_PARAMETERS' })
  await expect(world.terminals.exec({ ...plan(), command: ['no-such-program'] })).rejects.toMatchObject({
    code: 'EXECUTION_FAILED',
  })
})

it('starts in the directory that was looked at, or not at all', async () => {
  const path = join(world.cwd, 'project')
  mkdirSync(path)
  const { dev, ino } = statSync(path, { bigint: true })
  const cwd = { path, identity: `${dev}:${ino}` }
  expect(await world.exec('pwd', { cwd })).toMatchObject({ stdout: { head: `${path}\n` } })
  renameSync(path, `${path}.moved`)
  mkdirSync(path)
  await expect(world.exec('pwd', { cwd })).rejects.toMatchObject({ code: 'CONFLICT' })
})

it('runs the same command twice', async () => {
  const file = join(world.cwd, 'count')
  await Promise.all([world.exec(`echo x >> '${file}'`), world.exec(`echo x >> '${file}'`)])
  expect(statSync(file).size).toBe(4)
})

it('takes a command of 64 KB, and says when it is too long for the system', async () => {
  expect(await world.exec(`: ${'x'.repeat(64 * 1024)}; echo ok`)).toMatchObject({ stdout: { head: 'ok\n' } })
  await expect(world.exec(`: ${'x'.repeat(256 * 1024)}`)).rejects.toMatchObject({ code: 'EXECUTION_FAILED' })
})

function plan() {
  return { owner: world.owner, cwd: { path: world.cwd }, timeoutMs: 30_000 }
}
