import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SessionView } from '../../src/contract/terminals.ts'
import { type Api, personApi } from '../support/api.ts'
import { runProgram } from '../support/daemon-process.ts'
import { type TestHost, testHost } from '../support/host.ts'
import { eventually } from '../support/session-world.ts'
import { openTerminal } from '../support/terminal.ts'

const BIN = fileURLToPath(new URL('../../bin/upperhand.mjs', import.meta.url))

let host: TestHost
let person: Api
beforeAll(async () => {
  host = await testHost({ settings: { shell: '/bin/bash', limits: { stopMs: 500 } } })
  person = personApi(host.url, host.personKey())
})
afterAll(() => host[Symbol.asyncDispose]())

const env = () => ({ PATH: process.env['PATH'] ?? '', HOME: host.home, UPPERHAND_HOME: host.dataDir })
const upperhand = (...args: string[]) => runProgram(host, args)
const inTerminal = (...args: string[]) =>
  openTerminal({ command: [process.execPath, BIN, ...args], cwd: host.workdir, env: env(), columns: 90, rows: 30 })
const terminals = async () => (await person.get<{ terminals: SessionView[] }>('/api/terminals')).terminals

describe('term', { timeout: 180_000 }, () => {
  test('opens, lists, shows what it costs, and ends', async () => {
    expect((await upperhand('term', 'ls')).output).toContain('No terminals')
    const opened = await upperhand('term', 'new', '--detached', '--json', '--', 'sh', '-c', 'echo "a  b"; sleep 600')
    const { id, command } = JSON.parse(opened.output) as SessionView
    expect(command).toBe(`sh -c 'echo "a  b"; sleep 600'`)
    expect((await upperhand('term')).output).toMatch(new RegExp(`${id.slice(0, 12)} +running +person +\\w+ +sh -c`))
    const board = await upperhand('ps')
    expect(board.output).toMatch(/^ID +STATE +PID +CPU +MEMORY +PORTS +OWNER +AGE +COMMAND\n/)
    expect(board.output).toContain(id.slice(0, 12))
    expect(JSON.parse((await upperhand('ps', '--json')).output)).toMatchObject({ processes: [{ id, ports: [] }] })
    expect((await upperhand('term', 'kill', '--force', id.slice(0, 10))).output).toBe(`Ended ${id}.\n`)
    expect(await terminals()).toMatchObject([{ id, state: 'stopped' }])
  })

  test('what is wrong has its exit code', async () => {
    expect(await upperhand('term', 'kill', 'ses_none')).toMatchObject({ code: 4 })
    expect(await upperhand('term', 'attach', 'ses_none')).toMatchObject({ code: 4 })
    const { output: out } = await upperhand('term', 'new', '--detached', '--json')
    const { id } = JSON.parse(out) as SessionView
    const without = await upperhand('term', 'attach', id)
    expect(without).toMatchObject({ code: 2 })
    expect(without.errors).toContain('Attaching needs a terminal.')
    await upperhand('term', 'kill', '--force', id)
  })
})

describe('attach', { timeout: 180_000 }, () => {
  test('works like a terminal: keys, size, full screen; Ctrl-] leaves it running and the screen as it was', async () => {
    await using terminal = await inTerminal('term', 'new')
    await terminal.see(/^ Ctrl-\] leaves/m)
    await terminal.type('stty size; echo sum$((40+2))\r')
    await terminal.see(/30 90[\s\S]*sum42/)
    await terminal.type('sleep 600\r')
    await terminal.press('C-c')
    await terminal.type('echo on$((1+1))\r')
    await terminal.see(/on2/)
    await terminal.type("printf '\\033[?1049h\\033[2J\\033[HOTHER'; read -r; printf '\\033[?1049l'\r")
    await terminal.see(/^OTHER/m)
    await terminal.press('Enter')
    await terminal.see(/sum42/)
    const live = (await terminals()).find(({ lease }) => lease.holder === 'person')
    expect(live?.isShell).toBe(true)
    await terminal.press('C-]')
    const left = await terminal.see(/\[ended with 0\]/)
    expect(left).toMatch(/Attached to ses_\w+\. Ctrl-\] leaves it running\.\nLeft ses_\w+; it goes on\./)
    expect(left).not.toContain('sum42')
    const after = await person.get<SessionView>(`/api/terminals/${live?.id}`)
    expect(after).toMatchObject({ endedAt: null })
    await eventually('the keyboard is free', async () => {
      const { lease } = await person.get<SessionView>(`/api/terminals/${live?.id}`)
      return lease.holder === 'free'
    })
    await upperhand('term', 'kill', '--force', live?.id ?? '')
  })

  test('a second view sees the same, and both end with the terminal', async () => {
    const { output: out } = await upperhand('term', 'new', '--detached', '--json')
    const { id } = JSON.parse(out) as SessionView
    await using first = await inTerminal('term', 'attach', id)
    await first.type('echo both$((1+1))\r')
    await first.see(/both2/)
    await using second = await inTerminal('term', 'attach', id)
    await second.see(/both2/)
    await second.type('exit 3\r')
    await first.see(/ended with exit code 3\./)
    await second.see(/ended with exit code 3\./)
  })
})
