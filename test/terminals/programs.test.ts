import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AtTerminal, atTerminal, isInstalled } from '../support/at-terminal.ts'
import { type SessionWorld, sessionWorld } from '../support/session-world.ts'

let world: SessionWorld
beforeAll(async () => {
  world = await sessionWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

const CTRL = { C: '\u0003', D: '\u0004', Z: '\u001a', BACKSLASH: '\u001c', L: '\u000c' }
const ESCAPE = '\u001b'

interface Row {
  readonly says: string
  /** Left out where it is not installed. */
  readonly needs?: string
  readonly act: (at: AtTerminal, file: (name: string, text?: string) => string) => Promise<void>
}

const ROWS: readonly Row[] = [
  {
    says: 'Ctrl-C interrupts a command, and the shell goes on',
    act: async (at) => {
      await at.type('sleep 600\r')
      await at.foreground('sleep')
      await at.type(CTRL.C)
      await at.ended(130)
      await at.type('echo on$((1+1))\r')
      await at.printed(/on2/)
    },
  },
  {
    says: 'Ctrl-D ends the input of a program',
    act: async (at) => {
      await at.type('cat\r')
      await at.foreground('cat')
      await at.type('word\r')
      await at.printed(/word\nword/)
      await at.type(CTRL.D)
      await at.ended(0)
    },
  },
  {
    says: 'Ctrl-\\ quits a program',
    act: async (at) => {
      await at.type('sleep 600\r')
      await at.foreground('sleep')
      await at.type(CTRL.BACKSLASH)
      await at.ended(131)
    },
  },
  {
    says: 'Ctrl-D at the prompt ends the shell',
    act: async (at) => {
      await at.type(CTRL.D)
      await expect
        .poll(async () => (await at.call('list_sessions')).output.sessions[0].state, { timeout: 30_000 })
        .not.toBe('running')
    },
  },
  {
    says: 'Ctrl-Z stops a program, fg continues it',
    act: async (at) => {
      await at.type('sleep 600\r')
      await at.foreground('sleep')
      await at.type(CTRL.Z)
      await at.printed(/Stopped/)
      await at.type('jobs\r')
      await at.printed(/\[1\]\+\s+Stopped\s+sleep 600/)
      await at.type('fg\r')
      await at.foreground('sleep')
      await at.type(CTRL.C)
      await at.ended(130)
    },
  },
  {
    says: 'a job in the background is listed, and ended by its number',
    act: async (at) => {
      await at.type('sleep 600 &\r')
      await at.prompt()
      await at.type('jobs\r')
      await at.printed(/Running\s+sleep 600/)
      await at.type('kill %1\r')
      await at.type('wait; jobs; echo none$((0))\r')
      await at.printed(/none0/)
    },
  },
  {
    says: 'a line is typed in pieces',
    act: async (at) => {
      for (const piece of ['ec', 'ho pie', 'ces$((1+1))', '\r']) await at.type(piece)
      await at.printed(/pieces2/)
    },
  },
  {
    says: 'Backspace takes back',
    act: async (at) => {
      await at.type('echo bac$((1+1))xx\u007f\u007f\r')
      await at.printed(/bac2\n/)
    },
  },
  {
    says: 'several lines are pasted and run as one',
    act: async (at) => {
      await at.type('\u001b[200~for i in 1 2; do\necho line$i\ndone\u001b[201~\r')
      await at.printed(/line1\nline2/)
    },
  },
  {
    says: 'several lines are typed ahead',
    act: async (at) => {
      await at.type('echo a$((1+1))\recho b$((1+1))\recho c$((1+1))\r')
      await at.printed(/a2[\s\S]*b2[\s\S]*c2/)
    },
  },
  {
    says: 'a here-document is typed line by line',
    act: async (at) => {
      await at.type('cat <<END\rtext $((3+4))\rEND\r')
      await at.printed(/text 7/)
    },
  },
  {
    says: 'wide characters are typed and shown',
    act: async (at) => {
      await at.type('echo 日本 🙂 | cat\r')
      await at.see(/日本 🙂\n/)
    },
  },
  {
    says: 'read asks, and gets an answer',
    act: async (at) => {
      await at.type('read -rp "Name? " name; echo "hello $name"\r')
      await at.printed(/Name\? $/)
      await at.type('you\r')
      await at.printed(/hello you/)
    },
  },
  {
    says: 'a password is asked for, not shown, and gets in',
    act: async (at, file) => {
      file('login.sh', 'printf "password: "; stty -echo; read -r p; stty echo; echo; echo "got ${#p} letters"\n')
      await at.type('sh login.sh\r')
      await at.printed(/password: /)
      await at.type('hunter2\r')
      expect(await at.printed(/got 7 letters/)).not.toContain('hunter2')
    },
  },
  {
    says: 'a menu of the shell',
    act: async (at) => {
      await at.type('select x in one two; do echo "took $x"; break; done\r')
      await at.printed(/2\) two/)
      await at.type('2\r')
      await at.printed(/took two/)
    },
  },
  {
    says: 'the screen is cleared',
    act: async (at) => {
      await at.run('echo before')
      await at.run('clear; echo after')
      expect(await at.see(/after/)).not.toContain('before')
    },
  },
  {
    says: 'the alternate screen is seen and left',
    act: async (at) => {
      await at.run('echo normal')
      await at.type("printf '\\033[?1049h\\033[2J\\033[Hother screen'; read -r; printf '\\033[?1049l'\r")
      await at.see(/^other screen/)
      expect((await at.call('get_terminal_buffer')).output.isAlternate).toBe(true)
      await at.type('\r')
      await at.see(/normal/)
      expect((await at.call('get_terminal_buffer')).output.isAlternate).toBe(false)
    },
  },
  {
    says: 'a title is a title',
    act: async (at) => {
      await at.type("printf '\\033]2;my title\\007'; read -r\r")
      const title = async () => (await at.call('get_terminal_buffer')).output.title
      await expect.poll(title, { timeout: 30_000 }).toBe('my title')
      await at.type('\r')
    },
  },
  {
    says: 'the cursor moves where a program puts it',
    act: async (at) => {
      await at.type("clear; printf '\\033[5;10Hhere'; read -r\r")
      const screen = await at.see(/here/)
      expect(screen.split('\n')[4]).toBe('         here')
      await at.type('\r')
    },
  },
  {
    says: 'another size is told to what runs',
    act: async (at, file) => {
      file('size.sh', 'trap "stty size" WINCH; echo ready; while :; do sleep 0.1; done\n')
      await at.type('bash size.sh\r')
      await at.printed(/ready/)
      await at.call('resize_session', { cols: 101, rows: 33 })
      await at.printed(/33 101/)
      await at.type(CTRL.C)
    },
  },
  {
    says: 'a shell in the shell, and back',
    act: async (at) => {
      await at.type('bash --norc\r')
      await at.printed(/bash-[\d.]+[$#]/)
      await at.type('echo in$SHLVL; exit 3\r')
      await at.printed(/in\d/)
      await at.ended(3)
    },
  },
  {
    says: 'a program that reads single keys',
    act: async (at) => {
      await at.type('read -rsn1 k; echo "key $k"\r')
      await at.foreground('bash')
      await at.type('x')
      await at.printed(/key x/)
    },
  },
  {
    says: 'vim opens, edits and saves a file',
    needs: 'vim',
    act: async (at, file) => {
      const path = file('edited.txt', 'old\n')
      await at.type(`vim -u NONE -N ${path}\r`)
      await at.foreground('vim')
      await at.see(/old/)
      await at.type('ccnew text')
      await at.see(/new text/)
      await at.type(ESCAPE)
      await at.type(':wq\r')
      await at.ended(0)
      expect(readFileSync(path, 'utf8')).toBe('new text\n')
    },
  },
  {
    says: 'less shows, searches and quits',
    needs: 'less',
    act: async (at, file) => {
      const path = file('long.txt', Array.from({ length: 500 }, (_, line) => `line ${line}`).join('\n'))
      await at.type(`less ${path}\r`)
      await at.foreground('less')
      await at.see(/^line 0\n/)
      await at.type('/line 321\r')
      await at.see(/^line 321/)
      await at.type('q')
      await at.ended(0)
    },
  },
  {
    says: 'the REPL of python',
    needs: 'python3',
    act: async (at) => {
      await at.type('python3 -q\r')
      await at.foreground(/^python3/)
      await at.see(/>>> ?$/)
      await at.type('6*7\r')
      await at.see(/42/)
      await at.type('exit(5)\r')
      await at.ended(5)
    },
  },
  {
    says: 'the REPL of node',
    act: async (at) => {
      await at.type(`${process.execPath} --interactive\r`)
      await at.foreground('node')
      await at.see(/> ?$/)
      await at.type('6*7\r')
      await at.see(/42/)
      await at.type('.exit\r')
      await at.ended(0)
    },
  },
  {
    says: 'a pager that is asked for',
    needs: 'less',
    act: async (at) => {
      await at.run(
        'git init -q pager && cd pager && for i in $(seq 60); do git -c user.name=a -c user.email=a@b commit -q --allow-empty -m "change $i"; done',
      )
      await at.type('GIT_PAGER=less git log --oneline\r')
      await at.see(/change 60/)
      await at.type('q')
      await at.ended(0)
    },
  },
  {
    says: 'top draws and quits',
    needs: 'top',
    act: async (at) => {
      await at.type('top\r')
      await at.foreground('top')
      await at.see(/PID/)
      await at.type('q')
      await at.ended(0)
    },
  },
]

describe.concurrent('programs in a terminal', () => {
  it.each(ROWS.filter(({ needs }) => needs === undefined || isInstalled(needs)))('$says', async ({ act }) => {
    const at = atTerminal(world)
    const file = (name: string, text?: string) => world.file(join(at.caller.runId, name), text)
    file('.here')
    await at.open({ working_directory: at.caller.runId })
    await act(at, file)
    await at.call('close_session')
  })
})
