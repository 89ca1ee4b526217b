import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { ClientProof, DoctorFinding } from '../../src/contract/doctor.ts'
import { connectClient } from '../support/clients.ts'
import { type Place, runProgram, startDaemon, temporaryPlace } from '../support/daemon-process.ts'

interface Report {
  readonly isFine: boolean
  readonly findings: readonly DoctorFinding[]
  readonly clients: readonly ClientProof[]
  readonly patience: readonly { client: string; gaveUpAfterMs: number | null; longestAnsweredMs: number }[]
}

async function doctor(place: Place, ...args: string[]): Promise<Report & { code: number | null; errors: string }> {
  const { code, output, errors } = await runProgram(place, ['doctor', '--json', ...args])
  return { ...(JSON.parse(output) as Report), code, errors }
}

const problems = ({ findings }: Report) => findings.filter(({ state }) => state === 'problem')

describe('doctor', { timeout: 60_000 }, () => {
  test('finds everything in order, and says what protects', async () => {
    using place = temporaryPlace()
    await using _daemon = await startDaemon(place)
    const report = await doctor(place)
    expect(problems(report)).toEqual([])
    expect(report).toMatchObject({ code: 0, isFine: true, clients: [] })
    const { output } = await runProgram(place, ['doctor'])
    expect(output).toMatch(/✓ daemon +Running for \d+s, process \d+, version /)
    expect(output).toMatch(/✓ history +Intact, \d+ entries\./)
    expect(output).toMatch(/Not active here\n {2}No sandbox of the operating system/)
    expect(output.split('\n').filter((line) => line.length > 80 && !line.includes(place.home))).toEqual([])
  })

  test('says what is wrong with the command that puts it right, and puts it right', async () => {
    using place = temporaryPlace({ port: 0 })
    await using daemon = await startDaemon(place)
    await daemon.kill('SIGTERM')
    await using _started = { [Symbol.asyncDispose]: async () => void (await runProgram(place, ['down'])) }
    chmodSync(join(place.dataDir, 'token'), 0o644)
    chmodSync(join(place.dataDir, 'logs'), 0o755)
    const report = await doctor(place)
    expect(report.code).toBe(1)
    expect(problems(report)).toEqual([
      {
        area: 'data',
        state: 'problem',
        text: `${join(place.dataDir, 'logs')} is open to others (0755 instead of 0700).`,
        fix: `chmod 0700 ${join(place.dataDir, 'logs')}`,
      },
      expect.objectContaining({ fix: `chmod 0600 ${join(place.dataDir, 'token')}` }),
      { area: 'daemon', state: 'problem', text: 'upperhand is not running.', fix: 'upperhand up' },
    ])
    const fixed = await doctor(place, '--fix')
    expect(fixed.errors).toMatch(/Putting right: .*token is open to others.*\n.*not running/)
    expect(fixed).toMatchObject({ code: 0, isFine: true })
    expect(statSync(join(place.dataDir, 'token')).mode & 0o777).toBe(0o600)
  })

  test('does not make a data directory by looking for one', async () => {
    using place = temporaryPlace()
    const dataDir = join(place.home, 'other')
    const report = await doctor({ ...place, dataDir })
    expect(report.findings).toContainEqual(expect.objectContaining({ text: `${dataDir} does not exist yet.` }))
    expect(() => statSync(dataDir)).toThrow()
  })

  test('notices a daemon of another version, and one that answers for nothing', async () => {
    using place = temporaryPlace()
    const socket = join(place.home, 'api')
    const status = { version: '0.0.1', pid: 1, startedAt: 0, safeMode: ['tools.json, line 1: no.'], warnings: [] }
    const facts = { url: 'http://127.0.0.1:9', mcpUrl: 'http://127.0.0.1:9/mcp', profiles: [] }
    const server = createServer((request, response) => {
      const body = request.url === '/api/status' ? { ...status, ...facts } : { calls: [{ at: Date.now() + 60_000 }] }
      response.end(JSON.stringify(request.url === '/api/history/verify' ? { ok: false, reason: 'Entry 3.' } : body))
    }).listen(socket)
    writeFileSync(join(place.dataDir, 'person.key'), 'k')
    const daemon = { pid: 1, port: 9, url: facts.url, socket, mcpSocket: socket, version: '0.0.1', startedAt: 0 }
    writeFileSync(join(place.dataDir, 'daemon.json'), JSON.stringify(daemon), { mode: 0o600 })
    const report = await doctor(place)
    server.closeAllConnections()
    server.close()
    expect(report.code).toBe(1)
    expect(problems(report).map(({ area, fix }) => [area, fix])).toEqual(
      expect.arrayContaining([
        ['daemon', 'upperhand down && upperhand up'],
        ['safe mode', 'correct the file it names'],
        ['port', 'upperhand logs'],
        ['clock', 'set the clock of this machine'],
        ['history', 'upperhand history verify'],
      ]),
    )
  })

  test('proves each connected client in four steps, and says which step fails', async () => {
    using place = temporaryPlace()
    await using daemon = await startDaemon(place)
    mkdirSync(join(place.home, '.cursor'))
    await runProgram(place, ['connect', 'claude-code', 'cursor', '--yes'])
    await runProgram(place, ['connect', 'codex', '--profile', 'read-only', '--yes'])
    const report = await doctor(place)
    expect(report).toMatchObject({ code: 0 })
    expect(report.clients.map(({ id, proofs }) => [id, proofs.map(({ state }) => state)])).toEqual([
      ['claude-code', ['ok', 'ok', 'ok', 'ok']],
      ['codex', ['ok', 'ok', 'ok', 'ok']],
      ['cursor', ['ok', 'ok', 'ok', 'ok']],
    ])
    const file = join(place.home, '.cursor', 'mcp.json')
    writeFileSync(file, readFileSync(file, 'utf8').replace('upperhand.mjs', 'gone/upperhand.mjs'))
    await daemon.person.post('/api/pause')
    const broken = await doctor(place)
    expect(broken.code).toBe(1)
    const failed = broken.clients.flatMap(({ id, proofs, fix }) =>
      proofs.flatMap(({ step, state }) => (state === 'failed' ? [[id, step, fix]] : [])),
    )
    expect(failed).toEqual([
      ['claude-code', 'call', 'upperhand logs'],
      ['codex', 'call', 'upperhand logs'],
      ['cursor', 'config', 'upperhand connect cursor'],
    ])
  })

  test('knows from the history how long a client waits', async () => {
    using place = temporaryPlace()
    await using daemon = await startDaemon(place)
    await using agent = await connectClient(daemon, 'http 2025', { name: 'hasty' })
    const outside = join(place.home, 'a.txt')
    const call = { operation: 'create_file', filePath: outside, content: 'x' }
    await agent.call('file_operations', { operation: 'list_dir' })
    await agent.call('file_operations', call, 300).catch(() => {})
    while ((await daemon.person.calls()).every(({ state }) => state !== 'cancelled')) await pause(50)
    const { patience } = await doctor(place)
    expect(patience).toMatchObject([{ client: 'hasty' }])
    expect(patience[0]?.gaveUpAfterMs).toBeGreaterThanOrEqual(250)
  })
})
