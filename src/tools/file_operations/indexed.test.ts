import { rmSync, symlinkSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fileWorld } from '../../../test/support/file-world.ts'
import { runOperation } from '../../../test/support/run-operation.ts'
import { searchIndexToolset } from '../search_index/index.ts'
import { workingDirectoryIndexerToolset } from '../working_directory_indexer/index.ts'
import { fileOperationsToolset } from './index.ts'

const world = fileWorld()
const { workspace } = world
const run = (name: string, args: Readonly<Record<string, unknown>>) =>
  runOperation(fileOperationsToolset(world), name, args, world.place)

beforeAll(() => {
  world.file('ws/src/tokens.ts', '/** Compares without leaking time. */\nexport function checkToken(a: string) {}\n')
  world.file('ws/src/use.ts', `import { checkToken } from './tokens.ts'\ncheckToken('x')\n`)
  world.file('ws/.env', 'API_KEY=zebrafinch\n')
  world.file('ws/docs/guide.md', '# Guide\nTokens are compared.\n')
  world.file('outside/note.txt', 'zebrafinch\n')
  symlinkSync(world.outside, `${workspace}/link`)
})
afterAll(async () => {
  await world.indexes.close()
  world[Symbol.dispose]()
})

it('semantic_search says where, how well and why, and that meanings were not compared', async () => {
  const ran = await run('semantic_search', { query: 'checkToken', limit: 2 })
  expect(ran.label).toBe('Searching by meaning: checkToken')
  expect(ran.resources).toMatchObject([{ path: workspace, access: 'read', zone: 'inside' }])
  expect(ran.output).toMatchObject({
    count: 2,
    index: { state: 'ready', waiting: 0 },
    results: [
      {
        file: 'src/tokens.ts',
        line: 1,
        context: 'checkToken',
        why: ['name checkToken', expect.stringMatching(/^words/)],
      },
      {},
    ],
    note: 'found by words and names only: There is no model here.',
  })
  expect(ran.text).toMatch(/^src\/tokens\.ts:1-2 {2}0\.\d\d {2}name checkToken; words .*\n\/\*\* Compares/)
})

it.each([
  ['what is closed', { query: 'zebrafinch' }],
  ['what a link leads to', { query: 'zebrafinch', path: 'src' }],
])('semantic_search does not find %s', async (_, args) => {
  expect(await run('semantic_search', args)).toMatchObject({
    output: { results: [] },
    text: expect.stringMatching(/^Nothing was found\./),
  })
})

it('semantic_search elsewhere is a question about elsewhere', async () => {
  const ran = await run('semantic_search', { query: 'zebrafinch', path: world.outside })
  expect(ran.resources).toMatchObject([{ path: world.outside, zone: 'outside' }])
  expect(ran.output).toMatchObject({ results: [{ file: 'note.txt' }] })
})

it.each([
  ['an empty query', 'semantic_search', { query: ' \t' }, 'The query is empty.'],
  ['a directory that is not there', 'semantic_search', { query: 'x', path: 'nowhere' }, /nowhere does not exist/],
  ['a name that is none', 'list_usages', { symbolName: 'a.b c' }, '"a.b c" is not a name.'],
  ['files of elsewhere', 'list_usages', { symbolName: 'x', filePaths: ['/etc/hosts'] }, /not below the working/],
])('refuses %s', async (_, name, args, message) => {
  await expect(run(name, args)).rejects.toMatchObject({ message: expect.stringMatching(message) })
})

it('list_usages names every place once, definitions first', async () => {
  const ran = await run('list_usages', { symbolName: 'checkToken', filePaths: ['src/use.ts'] })
  expect(ran.resources.map(({ kind, ...rest }) => [kind, 'path' in rest && rest.path])).toEqual([
    ['path', workspace],
    ['path', `${workspace}/src/use.ts`],
  ])
  expect(ran.text.split('\n')).toEqual([
    'definition  src/tokens.ts:2:17  export function checkToken(a: string) {}',
    `declaration  src/use.ts:1:10  import { checkToken } from './tokens.ts'`,
    `call  src/use.ts:2:1  checkToken('x')`,
  ])
})

it.each([
  ['a part of a name', { query: 'tok' }, ['src/tokens.ts']],
  ['a glob', { query: '*.ts' }, ['src/tokens.ts', 'src/use.ts']],
  ['an extension, with its dot', { extension: '.md' }, ['docs/guide.md']],
  ['a size', { minSize: 60 }, ['src/tokens.ts']],
  ['a page', { limit: 1, offset: 1 }, ['src/tokens.ts']],
  ['letters that SQL would read', { query: '%_' }, []],
])('search_index finds by %s', async (_, args, paths) => {
  const { output } = await run('search_index', args)
  expect((output as { files: { path: string }[] }).files.map(({ path }) => path)).toEqual(paths)
})

it('search_index finds symbols, counts, and looks again', async () => {
  expect((await run('search_index', { symbolName: 'token' })).text).toBe('function checkToken  src/tokens.ts:2')
  const single = searchIndexToolset(world)
  const stats = await runOperation(single, 'search_index', { action: 'stats' }, world.place)
  expect(stats.text).toMatch(
    /^3 files, \d+ bytes, 1 symbols, 3 directories\nextensions: ts 2, md 1\nchanges are watched/,
  )
  rmSync(`${workspace}/docs`, { recursive: true })
  const indexer = workingDirectoryIndexerToolset(world)
  const after = await runOperation(indexer, 'working_directory_indexer', { action: 'refresh' }, world.place)
  expect(after.output).toMatchObject({ root: workspace, files: 2, watching: true, truncated: false })
})
