import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TerminalWorld, terminalWorld, until } from '../../test/support/terminal-world.ts'
import { stripEscapes } from '../base/strip-escapes.ts'

const SHELLS = ['bash', 'zsh', 'fish', 'sh'] as const
type Shell = (typeof SHELLS)[number]

let world: TerminalWorld
beforeAll(() => {
  world = terminalWorld({
    files: {
      '.bashrc': 'FROM_RC=bash; PROMPT_COMMAND="LAST=\\$?"; PS1="[\\w] $ "; shopt -s histappend\n',
      '.zshrc': 'FROM_RC=zsh; PROMPT="%~ %# "; precmd() { LAST=$? }\n',
      '.profile': 'FROM_RC=sh; [ -n "$BASH_VERSION" ] && . "$HOME/.bashrc"\n',
    },
  })
})
afterAll(() => world[Symbol.asyncDispose]())

interface Row {
  readonly sentence: string
  readonly command: string
  readonly output?: string | RegExp
  readonly exitCode?: number
  /** Where the shell itself speaks another language. */
  readonly not?: readonly Shell[]
}

const ROWS: readonly Row[] = [
  { sentence: 'prints', command: 'echo hello', output: 'hello\n' },
  { sentence: 'fails with a code', command: 'false', output: '', exitCode: 1 },
  { sentence: 'fails with any code', command: "sh -c 'exit 42'", exitCode: 42 },
  {
    sentence: 'names a program that is not there',
    command: 'no-such-program-here',
    output: /no-such-program-here/,
    exitCode: 127,
  },
  { sentence: 'is killed by a signal', command: "sh -c 'kill -TERM $$'", exitCode: 143 },
  { sentence: 'stays quiet for a while and is waited for', command: 'sleep 0.4; echo late', output: 'late\n' },
  { sentence: 'has no line end', command: "printf 'no end'", output: /^no end/ },
  { sentence: 'prints characters of several bytes', command: "printf 'ä€😀\\n'", output: 'ä€😀\n' },
  {
    sentence: 'has an exclamation mark that means nothing',
    command: 'echo "wow!! !ls !-1"',
    output: 'wow!! !ls !-1\n',
  },
  { sentence: 'ends in a comment', command: 'echo before # after', output: 'before\n' },
  { sentence: 'is quoted', command: `echo "it's" '"so"'`, output: `it's "so"\n` },
  { sentence: 'is a pipe', command: 'printf "b\\na\\n" | sort', output: 'a\nb\n' },
  { sentence: 'is only a comment', command: '# nothing' },
  { sentence: 'has two lines', command: 'echo one\necho two', output: 'one\ntwo\n' },
  { sentence: 'has a here-document', command: 'cat <<END\n  indented\nEND', output: '  indented\n', not: ['fish'] },
  { sentence: 'has a tab in it', command: "printf '%s\\n' 'a\tb'", output: 'a\tb\n' },
  {
    sentence: 'is a loop over lines',
    command: 'for i in 1 2 3\ndo\n  echo $i\ndone',
    output: '1\n2\n3\n',
    not: ['fish'],
  },
  { sentence: 'is 8 KB long', command: `echo ${'x'.repeat(8_000)} | wc -c`, output: /8001/ },
  {
    sentence: 'reads from the terminal device what is there',
    command: 'test -t 0 && echo a terminal',
    output: 'a terminal\n',
  },
  { sentence: 'imitates the end of a command', command: `printf '\\033]133;D;99\\007'; false`, exitCode: 1 },
  {
    sentence: 'imitates it with a secret that is not ours',
    command: `printf '\\033]133;0123456789abcdef01234567;D;99;/\\007'; false`,
    exitCode: 1,
  },
  { sentence: 'leaves a job in the background', command: 'sleep 30 & echo started', output: /started\n/ },
  {
    sentence: 'has a UTF-8 locale and a colour terminal',
    command: 'echo $TERM $LC_CTYPE',
    output: 'xterm-256color C.UTF-8\n',
  },
]

describe.each(SHELLS)('%s', (shell) => {
  let id = ''
  beforeAll(async () => {
    id = (await world.shell(shell)).id
  })
  afterAll(async () => {
    await world.terminals.stop(id, { force: true })
  })

  it.each(ROWS.filter(({ not }) => not?.includes(shell) !== true))('a command that $sentence', async (row) => {
    const result = await world.run(id, row.command)
    expect(result).toMatchObject({ status: 'done', exitCode: row.exitCode ?? 0 })
    const shown = stripEscapes(result.output).replaceAll('\r', '')
    if (typeof row.output === 'string') expect(shown).toBe(row.output)
    else if (row.output !== undefined) expect(shown).toMatch(row.output)
  })

  it('tells the directory after', async () => {
    expect(await world.run(id, 'cd /usr/share')).toMatchObject({ exitCode: 0, cwd: '/usr/share' })
    expect(await world.run(id, 'pwd')).toMatchObject({ cwd: '/usr/share' })
    expect(world.terminals.get(id)?.cwdNow).toBe('/usr/share')
    await world.run(id, `cd '${world.cwd}'`)
  })

  it('keeps what was set', async () => {
    await world.run(id, shell === 'fish' ? 'set KEPT 17' : 'KEPT=17')
    expect(stripEscapes((await world.run(id, 'echo $KEPT')).output).replaceAll('\r', '')).toBe('17\n')
  })

  it('interrupts what is not complete, and goes on', async () => {
    const { status, exitCode } = await world.run(id, 'echo "open')
    // Fish does not take it at all.
    expect(shell === 'fish' ? exitCode : status).toBe(shell === 'fish' ? 127 : 'incomplete')
    expect(await world.run(id, 'true')).toMatchObject({ status: 'done', exitCode: 0 })
  })

  it('leaves a command running when the time is over, and says when it ended', async () => {
    const gate = join(world.cwd, `gate-${shell}`)
    const result = await world.run(
      id,
      `while test ! -e '${gate}'; ${shell === 'fish' ? '' : 'do '}sleep 0.05; ${shell === 'fish' ? 'end' : 'done'}; echo through`,
      200,
    )
    expect(result).toMatchObject({ status: 'running', exitCode: null, end: null })
    await expect(world.run(id, 'echo no')).rejects.toMatchObject({ code: 'CONFLICT' })
    writeFileSync(gate, '')
    const after = await world.terminals.waitForCommand(id, result.number, { timeoutMs: 30_000 })
    expect(after).toMatchObject({ status: 'done', exitCode: 0 })
  })

  it('is interrupted by Ctrl-C', async () => {
    const running = world.terminals.run(id, 'sleep 1000', { timeoutMs: 30_000 })
    await until(async () => (await world.terminals.foreground(id)).program === 'sleep', 'sleep never came')
    await world.terminals.write(id, '\x03', { by: 'agent' })
    expect(await running).toMatchObject({ status: 'done', exitCode: 130 })
  })

  it('takes one of two commands that come at once', async () => {
    const both = await Promise.allSettled([world.run(id, 'sleep 0.2; echo mine'), world.run(id, 'echo other')])
    const [first] = both.filter(({ status }) => status === 'fulfilled')
    expect(both.filter(({ status }) => status === 'rejected')).toMatchObject([{ reason: { code: 'CONFLICT' } }])
    expect(first).toMatchObject({ value: { status: 'done', exitCode: 0 } })
  })

  it('refuses control characters', async () => {
    await expect(world.run(id, 'echo \x1b[201~; rm x')).rejects.toMatchObject({ code: 'INVALID_PARAMETERS' })
    await expect(world.run(id, 'echo \0')).rejects.toMatchObject({ code: 'INVALID_PARAMETERS' })
  })

  it('writes no history file', () => {
    for (const name of ['.bash_history', '.zsh_history', '.local/share/fish/fish_history']) {
      const path = join(world.home, name)
      expect(existsSync(path) ? readFileSync(path, 'utf8') : '').not.toContain('echo')
    }
  })

  it('can exit in the middle', async () => {
    const { id: other } = await world.shell(shell)
    const result = await world.run(other, 'echo bye; exit 9')
    expect(stripEscapes(result.output).replaceAll('\r', '')).toMatch(/^bye\n/)
    expect(result).toMatchObject({
      // Fish says that the command ended before it goes.
      status: shell === 'fish' ? 'done' : 'exited',
      exitCode: 9,
    })
    await until(() => world.terminals.get(other)?.endedAt !== null, 'it never ended')
    expect(world.terminals.get(other)).toMatchObject({ state: 'failed', exitCode: 9, signal: null })
    await expect(world.run(other, 'echo more')).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(world.events.filter((event) => event.type === 'exit' && event.session.id === other)).toHaveLength(1)
  })
})

it("reads the person's own start-up files", async () => {
  for (const shell of ['bash', 'zsh', 'sh']) {
    const { id } = await world.shell(shell)
    expect(stripEscapes((await world.run(id, 'echo rc=$FROM_RC')).output)).toContain(`rc=${shell}`)
    await world.terminals.stop(id, { force: true })
  }
})

it('knows a nested shell as one long command', async () => {
  const { id } = await world.shell('bash')
  expect(await world.run(id, 'bash --norc', 300)).toMatchObject({ status: 'running' })
  await world.terminals.write(id, 'exit 3\n', { by: 'agent' })
  expect(await world.terminals.waitForCommand(id, 1, { timeoutMs: 30_000 })).toMatchObject({ exitCode: 3 })
  await world.terminals.stop(id, { force: true })
})

it('notices that exec replaced the shell', async () => {
  const { id } = await world.shell('bash')
  expect(await world.run(id, 'exec sleep 1000')).toMatchObject({ status: 'replaced' })
  await expect(world.run(id, 'echo no')).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  await world.terminals.stop(id, { force: true })
})

it.each(['bash', 'zsh'])('a trace of %s does not show how it tells of its commands', async (shell) => {
  const { id } = await world.shell(shell)
  await world.run(id, 'set -x')
  await world.run(id, 'false')
  expect(await world.run(id, 'echo "$? ${#__uh_secret}"')).toMatchObject({ exitCode: 0 })
  await world.run(id, 'set +x')
  const text = stripEscapes(await world.text(id))
  expect(text).toContain('1 24')
  expect(text).not.toMatch(/[\da-f]{24}/)
  await world.terminals.stop(id, { force: true })
})

it('tells what was typed as the shell read it', async () => {
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { id } = await world.shell(shell)
    await world.terminals.write(id, 'echo "a;b" \\\\ %41\r', { by: 'agent' })
    await until(() => world.terminals.get(id)?.lastCommand?.endedAt != null, 'nothing ran')
    expect({ shell, ...world.terminals.get(id)?.lastCommand }).toMatchObject({
      text: 'echo "a;b" \\\\ %41',
      exitCode: 0,
    })
    await world.terminals.stop(id, { force: true })
  }
})
