import { linkSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { temporaryDirectory } from '../../test/support/temporary.ts'
import { type Clock, systemClock } from '../base/clock.ts'
import { LIMITS, type Limits } from '../base/limits.ts'
import { createLogger } from '../base/logger.ts'
import { createRedact } from '../base/redact.ts'
import { normalised } from '../base/vectors.ts'
import { wordsOf } from '../base/words.ts'
import { createIndexes, type Embedder, type Indexes } from './indexes.ts'

const directory = temporaryDirectory()
const data = join(directory.path, 'index')
const never = new AbortController().signal
const opened: Indexes[] = []
const log: string[] = []

/** Words are directions; some words are one. Enough to see that meanings are compared. */
const SAME: Readonly<Record<string, string>> = { automobile: 'car', vehicle: 'car', repair: 'mend', fix: 'mend' }
const fakeEmbedder: Embedder = {
  model: () => 'fake',
  embed: async (texts) =>
    texts.map((text) => {
      const values = new Array<number>(64).fill(0.01)
      for (const word of wordsOf(text)) {
        const known = SAME[word] ?? word
        const place = [...known].reduce((sum, char) => (sum * 31 + (char.codePointAt(0) ?? 0)) % 64, 7)
        values[place] = (values[place] ?? 0) + 1
      }
      return normalised(values) ?? new Float32Array(64)
    }),
}

function indexes(options: Partial<Limits> = {}, clock: Clock = systemClock, embedder = fakeEmbedder): Indexes {
  const made = createIndexes({
    directory: data,
    embedder,
    isClosed: (path) => /\/(?:\.env|secrets)(?:\/|$)/.test(path),
    isTooMuch: (root) => root === '/',
    limits: { ...LIMITS, indexWaitMs: 50_000, ...options },
    clock,
    log: createLogger((line) => log.push(line), createRedact()),
  })
  opened.push(made)
  return made
}

let count = 0
function project(files: Readonly<Record<string, string | Buffer>>): string {
  const root = join(directory.path, `project-${++count}`)
  mkdirSync(root)
  for (const [name, content] of Object.entries(files)) put(root, name, content)
  return root
}

function put(root: string, name: string, content: string | Buffer): void {
  mkdirSync(dirname(join(root, name)), { recursive: true })
  writeFileSync(join(root, name), content)
}

/** Until the watch has seen what happened. */
const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 30_000, interval: 50 })

const names = async (index: Indexes, root: string) =>
  (await index.find(root, { limit: 1_000, offset: 0 }, never)).files.map(({ path }) => path)

afterAll(async () => {
  await Promise.all(opened.map((one) => one.close()))
  directory[Symbol.dispose]()
})

describe('what is indexed', () => {
  let root: string
  const index = indexes({ indexFileBytes: 10_000 })
  beforeAll(() => {
    root = project({
      'src/app.ts': 'export function startServer() {}\n',
      'src/.env': 'PASSWORD=hunter2\n',
      'secrets/key.txt': 'hunter2\n',
      'README.md': '# Title\nhunter\n',
      '.gitignore': 'dist/\n*.log\n!keep.log\n/only-top.txt\n',
      'dist/out.js': 'x\n',
      'a.log': 'x\n',
      'keep.log': 'kept words\n',
      'only-top.txt': 'x\n',
      'sub/only-top.txt': 'deep\n',
      'sub/.gitignore': 'local.txt\n!a.log\n',
      'sub/local.txt': 'x\n',
      'sub/a.log': 'unignored\n',
      'node_modules/m/index.js': 'x\n',
      '.git/config': 'x\n',
      'image.png': Buffer.from([0x89, 0x50, 0, 0, 1]),
      'huge.txt': 'hunterbig '.repeat(2_000),
      'package-lock.json': '{"hunterlock": 1}',
      '.github/workflow.yml': 'name: ci\n',
    })
    put(directory.path, 'outside/private.txt', 'outsideword\n')
    symlinkSync(join(directory.path, 'outside'), join(root, 'link'))
    symlinkSync(join(directory.path, 'outside/private.txt'), join(root, 'link.txt'))
    linkSync(join(directory.path, 'outside/private.txt'), join(root, 'hard.txt'))
  })

  it('is what .gitignore leaves, without links and without what is closed', async () => {
    expect(await names(index, root)).toEqual([
      '.github/workflow.yml',
      '.gitignore',
      'README.md',
      'hard.txt',
      'huge.txt',
      'image.png',
      'keep.log',
      'package-lock.json',
      'src/app.ts',
      'sub/.gitignore',
      'sub/a.log',
      'sub/only-top.txt',
    ])
  })

  it.each([
    ['a closed file', 'hunter2'],
    ['a huge file', 'hunterbig'],
    ['a list of versions', 'hunterlock'],
    ['a file with a second name elsewhere', 'outsideword'],
  ])('does not have the text of %s', async (_, word) => {
    const { matches } = await index.search(root, { query: word, limit: 5, below: '' }, never)
    expect(matches.filter(({ why }) => why.some((reason) => reason.includes(`words ${word}`)))).toEqual([])
  })

  it('counts', async () => {
    expect(await index.stats(root, never)).toMatchObject({ state: 'ready', files: 12, waiting: 0, isWatched: true })
  })

  it('is never a whole machine', async () => {
    await expect(index.stats('/', never)).rejects.toMatchObject({ code: 'INVALID_PARAMETERS' })
  })
})

describe('a search', () => {
  let root: string
  const index = indexes()
  beforeAll(() => {
    root = project({
      'src/parser.ts': `import x from 'y'\n\n/** Reads a number. */\nexport function parseNumber(text: string) {\n  return Number(text)\n}\n`,
      'src/garage.py': 'def mend(automobile):\n    return automobile\n',
      'src/other.py': 'def unrelated():\n    return 1\n',
      'docs/errors.md': '# Errors\nThe compiler says TS2345 when types differ.\n',
      'docs/more.md': '# More\nNumbers are parsed elsewhere.\n',
    })
  })
  const search = (query: string, below = '') => index.search(root, { query, limit: 5, below }, never)

  it.each([
    ['a name', 'parseNumber', 'src/parser.ts', /^name parseNumber$/],
    ['a part of a name', 'parse', 'src/parser.ts', /^name parseNumber$/],
    ['letters with digits', 'TS2345', 'docs/errors.md', /^words .*ts2345/],
    ['a sentence', 'Where is a number read?', 'src/parser.ts', /^words .*number/],
  ])('finds %s', async (_, query, path, why) => {
    const { matches, index: state } = await search(query)
    expect(matches[0]).toMatchObject({ path })
    expect(matches[0]?.why.join('\n')).toMatch(new RegExp(why.source, 'm'))
    expect(matches[0]?.text).not.toBe('')
    expect(matches[0]?.score).toBeLessThanOrEqual(1)
    expect(state.state).toBe('ready')
  })

  it('finds what only means the same, once the background has got to it', async () => {
    await eventually(async () => {
      const { matches } = await search('fix vehicle')
      expect(matches[0]).toMatchObject({ path: 'src/garage.py' })
      expect(matches[0]?.why.join()).toMatch(/meaning 0\.\d\d/)
    })
  })

  it('stays below a directory', async () => {
    const { matches } = await search('numbers', 'docs')
    expect(matches.map(({ path }) => path)).toContain('docs/more.md')
    expect(matches.every(({ path }) => path.startsWith('docs/'))).toBe(true)
  })

  it.each(['', '  \n'])('refuses the empty query %j', async (query) => {
    await expect(search(query)).rejects.toMatchObject({ code: 'INVALID_PARAMETERS', message: 'The query is empty.' })
  })

  it.each(['"', 'NEAR(', 'a* OR', '-', '東京', 'x'.repeat(5_000)])(
    'takes %j as words, not as syntax',
    async (query) => {
      await expect(search(query)).resolves.toBeDefined()
    },
  )

  it('works without meanings, and says why', async () => {
    const failing = indexes({}, systemClock, {
      model: () => 'none',
      embed: () => Promise.reject(new Error('no model')),
    })
    const other = project({ 'a.txt': 'plain words\n' })
    const answer = await failing.search(other, { query: 'plain', limit: 5, below: '' }, never)
    expect(answer.matches[0]).toMatchObject({ path: 'a.txt', firstLine: 1 })
    expect(answer.withoutMeaning).not.toBeNull()
  })

  it('is cancelled', async () => {
    const gone = AbortSignal.abort()
    await expect(index.search(root, { query: 'x', limit: 1, below: '' }, gone)).rejects.toMatchObject({
      name: 'AbortError',
    })
  })
})

describe('a change', () => {
  const index = indexes()

  it('is seen: new, changed, moved and removed files, new directories, new rules', async () => {
    const root = project({ 'a.ts': 'export const first = 1\n', 'deep/b.txt': 'words\n' })
    expect(await names(index, root)).toEqual(['a.ts', 'deep/b.txt'])
    put(root, 'x/y/z/new.ts', 'export function brandNew() {}\n')
    await eventually(async () => {
      const { symbols } = await index.find(root, { symbol: 'brandNew', limit: 5, offset: 0 }, never)
      expect(symbols).toMatchObject([{ path: 'x/y/z/new.ts', line: 1, kind: 'function' }])
    })
    put(root, 'a.ts', 'export const second = 2\n')
    await eventually(async () => {
      const { symbols } = await index.find(root, { symbol: 'second', limit: 5, offset: 0 }, never)
      expect(symbols).toHaveLength(1)
    })
    renameSync(join(root, 'deep'), join(root, 'moved'))
    await eventually(async () => expect(await names(index, root)).toEqual(['a.ts', 'moved/b.txt', 'x/y/z/new.ts']))
    put(root, '.gitignore', 'moved\n')
    await eventually(async () => expect(await names(index, root)).toEqual(['.gitignore', 'a.ts', 'x/y/z/new.ts']))
    rmSync(join(root, 'x'), { recursive: true })
    await eventually(async () => expect(await names(index, root)).toEqual(['.gitignore', 'a.ts']))
  })

  it('of a found file is never shown as it was', async () => {
    const root = project({ 'a.txt': 'telling word here\n' })
    await index.search(root, { query: 'telling', limit: 5, below: '' }, never)
    writeFileSync(join(root, 'a.txt'), 'first line\nanother\ntelling word moved')
    const { matches } = await index.search(root, { query: 'telling', limit: 5, below: '' }, never)
    expect(matches[0]?.text).toBe('first line\nanother\ntelling word moved')
  })

  it('of the whole directory is seen: removed, and made again', async () => {
    const root = project({ 'a.txt': 'one\n' })
    expect(await names(index, root)).toEqual(['a.txt'])
    rmSync(root, { recursive: true })
    await eventually(async () => expect(await names(index, root)).toEqual([]))
    put(root, 'sub/b.txt', 'two\n')
    await eventually(async () => expect(await names(index, root)).toEqual(['sub/b.txt']))
    put(root, 'sub/c.txt', 'three\n')
    await eventually(async () => expect(await names(index, root)).toEqual(['sub/b.txt', 'sub/c.txt']))
  })

  it('made while nobody looked is found on the next start', async () => {
    const root = project({ 'a.txt': 'one\n', 'b.txt': 'two\n' })
    const before = indexes()
    expect(await names(before, root)).toEqual(['a.txt', 'b.txt'])
    await before.close()
    rmSync(join(root, 'a.txt'))
    put(root, 'c.txt', 'three\n')
    expect(await names(indexes(), root)).toEqual(['b.txt', 'c.txt'])
  })
})

describe('bounds', () => {
  it('hold: files, watches, indexes on disk', async () => {
    const root = project({ 'a/1.txt': '1', 'b/2.txt': '2', 'c/3.txt': '3' })
    const stats = await indexes({ indexFiles: 2, indexWatches: 2 }).stats(root, never)
    expect(stats).toMatchObject({ files: 2, isCut: true, isWatched: false, directories: 2 })
  })

  it('an index of a directory that is gone or forgotten is removed', async () => {
    let now = Date.now()
    const index = indexes({ indexIdleMs: 1, indexesOpen: 1 }, { ...systemClock, now: () => now })
    const [gone, old, open, last] = [project({ a: '1' }), project({ b: '2' }), project({ c: '3' }), project({ d: '4' })]
    const marks = () => readdirSync(data).filter((name) => name.endsWith('.root')).length
    for (const root of [gone, old]) await index.stats(root, never)
    const before = marks()
    rmSync(gone, { recursive: true })
    await index.stats(open, never)
    expect(marks()).toBe(before)
    now += 31 * 24 * 60 * 60 * 1000
    await index.stats(last, never)
    // The one that was open, and the new one.
    expect(marks()).toBe(2)
  })
})
