import { describe, expect, it } from 'vitest'
import { type FileWorld, fileWorld } from '../../../test/support/file-world.ts'
import { runOperation } from '../../../test/support/run-operation.ts'
import { fileOperationsToolset } from './index.ts'

const run = (world: FileWorld, name: string, args: Record<string, unknown> = {}) =>
  runOperation(fileOperationsToolset(world), name, args, world.place)

describe('file_search', () => {
  it('pages through the files a glob matches, with their number', async () => {
    using world = fileWorld()
    for (let index = 100; index < 350; index += 1) world.file(`ws/d/${index}.ts`)
    world.file('ws/other.md')
    const first = await run(world, 'file_search', { query: '*.ts' })
    expect(first.output).toMatchObject({ count: 100, totalCount: 250, offset: 0, hasMore: true })
    expect(first.text).toMatch(/\[250 in all; continue with offset=100\]$/)
    expect(first.label).toBe('Finding files: *.ts')
    const last = await run(world, 'file_search', { query: '*.ts', offset: 200, limit: 100 })
    expect(last.output).toMatchObject({ count: 50, totalCount: 250, hasMore: false })
    expect((await run(world, 'file_search', { query: '*.none' })).text).toBe('No file was found.')
  })
})

describe('grep_search', () => {
  it('honours isRegexp, includePattern and maxResults', async () => {
    using world = fileWorld()
    world.file('ws/a.ts', 'foo.bar\nFooXbar\n')
    world.file('ws/b.md', 'foo.bar\n')
    const count = async (args: Record<string, unknown>) =>
      ((await run(world, 'grep_search', { query: 'foo.bar', ...args })).output as { totalCount: number }).totalCount
    expect(await count({})).toBe(2)
    expect(await count({ isRegexp: true })).toBe(3)
    expect(await count({ isRegexp: true, includePattern: '*.ts' })).toBe(2)
    expect(await count({ isRegexp: true, maxResults: 1 })).toBe(1)
    expect((await run(world, 'grep_search', { query: 'foo.bar', maxResults: 1 })).output).toEqual({
      matches: [{ filePath: expect.any(String), lineNumber: 1, lineText: 'foo.bar', matchText: 'foo.bar' }],
      totalCount: 1,
      truncated: 'limit',
    })
  })

  it('shows its line, cut where the query is long', async () => {
    using world = fileWorld()
    expect((await run(world, 'grep_search', { query: 'abc' })).label).toBe('Searching code: abc')
    expect((await run(world, 'grep_search', { query: 'x'.repeat(60) })).label).toBe(
      `Searching code: ${'x'.repeat(47)}...`,
    )
  })
})

describe('get_search_results', () => {
  it('repeats the last five searches of each kind, newest first', async () => {
    using world = fileWorld()
    expect((await run(world, 'get_search_results')).text).toBe('This run has not searched yet.')
    world.file('ws/a.ts', 'one two three\n')
    await run(world, 'file_search', { query: '*.ts' })
    for (const query of ['one', 'two', 'three', 'four', 'five', 'six']) await run(world, 'grep_search', { query })
    const { output, text } = await run(world, 'get_search_results')
    const { searches } = output as { searches: { query: string }[] }
    expect(searches.map(({ query }) => query)).toEqual(['six', 'five', 'four', 'three', 'two', '*.ts'])
    expect(searches[3]).toMatchObject({
      kind: 'grep',
      directory: world.workspace,
      totalCount: 1,
      truncated: false,
      results: [`${world.workspace}/a.ts:1: one two three`],
    })
    expect(text).toContain(`*.ts in ${world.workspace}: 1 file\n  ${world.workspace}/a.ts`)
  })

  it('forgets a run that ended, and knows nothing of others', async () => {
    using world = fileWorld()
    await run(world, 'grep_search', { query: 'x' })
    expect(world.search.recent('run_1')).toHaveLength(1)
    expect(world.search.recent('run_2')).toEqual([])
    world.search.endRun('run_1')
    expect(world.search.recent('run_1')).toEqual([])
  })
})
