import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { HostEvent } from '../../src/contract/events.ts'
import type { StatusView } from '../../src/contract/status.ts'
import { connectClient } from '../support/clients.ts'
import { type Daemon, startDaemon, startProgram, temporaryPlace } from '../support/daemon-process.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { createMixedWork } from './mixed-work.ts'

const ROUNDS = 60
const WORK_MS = 160
const START_MS = 600
const EVERY_NTH_START = 10
/** Far more calls than a minute of this test makes; and appends of both kinds, rewritten and in place. */
const LIMITS = { readsPerMinute: 60_000, writesPerMinute: 12_000, approvalsTotal: 1_000, appendRewriteBytes: 100_000 }

const random = seededRandom()

test(`kill -9 at ${ROUNDS} random points of mixed calls (SEED=${random.seed})`, { timeout: 300_000 }, async () => {
  using place = temporaryPlace({ limits: LIMITS })
  const outside = join(place.home, 'outside')
  mkdirSync(outside)
  const work = createMixedWork(place.workdir, random)
  const seen = new Set<string>()
  let port = 0

  const checkAfterKill = async (daemon: Daemon) => {
    expect(await daemon.person.get<StatusView>('/api/status')).toMatchObject({ safeMode: [], warnings: [] })
    expect(await daemon.person.post('/api/history/verify')).toMatchObject({ ok: true })
    expect(work.damage()).toEqual([])
    expect(work.litter()).toEqual([])
    const pending = (await daemon.person.pending()).map(({ id }) => id)
    expect(pending).toEqual(expect.arrayContaining([...seen]))
    for (const id of pending) seen.add(id)
    const calls = await daemon.person.calls('?limit=500')
    const succeeded = calls.filter(({ state }) => state === 'succeeded').map(({ id }) => id)
    expect(succeeded).toEqual(expect.arrayContaining(work.acknowledged()))
  }

  for (let round = 0; round < ROUNDS; round += 1) {
    if (round % EVERY_NTH_START === 5) {
      const starting = startProgram(place, { args: ['serve', '--json', '--port', String(port)] })
      await pause(random.below(START_MS))
      await starting.kill()
    }
    await using daemon = await startDaemon(place, { port })
    port = daemon.port
    await checkAfterKill(daemon)
    await using primitives = await connectClient(daemon, 'http 2026', { profile: 'remote-primitives' })
    await using agent = await connectClient(daemon, 'http 2026')
    const args = { operation: 'create_file', filePath: join(outside, `${round}.txt`), content: 'x' }
    const asking = expect(agent.call('file_operations', args)).rejects.toThrow()
    const working = work.run(primitives, agent)
    await pause(random.below(WORK_MS))
    await daemon.kill()
    await Promise.all([asking, working])
  }

  await using daemon = await startDaemon(place, { port })
  await checkAfterKill(daemon)
  expect(readdirSync(outside)).toEqual([])
  expect(seen.size).toBeGreaterThan(ROUNDS / 2)
  const lines = await daemon.person.text('/api/history/export')
  const events = lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as HostEvent)
  const begun = new Set(
    events.filter(({ type }) => type === 'call.started' || type === 'call.waiting').map(({ subject }) => subject),
  )
  const finished = events.filter(({ type }) => type === 'call.finished').map(({ subject }) => subject)
  expect(new Set(finished).size).toBe(finished.length)
  expect([...begun].filter((id) => !finished.includes(id))).toEqual([])
  const unknown = events.filter(({ type, body }) => type === 'call.finished' && body['state'] === 'unknown')
  expect(unknown.length).toBeGreaterThan(0)

  const card = await daemon.person.nextPending()
  await daemon.person.decide(card)
  await using agent = await connectClient(daemon, 'http 2026')
  expect(await agent.call('file_operations', { operation: 'create_file', ...card.args })).toMatchObject({
    structured: { created: true, filePath: card.args['filePath'] },
  })
})

test('a first start that is killed anywhere leaves a directory that can be started', { timeout: 60_000 }, async () => {
  for (let round = 0; round < 5; round += 1) {
    using place = temporaryPlace()
    const starting = startProgram(place, { args: ['serve', '--json', '--port', '0'] })
    await pause(random.below(START_MS))
    await starting.kill()
    await using daemon = await startDaemon(place)
    expect(await daemon.person.get<StatusView>('/api/status')).toMatchObject({ safeMode: [], warnings: [] })
    expect(await daemon.person.post('/api/history/verify')).toMatchObject({ ok: true })
  }
})
