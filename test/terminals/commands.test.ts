import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { atTerminal, isInstalled } from '../support/at-terminal.ts'
import { type SessionWorld, sessionWorld } from '../support/session-world.ts'

let world: SessionWorld
beforeAll(async () => {
  world = await sessionWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

type Row = readonly [says: string, command: string, output: string | RegExp, exitCode?: number]

/** What every shell does alike. */
const EVERYWHERE: readonly Row[] = [
  ['output and exit code', 'echo one', 'one\n'],
  ['nothing printed', 'true', ''],
  ['a failure', 'false', '', 1],
  ['no newline at the end', 'printf abc', 'abc'],
  ['a command that is not there', 'no-such-thing-here', /no-such-thing-here/, 127],
  ['the last of a pipe', 'echo a | tr a b', 'b\n'],
  ['stderr in its place', "sh -c 'echo 1; echo 2 >&2; echo 3'", '1\n2\n3\n'],
  ['wide characters and emoji', 'echo 日本語 🙂 é', '日本語 🙂 é\n'],
  ['quotes inside quotes', `sh -c 'echo "a b" c'`, 'a b c\n'],
  ['a long line', 'sh -c \'head -c 9000 /dev/zero | tr "\\0" x; echo\'', /^x{9000}\n$/],
  ['a terminal on all three', "sh -c 'test -t 0 && test -t 1 && test -t 2 && echo yes'", 'yes\n'],
  ['a terminal of 256 colours', 'echo $TERM', 'xterm-256color\n'],
  ['a program that dies', "sh -c 'kill -SEGV $$'", /^(?:.*Segmentation.*\n)?[\s\S]*$/i, 139],
]

const POSIX: readonly Row[] = [
  ['the exit code of a subshell', '(exit 255)', '', 255],
  ['a here-document', 'cat <<END\none $((1+1))\nEND', 'one 2\n'],
  ['a here-document without substitution', "cat <<'END'\n$HOME\nEND", '$HOME\n'],
  ['several lines', 'a=1\nb=2\necho $((a+b))', '3\n'],
  ['a loop over several lines', 'for i in 1 2 3\ndo\n  echo $i\ndone', '1\n2\n3\n'],
  ['a line that is continued', 'echo a \\\n  b', 'a b\n'],
  ['a comment at the end', 'echo a # not this', 'a\n'],
  ['a function and its use', 'f() { echo "f $1"; }; f x', 'f x\n'],
  ['a list with a failure inside', 'echo a && false || echo b', 'a\nb\n'],
  ['arithmetic', 'echo $((6*7))', '42\n'],
]

const BASH: readonly Row[] = [
  ['colours are no text', "printf '\\033[1;31mred\\033[0m plain\\n'", 'red plain\n'],
  ['a progress line shows its last state', "printf '10%%\\r50%%\\r100%%\\n'", '100%\n'],
  ['writing the clipboard is no text', "printf 'a\\033]52;c;aGk=\\007b\\n'", 'ab\n'],
  ['a faked prompt is text', "printf '$ ls\\n$ '; echo", '$ ls\n$ \n'],
  ['a faked end does not end it', "printf '\\033]133;D;0\\007'; sleep 0.3; echo still; (exit 3)", 'still\n', 3],
  [
    'a faked end with words does not end it',
    "printf '\\033]633;D;0\\007\\033]133;A\\007'; echo more; false",
    'more\n',
    1,
  ],
  ['bytes that are no text', "printf '\\377\\376a\\n'", /a\n$/],
  ['NUL bytes', "printf 'a\\0b\\n'", 'ab\n'],
  ['tabs stay', "printf 'a\\tb\\n'", 'a\tb\n'],
  ['a character in pieces', "printf '\\346'; sleep 0.2; printf '\\227\\245\\n'", '日\n'],
  ['pipefail', '(set -o pipefail; false | true)', '', 1],
  ['a negated command', '! true', '', 1],
  ['process substitution', 'cat <(echo a)', 'a\n'],
  ['an array', 'a=(x y z); echo ${#a[@]} ${a[1]}', '3 y\n'],
  ['an exclamation mark is text', 'echo "hi!" !x', 'hi! !x\n'],
  ['a file that cannot be run', 'touch plain; ./plain', /Permission denied/, 126],
  ['one letter is one character', 'x=é; echo ${#x}', '1\n'],
  ['what reads from a pipe is not the terminal', 'echo word | cat', 'word\n'],
  ['SIGPIPE is no failure of the pipe', 'yes | head -1', 'y\n'],
  ['a time limit of its own', 'timeout 0.2 sleep 60', '', 124],
  ['a variable that is not set', '(set -u; echo $nothing_here)', /unbound/, 1],
  ['several commands in the background', 'sleep 0.1 & sleep 0.1 & wait; echo both', /both\n$/],
  ['a tree of directories', 'mkdir -p t/a/b && find t -type d | sort', 't\nt/a\nt/a/b\n'],
]

const FISH: readonly Row[] = [
  ['its own loops', 'for i in 1 2 3; echo $i; end', '1\n2\n3\n'],
  ['its own variables', 'set x 5; echo $x', '5\n'],
  ['several lines', 'set a 1\necho $a', '1\n'],
  ['its own functions', 'function f; echo f $argv; end; f x', 'f x\n'],
]

const SHELLS: readonly (readonly [shell: string, rows: readonly Row[]])[] = [
  ['bash', [...EVERYWHERE, ...POSIX, ...BASH]],
  ['sh', [...EVERYWHERE, ...POSIX]],
  ['zsh', [...EVERYWHERE, ...POSIX]],
  ['fish', [...EVERYWHERE, ...FISH]],
]

describe.each(SHELLS.filter(([shell]) => isInstalled(shell)))('commands in %s', (shell, rows) => {
  it(`${rows.length} of them end as they should`, async () => {
    const at = atTerminal(world, shell)
    for (const [says, command, output, exitCode = 0] of rows) {
      const ran = await at.run(command)
      expect.soft([says, ran.exitCode], `${shell}: ${says}`).toEqual([says, exitCode])
      if (typeof output === 'string') expect.soft([says, ran.output], shell).toEqual([says, output])
      else expect.soft(ran.output, `${shell}: ${says}`).toMatch(output)
    }
  })

  it('a directory, a variable and an exit live on or end it', async () => {
    const at = atTerminal(world, shell)
    await at.run(`mkdir -p in-${shell}`)
    expect((await at.run(`cd in-${shell}`)).cwd).toBe(join(world.workdir, `in-${shell}`))
    await at.run(shell === 'fish' ? 'set -g KEPT yes' : 'KEPT=yes')
    const kept = await at.run('pwd; echo $KEPT')
    expect(kept.output).toBe(`${join(world.workdir, `in-${shell}`)}\nyes\n`)
    const left = await at.run('echo last; exit 4; echo never')
    expect(left).toMatchObject({ exitCode: 4, isRunning: false })
    expect(left.output).toMatch(/^last\n/)
    expect(left.output).not.toContain('never')
    expect((await at.run('echo again')).output).toBe('again\n')
  })
})

describe('a shell', () => {
  it('is waited for when it is quiet for ten seconds', async () => {
    const ran = await atTerminal(world).run('sleep 10; echo done; (exit 9)')
    expect(ran).toMatchObject({ output: 'done\n', exitCode: 9, isRunning: false })
  })

  it('is the person’s own: start-up files are read, history is left alone', async () => {
    const at = atTerminal(world)
    await at.run('echo a secret word')
    expect((await at.run('echo "$PS1"')).output).toContain('$')
    expect(() => readFileSync(join(world.home, '.bash_history'))).toThrow()
  })

  it('replaced by exec is noticed', async () => {
    const at = atTerminal(world)
    const ran = await at.run('exec true')
    expect(ran.isRunning).toBe(false)
    expect((await at.run('echo next')).output).toBe('next\n')
  })

  it('left by set -e is noticed', async () => {
    const at = atTerminal(world)
    await at.run('set -e')
    expect(await at.run('false')).toMatchObject({ exitCode: 1, isRunning: false })
    expect((await at.run('echo next')).output).toBe('next\n')
  })

  it('runs commands of one run side by side', async () => {
    const at = atTerminal(world)
    await at.run('true')
    const all = await Promise.all(['a', 'b', 'c'].map((word) => at.run(`sleep 0.3; echo ${word}`)))
    expect(all.map(({ output, exitCode }) => [output, exitCode])).toEqual([
      ['a\n', 0],
      ['b\n', 0],
      ['c\n', 0],
    ])
  })
})
