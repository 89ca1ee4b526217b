import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import type { StatusView } from '../../src/contract/status.ts'
import { connectClient, type TestClient, type ToolAnswer } from '../support/clients.ts'
import {
  type Daemon,
  type Place,
  runProgram,
  startDaemon,
  startProgram,
  temporaryPlace,
} from '../support/daemon-process.ts'
import { whyNoMounts, withMounts } from '../support/own-mounts.ts'

const UNAVAILABLE = 9
const reason = whyNoMounts()
const ROOM = { writesPerMinute: 12_000 }

/** The settings of the place come along into the empty file system. */
const onSmallDisk = ({ dataDir }: Place) =>
  withMounts(
    'cp "$1/settings.json" /tmp; mount -t tmpfs -o size=3m,mode=700 tmpfs "$1"; mv /tmp/settings.json "$1"',
    dataDir,
  )

const fill = (path: string) => {
  for (const size of [1024 * 1024, 64 * 1024, 4 * 1024, 1]) {
    try {
      for (;;) writeFileSync(path, Buffer.alloc(size), { flag: 'a' })
    } catch {}
  }
}

describe.skipIf(reason !== undefined)(`mounts of one's own${reason === undefined ? '' : ` (${reason})`}`, () => {
  test('a full disk: what cannot be recorded does not happen, and all goes on when there is room again', async () => {
    using place = temporaryPlace({ limits: ROOM })
    await using daemon = await startDaemon(place, { through: onSmallDisk(place) })
    const ballast = daemon.seen(join(place.dataDir, 'logs/ballast'))
    await using agent = await connectClient(daemon, 'http 2026', { profile: 'remote-primitives' })
    let count = 0
    const write = async (client: TestClient): Promise<ToolAnswer> => {
      count += 1
      const path = join(place.workdir, `${count}.txt`)
      const answer = await client.call('fs_write', { path, content: 'x' })
      expect([count, existsSync(path)]).toEqual([count, !answer.isError || answer.text.includes('ran')])
      return answer
    }
    expect(await write(agent)).toMatchObject({ isError: false })
    const leaving = await connectClient(daemon, 'sse 2025')
    await leaving.call('think', { thoughts: 'hm' })

    fill(ballast)
    let answer = await write(agent)
    while (!answer.isError) answer = await write(agent)
    expect((await write(agent)).text).toMatch(/disk of the data directory is full/)
    expect(await daemon.person.get<StatusView>('/api/status')).toMatchObject({ pid: daemon.pid })

    await leaving.client.close()
    await vi.waitUntil(() => daemon.errors().includes('an event could not be stored'), { timeout: 5_000 })
    await using other = await connectClient(daemon, 'http 2026', { name: 'other', profile: 'remote-primitives' })
    expect((await write(other)).text).toMatch(/disk of the data directory is full/)
    await expect(daemon.person.post('/api/pause')).rejects.toThrow(/503 .*disk of the data directory is full/)
    fill(ballast)

    rmSync(ballast)
    expect(await write(agent)).toMatchObject({ isError: false })
    expect(await write(other)).toMatchObject({ isError: false })
    expect(await daemon.person.post('/api/history/verify')).toMatchObject({ ok: true })
    expect(await daemon.person.get<StatusView>('/api/status')).toMatchObject({ pid: daemon.pid, safeMode: [] })
    await daemon.kill('SIGTERM')
    expect(await daemon.exited).toBe(0)
  })

  test.each(['4k', '48k', '100k'])(
    'a disk of %s, too small to start on: one sentence, and an exit code',
    async (size) => {
      using place = temporaryPlace()
      const through = withMounts(`mount -t tmpfs -o size=${size},mode=700 tmpfs "$1"`, place.dataDir)
      await using program = startProgram(place, { args: ['serve', '--port', '0'], through })
      expect(await program.exited).toBe(UNAVAILABLE)
      expect(program.errors()).toMatch(/disk of the data directory is full|cannot be written/)
      expect(program.errors()).not.toContain('    at ')
    },
  )

  test('a full disk under the project: the old file stays whole, nothing is left beside it', async () => {
    using place = temporaryPlace()
    const through = withMounts('mount -t tmpfs -o size=256k tmpfs "$1"', place.workdir)
    await using daemon = await startDaemon(place, { through })
    await using agent = await connectClient(daemon, 'http 2026', { profile: 'remote-primitives' })
    const path = join(place.workdir, 'a.txt')
    expect(await agent.call('fs_write', { path, content: 'old' })).toMatchObject({ isError: false })
    for (const mode of ['overwrite', 'append']) {
      const refused = await agent.call('fs_write', { path, mode, content: 'x'.repeat(300 * 1024) })
      expect(refused.text).toContain(`The disk is full: ${path} was not written.`)
    }
    const operations = [{ type: 'replace_first', pattern: 'old', replacement: 'x'.repeat(300 * 1024) }]
    expect((await agent.call('fs_patch', { path, operations })).text).toContain(
      `The disk is full: ${path} was not written.`,
    )
    const listing = await agent.call('fs_list', { path: place.workdir })
    expect(listing.structured['entries']).toMatchObject([{ path }])
    expect(readFileSync(daemon.seen(path), 'utf8')).toBe('old')
  })

  test('a read-only file system under the project: every change says so, and nothing changes', async () => {
    using place = temporaryPlace()
    for (const name of ['a.txt', 'b.txt']) writeFileSync(join(place.workdir, name), 'old')
    const through = withMounts('mount --bind "$1" "$1"; mount -o remount,bind,ro "$1"', place.workdir)
    await using daemon = await startDaemon(place, { through })
    await using agent = await connectClient(daemon, 'http 2026', { profile: 'remote-primitives' })
    const at = (name: string) => join(place.workdir, name)
    for (const [name, args] of [
      ['fs_write', { path: at('a.txt'), content: 'new' }],
      ['fs_write', { path: at('c.txt'), content: 'new' }],
      ['fs_patch', { path: at('a.txt'), operations: [{ type: 'replace_all', pattern: 'old', replacement: 'new' }] }],
      ['fs_delete', { path: at('a.txt') }],
      ['fs_move', { from: at('a.txt'), to: at('c.txt') }],
      ['fs_move', { from: at('a.txt'), to: at('b.txt'), overwrite: true }],
    ] as const) {
      const answer = await agent.call(name, args)
      expect([name, answer.isError, answer.text]).toEqual([
        name,
        true,
        expect.stringContaining('read-only file system'),
      ])
    }
    expect((await agent.call('fs_read', { path: at('a.txt') })).text).toBe('old')
    const listing = await agent.call('fs_list', { path: place.workdir })
    expect(listing.structured['entries']).toMatchObject([{ path: at('a.txt') }, { path: at('b.txt') }])
  })

  test.each([
    ['an empty data directory', async (_place: Place) => {}],
    ['a data directory that was used', async (place: Place) => useOnce(place)],
  ])('%s on a read-only file system: one sentence, and an exit code', async (_sentence, prepare) => {
    using place = temporaryPlace()
    await prepare(place)
    const through = withMounts('mount --bind "$1" "$1"; mount -o remount,bind,ro "$1"', place.dataDir)
    await using program = startProgram(place, { args: ['serve', '--json', '--port', '0'], through })
    expect(await program.exited).toBe(UNAVAILABLE)
    expect(program.errors()).toMatch(/read-only|cannot be (written|used)/)
    expect(program.errors()).toContain(place.dataDir)
    expect(program.errors()).not.toContain('    at ')
  })
})

async function useOnce(place: Place): Promise<void> {
  await using daemon: Daemon = await startDaemon(place)
  await daemon.kill('SIGTERM')
}

test('a file in place of the data directory: one sentence, and an exit code', async () => {
  using place = temporaryPlace()
  rmSync(place.dataDir, { recursive: true })
  writeFileSync(place.dataDir, 'not a directory')
  const { code, errors } = await runProgram(place, ['serve', '--port', '0'])
  expect(code).toBe(UNAVAILABLE)
  expect(errors).toContain('it is not a directory')
  expect(readFileSync(place.dataDir, 'utf8')).toBe('not a directory')
})
