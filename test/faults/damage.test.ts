import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import type { StatusView } from '../../src/contract/status.ts'
import { personApi } from '../support/api.ts'
import { connectClient } from '../support/clients.ts'
import { type TestHost, testHost } from '../support/host.ts'

const PAGE_BYTES = 4_096

/** Damages the files of a host that was used, and says how each of them is repaired. */
interface Damage {
  readonly sentence: string
  readonly spoil: (directory: string) => void
  readonly reasons: readonly RegExp[]
  /** Absent where a restart repairs. */
  readonly repair?: (directory: string, good: (name: string) => Buffer) => void
}

const spoilDatabase = (change: (bytes: Buffer) => Buffer) => (directory: string) => {
  const path = join(directory, 'upperhand.db')
  writeFileSync(path, change(readFileSync(path)))
}
const garbage = spoilDatabase((bytes) => bytes.fill('garbage', 0, 100))
const spoilSettings = (directory: string) => {
  writeFileSync(join(directory, 'settings.json'), '{\n  "projects": [\n  "port": 1')
  rmSync(join(directory, 'settings.json.last-good'))
}
const spoilTools = (directory: string) => {
  writeFileSync(join(directory, 'tools.json'), '{ "version": 1, "profiles": "all of them" }')
  rmSync(join(directory, 'tools.json.last-good'))
}
const repairing =
  (...names: readonly string[]): NonNullable<Damage['repair']> =>
  (directory, good) => {
    for (const name of names) writeFileSync(join(directory, name), good(name))
  }

const DAMAGES: readonly Damage[] = [
  { sentence: 'a database with a garbage header', spoil: garbage, reasons: [/database was damaged/] },
  {
    sentence: 'a truncated database',
    spoil: spoilDatabase((bytes) => bytes.subarray(0, Math.floor(bytes.length * 0.6))),
    reasons: [/database was damaged/],
  },
  {
    sentence: 'a database with a page of zeros in the middle',
    spoil: spoilDatabase((bytes) => bytes.fill(0, 3 * PAGE_BYTES, 4 * PAGE_BYTES)),
    reasons: [/database was damaged/],
  },
  {
    sentence: 'damaged settings without a good copy',
    spoil: spoilSettings,
    reasons: [/settings\.json, line 3/],
    repair: repairing('settings.json'),
  },
  {
    sentence: 'a damaged tools.json without a good copy',
    spoil: spoilTools,
    reasons: [/tools\.json, line 1/],
    repair: repairing('tools.json'),
  },
  {
    sentence: 'all three at once',
    spoil: (directory) => {
      for (const spoil of [garbage, spoilSettings, spoilTools]) spoil(directory)
    },
    reasons: [/database was damaged/, /settings\.json, line 3/, /tools\.json, line 1/],
    repair: repairing('settings.json', 'tools.json'),
  },
]

const status = (host: TestHost) => personApi(host.url, host.personKey()).get<StatusView>('/api/status')
const create = (filePath: string) => ['file_operations', { operation: 'create_file', filePath, content: 'x' }] as const

test.each(DAMAGES)('$sentence: read-only, and every face says why', async ({ spoil, reasons, repair }) => {
  await using host = await testHost()
  writeFileSync(join(host.workdir, 'a.txt'), 'hello')
  {
    await using agent = await connectClient(host, 'stdio 2026')
    for (let n = 0; n < 20; n += 1) await agent.call('file_operations.read_file', { filePath: 'a.txt' })
    expect(await agent.call(...create('before.txt'))).toMatchObject({ isError: false })
  }
  const original = new Map<string, Buffer>()
  const spoiled = new Map<string, Buffer>()
  const remember = (files: Map<string, Buffer>) => {
    for (const name of ['upperhand.db', 'settings.json', 'tools.json']) {
      files.set(name, readFileSync(join(host.dataDir, name)))
    }
  }
  await host.restart(() => {
    remember(original)
    spoil(host.dataDir)
    remember(spoiled)
  })

  const { safeMode } = await status(host)
  for (const reason of reasons) expect(safeMode.join('\n')).toMatch(reason)
  expect(safeMode).toHaveLength(reasons.length)
  for (const reason of reasons) expect(host.log.filter((line) => line.includes('"error"')).join('')).toMatch(reason)
  expect(keptFiles(host.dataDir)).toEqual(expect.arrayContaining([...spoiled.values()]))

  {
    await using agent = await connectClient(host, 'stdio 2026')
    expect(await agent.call('file_operations.read_file', { filePath: 'a.txt' })).toMatchObject({ isError: false })
    const refused = await agent.call(...create('new.txt'))
    expect(refused).toMatchObject({ isError: true, meta: { 'upperhand/error': { code: 'PERMISSION_DENIED' } } })
    for (const reason of reasons) expect(refused.text).toMatch(reason)
  }
  expect(readdirSync(host.workdir).sort()).toEqual(['a.txt', 'before.txt'])

  repair?.(host.dataDir, (name) => original.get(name)!)
  const isDatabaseGone = reasons.some((reason) => reason.source.includes('database'))
  const left = isDatabaseGone ? 1 : 0
  await vi.waitUntil(async () => (await status(host)).safeMode.length === left, { timeout: 5_000 })
  if (isDatabaseGone) await host.restart()
  expect((await status(host)).safeMode).toEqual([])
  await using again = await connectClient(host, 'stdio 2026')
  expect(await again.call(...create('new.txt'))).toMatchObject({ isError: false })
  const verification = await personApi(host.url, host.personKey()).post('/api/history/verify')
  expect(verification).toMatchObject({ ok: !isDatabaseGone })
})

function keptFiles(directory: string): Buffer[] {
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => readFileSync(join(directory, name)))
}

test('damaged settings beside a good copy: the good ones stay in force, with a warning', async () => {
  await using host = await testHost({ settings: { limits: { readFileLines: 3 } } })
  writeFileSync(join(host.workdir, 'long.txt'), 'line\n'.repeat(10))
  await host.restart(() => writeFileSync(join(host.dataDir, 'settings.json'), '{ "limits": '))
  expect(await status(host)).toMatchObject({
    safeMode: [],
    warnings: [expect.stringMatching(/settings\.json, line 1/), 'The last good settings stay in force.'],
  })
  await using agent = await connectClient(host, 'stdio 2026')
  expect((await agent.call('file_operations.read_file', { filePath: 'long.txt' })).text).toContain('offset=4')
  expect(await agent.call(...create('new.txt'))).toMatchObject({ isError: false })
})

test('a damaged tools.json beside a good copy: the good one stays in force, and is told where it matters', async () => {
  await using host = await testHost()
  const path = join(host.dataDir, 'tools.json')
  await host.restart(() => {
    writeFileSync(path, readFileSync(path, 'utf8').slice(0, 300))
  })
  const { safeMode, warnings } = await status(host)
  expect(safeMode).toEqual([])
  expect(warnings.join('\n')).toMatch(/tools\.json, line \d+/)
  expect(host.log.join('')).toMatch(/tools\.json, line \d+/)
  await using agent = await connectClient(host, 'stdio 2026')
  expect(await agent.call(...create('new.txt'))).toMatchObject({ isError: false })
  expect((await agent.call('filesystem.fs_read', { path: 'new.txt' })).text).toMatch(/disabled.*tools\.json, line \d+/s)
})
