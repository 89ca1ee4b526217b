import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { eventually, type SessionWorld, sessionWorld } from '../../../test/support/session-world.ts'
import type { Caller } from '../../contract/run.ts'

let world: SessionWorld
let caller: Caller
let runs = 0
const nextCaller = (): Caller => {
  runs += 1
  return { ...world.gate.caller, runId: `run_y${runs}`, conversationId: `run_y${runs}` }
}
beforeAll(async () => {
  world = await sessionWorld()
  caller = nextCaller()
})
afterAll(() => world[Symbol.asyncDispose]())
afterEach(async () => {
  for (const { id, endedAt } of world.sessions.own.list(caller)) {
    if (endedAt === null) await world.terminals.stop(id, { force: true })
  }
  caller = nextCaller()
})

const call = (name: string, args: Record<string, unknown> = {}) => world.call(name, args, caller)
const open = async (): Promise<string> => {
  const { output } = await call('create_session')
  world.asked()
  return output.session_id
}
/** A line is waited for; other keys have nothing to wait for. */
const type = (input: string, more: Record<string, unknown> = {}) =>
  call('send_input', { input, wait_ms: input.endsWith('\n') ? 10_000 : 50, ...more })
const asks = () =>
  world
    .asked()
    .map(({ risk, resources }) => [
      risk.tier,
      resources.map((one) => ('text' in one ? one.text : 'path' in one ? one.path : '')).join(' | '),
    ])
const program = (id: string, name: string) =>
  eventually(`${name} in the foreground`, async () => (await world.terminals.foreground(id)).program === name)
const person = { by: 'person', viewer: 'console' } as const

describe('typing into a shell is running a command', () => {
  it('what reads asks nobody; what changes is asked for, as the command that it is', async () => {
    await open()
    await type('ls\n')
    expect(asks()).toEqual([])
    await type('touch made\n')
    const [[tier, what] = []] = asks()
    expect(tier).toBe('medium')
    expect(what).toContain('touch made')
    expect(existsSync(join(world.workdir, 'made'))).toBe(true)
  })

  it('a line in pieces is judged when it is completed, with all its pieces', async () => {
    await open()
    await type('su', { wait_ms: 0 })
    await type('do -n tr', { wait_ms: 0 })
    expect(asks()).toEqual([])
    await type('ue\n')
    expect(asks()).toEqual([['critical', expect.stringContaining('sudo -n true')]])
  })

  it('what was refused by the terminal does not count as typed', async () => {
    const id = await open()
    world.terminals.takeLease(id, 'console')
    await type("echo '").catch(() => undefined)
    world.terminals.giveBackLease(id, 'console')
    world.asked()
    await type("sudo -n true #'\n").catch(() => undefined)
    expect(asks()).toEqual([['critical', expect.stringContaining('sudo -n true')]])
  })

  it('what a person left in the line counts', async () => {
    const id = await open()
    await world.terminals.write(id, 'sudo -n ', person)
    world.sessions.lines.typed(id, 'sudo -n ')
    world.terminals.giveBackLease(id, 'console')
    await type('true\n')
    expect(asks()).toEqual([['critical', expect.stringContaining('sudo -n true')]])
  })

  it('what belongs to upperhand is refused, however it is typed', async () => {
    await open()
    const data = join(world.home, '../data')
    expect((await type(`cat ${data}/undo.db\n`)).error).toMatchObject({ code: 'PERMISSION_DENIED' })
    await type(`cat ${data}/un`, { wait_ms: 0 })
    expect((await type('do.db\n')).error).toMatchObject({ code: 'PERMISSION_DENIED' })
    expect(asks()).toEqual([])
    // Nothing of it was typed; the beginning is dropped.
    await type('\u0003')
    expect((await type('echo free\n')).output.output).toContain('free')
  })

  it.each([
    ['Arrow-Up and Enter', '\u001b[A\r'],
    ['a completion', 'ec\t'],
    ['Ctrl-R', '\u0012ls\r'],
    ['a paste that does not end', '\u001b[200~ls\r'],
  ])('%s cannot be known, so it is critical', async (_says, keys) => {
    await open()
    await type(keys, { wait_ms: 0 })
    expect(asks()).toEqual([['critical', expect.stringContaining('keys to bash')]])
  })

  it('after keys that cannot be followed the line asks, until Ctrl-C empties it', async () => {
    await open()
    await type('ec\t', { wait_ms: 0 })
    world.asked()
    await type('ho hi\n')
    expect(asks().map(([tier]) => tier)).toEqual(['critical'])
    await type('ec\t', { wait_ms: 0 })
    world.asked()
    await type('\u0003')
    await type('echo hi\n')
    expect(asks()).toEqual([])
  })

  it('a paste is judged by its lines', async () => {
    await open()
    await type('\u001b[200~echo a\necho b\u001b[201~\n')
    expect(asks()).toEqual([])
    await type('\u001b[200~echo a\ntouch pasted\u001b[201~\n')
    expect(asks()).toEqual([['medium', expect.stringContaining('touch pasted')]])
  })

  it('several lines at once are judged together; a here-document is text', async () => {
    await open()
    await type('cat <<END\nrm -rf everything\nEND\n')
    expect(asks()).toEqual([])
    await type('echo one\nrm -f two\n')
    expect(asks()).toEqual([['high', expect.stringContaining('rm -f two')]])
  })

  it('a here-document over several calls is asked for where it is open, and judged to its end', async () => {
    const id = await open()
    await type('cat <<END > file\n', { wait_ms: 0 })
    expect(asks()).toHaveLength(1)
    await eventually(
      'the shell to wait for the rest',
      async () => (await world.terminals.refresh(id)).prompt === 'continued',
    )
    await type('sudo true\nEND\n')
    expect(asks().map(([tier]) => tier)).toEqual(['critical'])
    expect(readFileSync(join(world.workdir, 'file'), 'utf8')).toBe('sudo true\n')
  })

  it('follows the shell to where it is', async () => {
    world.file('sub/.env', 'SECRET=1')
    await open()
    await type('cd sub\n')
    expect(asks()).toEqual([])
    await type('cat .env\n')
    expect(asks()).toEqual([['critical', expect.stringContaining(join(world.workdir, 'sub/.env'))]])
  })

  it('Ctrl-C and Ctrl-D ask nobody', async () => {
    const id = await open()
    await type('sleep 600\n', { wait_ms: 0 })
    world.asked()
    await program(id, 'sleep')
    await type('\u0003')
    await eventually('the prompt', async () => (await world.terminals.refresh(id)).prompt === 'prompt')
    await type('\u0004')
    await eventually('its end', async () => (await world.terminals.refresh(id)).endedAt !== null)
    expect(asks()).toEqual([])
  })
})

describe('typing to another program is keys to it', () => {
  it('is asked for in these words; for this run it is asked once', async () => {
    const id = await open()
    await type('cat\n', { wait_ms: 0 })
    await program(id, 'cat')
    world.asked()
    await type('hello\n', { wait_ms: 500 })
    const [first] = world.asked()
    expect(first?.resources[0]).toMatchObject({ text: 'keys to cat: hello⏎' })
    expect(first?.details[0]).toBe(`To cat in ${world.workdir}`)
  })

  it('a word for all keys to a program covers its keys, not what is critical', async () => {
    const id = await open()
    await type('python3 -q -i -c ""\n', { wait_ms: 0 })
    await program(id, 'python3')
    world.asked()
    const asked = world.gate.nextAsk()
    const typed = type('1+1\n', { wait_ms: 200 })
    expect((await asked).resources[0]).toMatchObject({ text: 'keys to python3: 1+1⏎' })
    await typed
    world.gate.grants.make({
      operation: 'terminal_operations.send_input',
      path: `$ ${JSON.stringify(['keys', 'python3'])}`,
      runId: caller.runId,
      profile: 'test',
      scope: 'run',
      approvalId: 'apr_0',
    })
    world.asked()
    await type('6*7\n', { wait_ms: 200 })
    expect(asks()).toEqual([])
    await eventually('the answer', async () => (await call('get_history')).output.output.includes('42'))
    await type('sudo true\n', { wait_ms: 0 })
    expect(asks()).toEqual([['critical', expect.stringContaining('keys to python3: sudo true')]])
  })

  it('what a program leaves unread would go to the shell, so it is judged as a command too', async () => {
    const id = await open()
    await type('sleep 600\n', { wait_ms: 0 })
    await program(id, 'sleep')
    world.asked()
    await type('rm -rf later\n', { wait_ms: 0 })
    expect(asks()).toEqual([['high', expect.stringMatching(/keys to sleep.*rm -rf later/)]])
    const { error } = await type(`cat ${join(world.home, '../data/undo.db')}\n`, { wait_ms: 0 })
    expect(error).toMatchObject({ code: 'PERMISSION_DENIED' })
  })

  it('what was allowed for one program is not typed to another', async () => {
    const id = await open()
    await type('sleep 600\n', { wait_ms: 0 })
    await program(id, 'sleep')
    const session = await world.terminals.refresh(id)
    const place = { workdir: world.workdir, policy: 'workspace', roots: [world.workdir] } as const
    const { keys } = await world.sessions.touchInput(session, 'echo later\r', place)
    await type('\u0003')
    await program(id, 'bash')
    await expect(world.sessions.type(session, 'echo later\r', keys.state)).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  it('a script that acts on single keys gets none unasked', async () => {
    const id = await open()
    world.file('key.sh', 'read -rsn1 key; echo "pressed $key"')
    await type('bash key.sh\n', { wait_ms: 0 })
    await eventually('the script', async () => (await world.terminals.refresh(id)).prompt === 'running')
    await eventually('the script to read', async () => (await world.terminals.foreground(id)).isOwnShell === false)
    world.asked()
    await type('y')
    expect(asks()).toEqual([['medium', 'keys to bash: y']])
  })

  it('says that a secret is asked for', async () => {
    const id = await open()
    world.file('ask.sh', 'stty -echo; read -r secret; stty echo; echo done')
    await type('sh ask.sh\n', { wait_ms: 0 })
    await eventually('echo off', () => world.terminals.isEchoOff(id))
    world.asked()
    await type('hunter2\n', { wait_ms: 500 })
    expect(world.asked()[0]?.details).toEqual(
      expect.arrayContaining([expect.stringMatching(/asks for a secret|To sh/)]),
    )
  })
})

describe('people', () => {
  it('take a terminal: the agent cannot type, is told, and can again when it is given back', async () => {
    const id = await open()
    world.terminals.takeLease(id, 'console')
    const refused = await type('ls\n')
    expect(refused.error).toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('person') })
    expect((await call('get_output', { fromIndex: 0 })).output.notes).toEqual([
      expect.stringContaining('has taken this terminal'),
    ])
    expect((await call('run_command', { command: 'echo elsewhere' })).output.terminalId).not.toBe(id)
    world.terminals.giveBackLease(id, 'console')
    const again = await type('echo mine\n', { session_id: id })
    expect(again.output.output).toContain('mine')
    expect(again.output.notes).toEqual([expect.stringContaining('given the terminal back')])
  })

  it('type a secret: it is recorded nowhere, and the agent learns only that', async () => {
    const id = await open()
    world.file('login.sh', 'printf "Password: "; stty -echo; read -r secret; stty echo; echo; echo "length ${#secret}"')
    await type('sh login.sh\n', { wait_ms: 0 })
    await eventually('echo off', () => world.terminals.isEchoOff(id))
    await call('get_output', { fromIndex: 0 })
    const written = await world.terminals.write(id, 'correct horse\r', person)
    expect(written.isSecret).toBe(true)
    world.terminals.giveBackLease(id, 'console')
    await eventually('its answer', async () => (await call('get_history')).output.output.includes('length 13'))
    const history = JSON.stringify((await call('get_history')).output)
    expect(history).not.toContain('correct horse')
    const events = JSON.stringify(world.gate.store.events.since(0, 10_000))
    expect(events).not.toContain('correct horse')
  })
})
