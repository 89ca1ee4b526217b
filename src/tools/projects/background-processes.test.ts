import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually, type SessionWorld, sessionWorld } from '../../../test/support/session-world.ts'
import type { SessionView } from '../../contract/terminals.ts'

let world: SessionWorld
beforeAll(async () => {
  world = await sessionWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

const start = async (command: string): Promise<string> =>
  (await world.call('run_command', { command, isBackground: true })).output.terminalId
const listed = async (): Promise<Record<string, unknown>[]> =>
  (await world.call('list_background_processes')).output.processes
const statusOf = async (id: string) => (await listed()).find(({ processId }) => processId === id)?.['status']
const isAlive = (pid: number): boolean =>
  existsSync(`/proc/${pid}/stat`) && !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
const open = (command: string, more: Partial<Parameters<typeof world.terminals.open>[0]>): Promise<SessionView> =>
  world.terminals.open({
    owner: world.sessions.own.ownerFor(world.gate.caller),
    kind: 'pipe',
    command,
    shell: '/bin/sh',
    cwd: { path: world.workdir },
    isBackground: true,
    ...more,
  })

describe('background processes', () => {
  it('are listed with their state, read and stopped', async () => {
    const done = await start('echo fine')
    const failed = await start('echo broken; exit 3')
    const runs = await start('echo one; echo two; echo three; sleep 600')
    await eventually(
      'both ends',
      async () => (await statusOf(done)) === 'completed' && (await statusOf(failed)) === 'failed',
    )
    expect(await statusOf(runs)).toBe('running')
    const [, second, third] = await listed()
    expect(second).toMatchObject({ processId: failed, command: 'echo broken; exit 3', exitCode: 3, cwd: world.workdir })
    expect(third).toMatchObject({ exitCode: null, endedAt: null, ports: [] })
    await eventually(
      'its output',
      async () =>
        (await world.call('get_background_process_output', { processId: runs, tailLines: 2 })).output.output ===
        'two\nthree\n',
    )
    const pid = Number(third?.['pid'])
    const stopped = await world.call('stop_background_process', { process_id: runs })
    expect(stopped.output).toMatchObject({ processId: runs, stopped: true, status: 'stopped' })
    expect(isAlive(pid)).toBe(false)
    expect((await world.call('stop_background_process', { processId: runs })).output).toMatchObject({ stopped: false })
    expect((await world.call('get_background_process_output', { processId: runs })).output.output).toBe(
      'one\ntwo\nthree\n',
    )
  })

  it('are stopped by force when that is asked for', async () => {
    const id = await start("trap '' TERM HUP; echo ready; while :; do sleep 1; done")
    await eventually('its beginning', async () =>
      (await world.call('get_background_process_output', { processId: id })).output.output.includes('ready'),
    )
    const { output } = await world.call('stop_background_process', { processId: id, force: true })
    expect(output).toMatchObject({ stopped: true, exitCode: 137 })
  })

  it('have ids of ours: a number of the system, another run’s or a plain terminal is none', async () => {
    const id = await start('sleep 600')
    const shell = (await world.call('create_session')).output.session_id
    const pid = String((await listed()).find(({ processId }) => processId === id)?.['pid'])
    for (const processId of [pid, '1', '0', '-1', shell, 'ses_00000000000000000000000000000000']) {
      expect((await world.call('stop_background_process', { processId })).error).toMatchObject({ code: 'NOT_FOUND' })
    }
    const other = world.otherCaller()
    expect((await world.call('stop_background_process', { processId: id }, other)).error).toMatchObject({
      code: 'NOT_FOUND',
    })
    expect((await world.call('list_background_processes', {}, other)).output.processes).toEqual([])
    await world.call('stop_background_process', { processId: id, force: true })
  })

  it('start until a line says that they are ready', async () => {
    const { id } = await open('sleep 0.5; echo "Local: http://localhost:5173"; sleep 600', {
      success: { pattern: 'Local:', timeoutMs: 600_000 },
    })
    expect(await statusOf(id)).toBe('starting')
    await eventually('it runs', async () => (await statusOf(id)) === 'running')
    await world.terminals.stop(id, { force: true })
  })

  it('a slow one runs after its time, ready or not', async () => {
    const { id } = await open('sleep 600', { success: { pattern: 'never', timeoutMs: 300 } })
    await eventually('it runs', async () => (await statusOf(id)) === 'running')
    await world.terminals.stop(id, { force: true })
  })

  it('one that had its time is dead, with its children', async () => {
    const file = world.file('late.pids')
    const { id, pid } = await open(`sleep 600 & echo $! > ${file}; wait`, { timeoutMs: 1_000 })
    await eventually('its end', async () => (await statusOf(id)) === 'timed_out')
    const child = Number(readFileSync(file, 'utf8'))
    expect([pid, child].filter(isAlive)).toEqual([])
  })

  it('the 21st of a run is refused', async () => {
    const caller = { ...world.gate.caller, runId: 'run_many', conversationId: 'run_many' }
    const owner = world.sessions.own.ownerFor(caller)
    for (let count = 0; count < 20; count += 1) await open('sleep 600', { owner })
    const { error } = await world.call('run_command', { command: 'sleep 600', isBackground: true }, caller)
    expect(error).toMatchObject({ code: 'LIMIT_REACHED' })
    expect(world.sessions.own.list(caller)).toHaveLength(20)
  })
})
