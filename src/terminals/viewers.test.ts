import { readFileSync, statSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TerminalWorld, terminalWorld, until } from '../../test/support/terminal-world.ts'
import type { ViewerFrame } from './terminals.ts'

let world: TerminalWorld
beforeAll(() => {
  world = terminalWorld({ files: { '.bashrc': 'PS1="$ "\n', '.profile': '. "$HOME/.bashrc"\n' } })
})
afterAll(() => world[Symbol.asyncDispose]())

const agent = { by: 'agent' } as const
const seen = (id: string, pattern: string) =>
  world.terminals.wait(id, { cursor: 0, timeoutMs: 30_000, until: { pattern } })
const ended = (id: string) => world.terminals.wait(id, { cursor: 0, timeoutMs: 30_000, until: 'exit' })
const lines = async (id: string) => (await world.terminals.screen(id)).lines.filter((line) => line !== '')

async function watch(id: string, name: string) {
  const frames: ViewerFrame[] = []
  const attachment = await world.terminals.attach(id, { id: name, send: (frame) => void frames.push(frame) })
  const shown = () =>
    frames
      .map((frame) => (frame.type === 'snapshot' ? frame.snapshot.data : frame.type === 'data' ? frame.text : ''))
      .join('')
  return { ...attachment, frames, shown }
}

const SCREENS: readonly (readonly [sentence: string, command: string, expected: readonly string[]])[] = [
  ['plain lines', 'printf "one\\ntwo\\n"', ['one', 'two']],
  ['colours as text', 'printf "\\033[31mred\\033[0m\\n"', ['red']],
  ['a line written over', 'printf "10%%\\r100%%\\n"', ['100%']],
  ['a moved cursor', 'printf "\\033[3;5Hhere"', ['    here']],
  ['wide characters', 'printf "日本|\\n"', ['日本|']],
  ['a cleared screen', 'printf "gone\\033[2J\\033[Hleft\\n"', ['left']],
  ['backspaces', 'printf "abc\\b\\bX\\n"', ['aXc']],
]

it.each(SCREENS)('shows %s', async (_, command, expected) => {
  const { id } = await world.start(`${command}; read x`)
  await until(async () => JSON.stringify(await lines(id)) === JSON.stringify(expected), `${await lines(id)}`)
  await world.terminals.stop(id, { force: true })
})

it('knows title, cursor and the alternate screen', async () => {
  const { id } = await world.start(
    'printf "\\033]0;a title\\007\\033[?1049h\\033[H\\033[5;2Hfull"; read x; printf "\\033[?1049lback"; read y',
  )
  await until(async () => (await world.terminals.screen(id)).isAlternate, 'never')
  expect(await world.terminals.screen(id)).toMatchObject({
    title: 'a title',
    cursor: { x: 5, y: 4 },
    isAlternate: true,
  })
  await world.terminals.write(id, '\r', agent)
  await until(async () => !(await world.terminals.screen(id)).isAlternate, 'never')
  await world.terminals.stop(id, { force: true })
})

it('answers what programs ask their terminal, though nobody watches', async () => {
  const { id } = await world.start(
    'stty raw -echo; printf "\\033[6n"; dd bs=1 count=6 2>/dev/null | od -An -c; stty sane',
  )
  await ended(id)
  expect(await world.text(id)).toMatch(/033\s+\[\s+1\s+;\s+1\s+R/)
})

it('shows late joiners the screen and then what comes', async () => {
  const { id } = await world.start('seq 1 100; cat')
  await seen(id, '\\b100\\n')
  const early = await watch(id, 'early')
  expect(early.frames[0]).toMatchObject({ type: 'snapshot', snapshot: { cols: 120, rows: 30 } })
  expect(early.shown()).toContain('100')
  await world.terminals.write(id, 'news\r', agent)
  await until(() => early.shown().includes('news\r\nnews'), 'nothing came')
  const late = await watch(id, 'late')
  expect(late.shown()).toContain('news')
  expect(world.terminals.get(id)?.viewers).toBe(2)
  early.detach()
  late.detach()
  expect(world.terminals.get(id)?.viewers).toBe(0)
  await world.terminals.stop(id)
  const after = await watch(id, 'after')
  await until(() => after.frames.at(-1)?.type === 'exit', 'no word of the end')
  expect(after.shown()).toContain('news')
})

it('gives a slow viewer pictures instead of everything', async () => {
  const { id } = await world.start('read x; seq 1 300000; echo the end; cat')
  const frames: ViewerFrame[] = []
  const gate = Promise.withResolvers<void>()
  const send = async (frame: ViewerFrame) => {
    frames.push(frame)
    if (frames.length === 2) await gate.promise
  }
  const attachment = await world.terminals.attach(id, { id: 'slow', send })
  await world.terminals.write(id, '\r', agent)
  await seen(id, 'the end')
  gate.resolve()
  await until(
    () => frames.some((frame) => frame.type === 'snapshot' && frame.snapshot.data.includes('the end')),
    'no picture',
  )
  const bytes = frames.reduce((sum, frame) => sum + (frame.type === 'data' ? frame.text.length : 0), 0)
  expect(bytes).toBeLessThan(1_500_000)
  attachment.detach()
  await world.terminals.stop(id, { force: true })
})

it('is resized for the program, the screen and everyone who watches', async () => {
  const { id } = await world.shell('bash')
  const viewer = await watch(id, 'one')
  await viewer.resize(132, 43)
  expect(await world.run(id, 'stty size')).toMatchObject({ output: '43 132\n' })
  expect(await world.terminals.screen(id)).toMatchObject({ cols: 132, rows: 43 })
  await until(() => viewer.frames.some((frame) => frame.type === 'resized' && frame.cols === 132), 'not told')
  for (const [cols, rows] of [
    [0, 0],
    [10_000, 10_000],
    [80.5, 24],
    [-1, 24],
  ] as const) {
    await expect(world.terminals.resize(id, cols, rows)).rejects.toMatchObject({ code: 'INVALID_PARAMETERS' })
  }
  viewer.detach()
  await world.terminals.stop(id, { force: true })
})

it('has one who types: a person who does takes the keyboard until it is given back', async () => {
  const { id } = await world.shell('bash')
  const person = await watch(id, 'person')
  await person.write('echo by hand\r')
  expect(world.terminals.get(id)?.lease).toMatchObject({ holder: 'person', viewer: 'person' })
  await expect(world.terminals.write(id, 'ls\r', agent)).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(world.run(id, 'ls')).rejects.toMatchObject({ code: 'CONFLICT' })
  world.terminals.giveBackLease(id, 'somebody else')
  expect(world.terminals.get(id)?.lease.holder).toBe('person')
  world.terminals.giveBackLease(id, 'person')
  await until(() => world.terminals.get(id)?.prompt === 'prompt', 'no prompt')
  expect(await world.run(id, 'echo by agent')).toMatchObject({ exitCode: 0 })
  world.terminals.takeLease(id, 'person')
  person.detach()
  expect(world.terminals.get(id)?.lease.holder).toBe('free')
  expect(world.events.filter((event) => event.type === 'lease' && event.session.id === id)).toHaveLength(4)
  await world.terminals.stop(id, { force: true })
})

it.each(['bash', 'zsh', 'fish', 'sh'])('does not take a half-typed line for a command: %s', async (shell) => {
  const { id } = await world.shell(shell)
  await world.terminals.write(id, 'rm -rf ', agent)
  await expect(world.run(id, 'echo x')).rejects.toMatchObject({ code: 'CONFLICT' })
  await world.terminals.write(id, '\x03', agent)
  const { output } = await world.run(id, 'echo x')
  expect([output.endsWith('x\n'), output.includes('rm -rf')]).toEqual([true, false])
  await world.terminals.stop(id, { force: true })
})

it("drops what a viewer's own terminal answers", async () => {
  const { id } = await world.start('cat')
  const viewer = await watch(id, 'browser')
  for (const reply of ['\x1b[?1;2c', '\x1b[12;40R', '\x1b[>0;276;0c', '\x1b[0n', '\x1b]11;rgb:0000/0000/0000\x07']) {
    expect(await viewer.write(reply)).toMatchObject({ bytes: 0 })
  }
  expect(await viewer.write('\x1b[A')).toMatchObject({ bytes: 3 })
  viewer.detach()
  await world.terminals.stop(id, { force: true })
})

it('knows a password prompt, and tells only that a secret was typed', async () => {
  const { id } = await world.start(
    'stty -echo; printf \'Password: \'; read secret; stty echo; echo; echo "${#secret} characters"; cat',
  )
  await seen(id, 'Password: ')
  expect(await world.terminals.isEchoOff(id)).toBe(true)
  const person = await watch(id, 'person')
  expect(await person.write('hunter2\r')).toMatchObject({ isSecret: true })
  await seen(id, '7 characters')
  expect(await world.terminals.isEchoOff(id)).toBe(false)
  expect(await world.text(id)).not.toContain('hunter2')
  expect(JSON.stringify(world.events)).not.toContain('hunter2')
  expect(world.events).toContainEqual(expect.objectContaining({ type: 'secret' }))
  person.detach()
  await world.terminals.stop(id, { force: true })
})

it('does not take a line editor for a password prompt', async () => {
  const { id } = await world.shell('bash')
  expect(await world.terminals.isEchoOff(id)).toBe(false)
  expect(await world.terminals.foreground(id)).toMatchObject({ program: 'bash', isOwnShell: true })
  await world.terminals.write(id, 'cat\r', agent)
  await until(async () => (await world.terminals.foreground(id)).program === 'cat', 'no cat')
  expect(await world.terminals.foreground(id)).toMatchObject({ isOwnShell: false })
  await world.terminals.stop(id, { force: true })
})

it('records what is shown and nothing that is typed, as an asciicast', async () => {
  const script =
    "stty -echo; printf 'Password: '; read secret; stty echo; echo; echo our-own-; echo our-own-secret; read x"
  const { id, recording } = await world.start(script, { record: true, cols: 90, rows: 20 })
  const text = () => readFileSync(recording ?? '', 'utf8')
  await seen(id, 'Password: ')
  await world.terminals.write(id, 'hunter2\r', agent)
  await until(() => text().includes('[redacted]'), 'nothing was recorded')
  await world.terminals.resize(id, 100, 25)
  await world.terminals.write(id, '\r', agent)
  await until(() => text().includes('100x25'), 'the size is missing')
  const [header, ...entries] = text()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(header).toMatchObject({ version: 2, width: 90, height: 20 })
  for (const entry of entries)
    expect(entry).toEqual([expect.any(Number), expect.stringMatching(/^[or]$/), expect.any(String)])
  expect(text()).not.toMatch(/hunter2|our-own-secret/)
  expect(statSync(recording ?? '').mode & 0o777).toBe(0o600)
})

it('keeps what a person selected', async () => {
  const { id } = await world.start('cat')
  expect(world.terminals.selection(id)).toBe('')
  world.terminals.setSelection(id, 'picked')
  expect(world.terminals.selection(id)).toBe('picked')
  await world.terminals.stop(id, { force: true })
})
