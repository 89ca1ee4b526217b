import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { describe, expect, test } from 'vitest'
import type { ApprovalSummary, ApprovalView } from '../../src/contract/approvals.ts'
import { personApi } from '../support/api.ts'
import { connectClient } from '../support/clients.ts'
import { runProgram, startProgram, temporaryPlace } from '../support/daemon-process.ts'
import { runCommand } from '../support/fake-api.ts'
import { type TestHost, testHost } from '../support/host.ts'
import { noTerminal, openTerminal } from '../support/terminal.ts'

const BIN = fileURLToPath(new URL('../../bin/upperhand.mjs', import.meta.url))
const PATIENT = { limits: { approvalsPerRun: 100, patienceMs: 300 } }

function watch(host: TestHost, { args = [], env = {} }: { args?: string[]; env?: Record<string, string> } = {}) {
  return openTerminal({
    command: [process.execPath, BIN, 'ask', 'watch', ...args],
    cwd: host.workdir,
    env: { PATH: process.env['PATH'] ?? '', HOME: host.home, UPPERHAND_HOME: host.dataDir, ...env },
  })
}

const personOf = (host: TestHost) => personApi(host.url, host.personKey())
const decided = async (host: TestHost): Promise<ApprovalView[]> => {
  const person = personOf(host)
  const { approvals } = await person.get<{ approvals: ApprovalSummary[] }>('/api/approvals')
  const settled = approvals.filter(({ state }) => state !== 'pending')
  return Promise.all(settled.map(({ id }) => person.get<ApprovalView>(`/api/approvals/${id}`)))
}

/** An agent that asks for a file outside; `asked` resolves when the card is there. */
async function agentOf(host: TestHost) {
  const agent = await connectClient(host, 'http 2025')
  const write = (name: string, content = 'hello\n') =>
    agent.call('file_operations', { operation: 'create_file', filePath: join(host.home, name), content })
  return { ...agent, write }
}

describe.skipIf(noTerminal !== undefined)(
  `ask watch in a real terminal${noTerminal ?? ''}`,
  { timeout: 120_000 },
  () => {
    test('shows a card, and a high risk wants the word', async () => {
      await using host = await testHost()
      await using agent = await agentOf(host)
      await using terminal = await watch(host)
      await terminal.see(/Nothing waits for you\. q quits\./)
      const calling = agent.write('idea.md')
      const card = await terminal.see(/5 deny\n[\s\S]*\n> $/m)
      expect(card).toMatch(/▲ high {2}Creating file: idea\.md\napr_[0-9a-f]{8} · 1 of 1 · \d+s ago, expires in 29m\n/)
      expect(card).toMatch(/ {2}on +\S+idea\.md \(write, outside, new\)\n {2}why +It writes outside/)
      expect(card).toContain('\n  + hello\n')
      await terminal.type('1')
      await terminal.press('Enter')
      await terminal.see(/This is high risk\. Type approve and Enter: /)
      await terminal.type('yes')
      await terminal.press('Enter')
      await terminal.see(/Not approved\.\n> /)
      expect(await decided(host)).toEqual([])
      await terminal.type('1')
      await terminal.press('Enter')
      await terminal.see(/Enter: yes[\s\S]*Enter: $/m)
      await terminal.type('approvw')
      await terminal.press('BSpace')
      await terminal.type('e')
      await terminal.press('Enter')
      await terminal.see(/Approved once: Creating file: idea\.md/)
      expect(await calling).toMatchObject({ isError: false })
      expect(readFileSync(join(host.home, 'idea.md'), 'utf8')).toBe('hello\n')
      await terminal.type('q')
      await terminal.press('Enter')
      await terminal.see(/\[ended with 0\]/)
    })

    test('a card that was decided elsewhere says so, and the next one comes', async () => {
      await using host = await testHost({ settings: PATIENT })
      await using agent = await agentOf(host)
      await Promise.all(['a.md', 'b.md'].map((name) => agent.write(name)))
      await using terminal = await watch(host)
      const text = await terminal.see(/· 1 of 2 ·[\s\S]*\n> $/m)
      const first = /Creating file: (\w)\.md/.exec(text)?.[1]
      await terminal.type('1')
      await terminal.see(/\n> 1$/m)
      const card = (await personOf(host).pending()).find(({ label }) => label.includes(`${first}.md`))
      await personOf(host).decide(card!, { decision: 'deny', message: 'not you' })
      await terminal.see(/No longer waits: denied on the command line \d+s ago: "not you"\./)
      await terminal.see(/Not taken, it was typed before the card was ready: 1\n> /)
      expect(await decided(host)).toHaveLength(1)
    })

    test('a daemon that restarts is waited for', async () => {
      await using host = await testHost({ settings: PATIENT })
      {
        await using agent = await agentOf(host)
        await agent.write('a.md')
      }
      await using terminal = await watch(host)
      await terminal.see(/\n> $/m)
      await host.restart()
      await terminal.see(/upperhand is gone\. Waiting for it\./)
      await terminal.see(/upperhand is back\.[\s\S]*Creating file: a\.md[\s\S]*\n> $/m)
      await terminal.type('5')
      await terminal.press('Enter')
      await terminal.see(/Denied: Creating file: a\.md/)
    })

    test('what is critical can be approved once only', async () => {
      await using host = await testHost({ settings: PATIENT })
      await using agent = await agentOf(host)
      writeFileSync(join(host.workdir, '.env'), 'A=1\n')
      await agent.call('file_operations', { operation: 'read_file', filePath: '.env' })
      await using terminal = await watch(host)
      const text = await terminal.see(/\n> $/m)
      expect(text).toMatch(/⛔ critical/)
      expect(text).toMatch(/\n1 approve once {3}5 deny\n/)
      await terminal.type('2')
      await terminal.press('Enter')
      await terminal.see(/"2" is not one of the choices\./)
      await terminal.type('1')
      await terminal.press('Enter')
      await terminal.see(/This is critical risk\. Type approve/)
    })

    test('arguments are edited in the editor of the person, and the whole card is paged', async () => {
      await using host = await testHost({ settings: PATIENT })
      await using agent = await agentOf(host)
      const editor = join(host.home, 'editor')
      writeFileSync(editor, `#!/bin/sh\nsed -i 's/wrong/right/' "$2"\n`)
      chmodSync(editor, 0o755)
      await agent.write('a.md', `${'line\n'.repeat(100)}wrong\n`)
      await using terminal = await watch(host, { env: { EDITOR: `${editor} --wait`, PAGER: 'cat' } })
      await terminal.see(/… 41 more lines\. v shows everything; approving needs that first\.[\s\S]*\n> $/m)
      await terminal.type('e')
      await terminal.press('Enter')
      await terminal.see(/look at it with v first/)
      await terminal.type('v')
      await terminal.press('Enter')
      await terminal.see(/\+ wrong[\s\S]*> $/m)
      await terminal.type('e')
      await terminal.press('Enter')
      await terminal.see(/With these arguments instead:[\s\S]*Type approve and Enter to let it run so: $/m)
      await terminal.type('approve')
      await terminal.press('Enter')
      await terminal.see(/Approved once/)
      expect(await decided(host)).toMatchObject([
        { editedArgs: { content: expect.stringMatching(/right\n$/) }, scope: 'once' },
      ])
    })

    test('a rule is chosen by its number, from narrow to broad', async () => {
      await using host = await testHost({ settings: PATIENT })
      await using agent = await agentOf(host)
      await agent.write('notes.md')
      await using terminal = await watch(host)
      await terminal.see(/\n> $/m)
      await terminal.type('4')
      await terminal.press('Enter')
      const offered = await terminal.see(/Which rule\? Its number, or Enter to go back: $/m)
      expect(offered).toMatch(/\n1 {2}exactly this\n {3}allow file_operations\.create_file on \S+notes\.md \(/)
      await terminal.type('1')
      await terminal.press('Enter')
      await terminal.see(/Type approve and Enter: $/m)
      await terminal.type('approve')
      await terminal.press('Enter')
      await terminal.see(/Approved once: Creating file: notes\.md\nRule rule_\w+: allow file_operations\.create_file/)
      expect(await agent.write('notes.md', 'other')).toMatchObject({ isError: false })
      expect(readFileSync(join(host.home, 'notes.md'), 'utf8')).toBe('other')
    })

    test('skipped cards come again; a question is answered in words', async () => {
      await using host = await testHost({ settings: PATIENT })
      await using agent = await agentOf(host)
      await agent.call('user_collaboration', { prompt: 'Which port?' })
      await using terminal = await watch(host)
      await terminal.see(/Which port\?[\s\S]*\n1 answer {3}5 deny\nv show everything {3}s skip {3}q quit\n> $/m)
      await terminal.type('s')
      await terminal.press('Enter')
      await terminal.see(/Nothing waits for you\. 1 skipped, s shows them again\. q quits\./)
      await terminal.type('s')
      await terminal.press('Enter')
      await terminal.see(/again\. q quits\.[\s\S]*> $/m)
      await terminal.type('1')
      await terminal.press('Enter')
      await terminal.see(/Answer: $/m)
      await terminal.type('8081')
      await terminal.press('Enter')
      await terminal.see(/Answered: /)
      expect(await decided(host)).toMatchObject([{ state: 'answered', message: '8081' }])
    })

    test('plain mode labels every line, without colour or redrawing', async () => {
      await using host = await testHost({ settings: PATIENT })
      await using agent = await agentOf(host)
      await agent.write('a.md')
      await using terminal = await watch(host, { args: ['--plain'] })
      const text = await terminal.see(/Your choice: $/m)
      expect(text).toMatch(/^Plain mode: /)
      expect(text).toMatch(/\nRequest 1 of 1: Creating file: a\.md\nRisk: high\nId: apr_/)
      expect(text).toMatch(/\nAdded line: hello\n/)
      expect(text).toMatch(/\nChoice 1: approve once\n/)
      expect(await terminal.painted()).toBe(text)
    })

    test('Ctrl-C leaves, decides nothing, and gives the terminal back as it was', async () => {
      await using host = await testHost({ settings: PATIENT })
      await using agent = await agentOf(host)
      await agent.write('a.md')
      await using terminal = await openTerminal({
        command: ['sh', '-c', `"$0" "$1" ask watch; stty -a`, process.execPath, BIN],
        cwd: host.workdir,
        env: { PATH: process.env['PATH'] ?? '', HOME: host.home, UPPERHAND_HOME: host.dataDir },
      })
      await terminal.see(/\n> $/m)
      await terminal.type('1')
      await terminal.press('C-c')
      expect(await terminal.see(/ended with/)).toMatch(/[^-]icanon[\s\S]*[^-]echo /)
      expect(await decided(host)).toEqual([])
      expect(existsSync(join(host.home, 'a.md'))).toBe(false)
    })
  },
)

/** In this process, where keys can be pressed in the very moment that something is written. */
function watchHere(host: TestHost) {
  const readable = new PassThrough()
  let screen = ''
  let onWrite = () => {}
  const ended = runCommand(['ask', 'watch'], {
    env: { HOME: host.home, UPPERHAND_HOME: host.dataDir },
    directory: host.workdir,
    isTerminal: true,
    isInteractive: true,
    streams: { readable, writable: new PassThrough() },
    write: (text) => {
      screen += stripVTControlCharacters(text)
      onWrite()
    },
  })
  const type = (keys: string) => void readable.write(keys)
  return {
    type,
    screen: () => screen,
    see: (pattern: RegExp) => expect.poll(() => screen, { timeout: 60_000, interval: 20 }).toMatch(pattern),
    /** Presses the keys as soon as the screen matches, before anything else can happen. */
    whenShown: (pattern: RegExp, keys: readonly string[]) => {
      onWrite = () => {
        if (!pattern.test(screen)) return
        onWrite = () => {}
        keys.forEach(type)
      }
    },
    [Symbol.asyncDispose]: async () => {
      type('\u0003')
      await ended
    },
  }
}

describe('ask watch, keys at the wrong moment', { timeout: 120_000 }, () => {
  test('what is typed before the card is ready decides nothing, and is shown', async () => {
    await using host = await testHost({ settings: PATIENT })
    await using agent = await agentOf(host)
    await using terminal = watchHere(host)
    await terminal.see(/Nothing waits/)
    terminal.type('5')
    await terminal.see(/q quits\.\n5$/)
    terminal.whenShown(/q quit\n$/, ['\r', '5\r', 'approve\r'])
    await agent.write('a.md')
    await terminal.see(/Not taken, it was typed before the card was ready: 5⏎5⏎approve⏎\n> /)
    expect(await decided(host)).toEqual([])
  })

  test('fifty cards arrive while somebody types: nothing is decided and no character is lost', async () => {
    await using host = await testHost({ settings: PATIENT })
    await using agent = await agentOf(host)
    await using terminal = watchHere(host)
    await terminal.see(/Nothing waits/)
    // First into the blue, as if the keys were meant for another window.
    const keys = Array.from({ length: 60 }, (_, index) => `${(index % 5) + 1}\r`)
    terminal.whenShown(/q quit\n$/, keys)
    await Promise.all(Array.from({ length: 25 }, (_, index) => agent.write(`first-${index}.md`)))
    await terminal.see(/Not taken, .*\n> $/)
    expect(terminal.screen()).toContain(`the card was ready: ${keys.join('').replaceAll('\r', '⏎')}\n`)
    expect(await decided(host)).toEqual([])
    // Then into a message, with the other half arriving.
    terminal.type('m\r')
    await terminal.see(/Tell the agent why: $/)
    const message = 'Not there, please: use the notes folder of this project — thank you! '.repeat(4)
    const arriving = Array.from({ length: 25 }, (_, index) => agent.write(`second-${index}.md`))
    for (const char of message) {
      terminal.type(char)
      await new Promise(setImmediate)
    }
    await Promise.all(arriving)
    expect(await decided(host)).toEqual([])
    terminal.type('\r')
    await terminal.see(/Denied: Creating file: first-\d+\.md/)
    expect(await decided(host)).toMatchObject([{ state: 'denied', message }])
    await terminal.see(/· 1 of 49 ·/)
  })
})

describe('ask watch without a terminal', { timeout: 120_000 }, () => {
  test('shows every card once, as JSON or for people, and reads nothing', async () => {
    await using host = await testHost({ settings: PATIENT })
    await using agent = await agentOf(host)
    await agent.write('a.md')
    await using shown = startProgram(host, { args: ['ask', 'watch'] })
    await using told = startProgram(host, { args: ['ask', 'watch', '--json'] })
    expect(JSON.parse(await told.firstLine)).toMatchObject({ label: 'Creating file: a.md', state: 'pending' })
    await agent.write('b.md')
    await expect.poll(told.output, { timeout: 60_000 }).toContain('Creating file: b.md')
    expect(told.output().trim().split('\n')).toHaveLength(2)
    await expect.poll(shown.output, { timeout: 60_000 }).toMatch(/a\.md[\s\S]*upperhand ask approve apr_[\s\S]*b\.md/)
    expect(await decided(host)).toEqual([])
  })

  test('says when nothing runs', async () => {
    using place = temporaryPlace()
    expect(await runProgram(place, ['ask', 'watch'])).toMatchObject({ code: 9 })
  })
})
