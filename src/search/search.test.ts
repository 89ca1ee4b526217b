import { execFileSync } from 'node:child_process'
import { existsSync, linkSync, readFileSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'
import { type FileWorld, fileWorld } from '../../test/support/file-world.ts'
import { systemClock } from '../base/clock.ts'
import { LIMITS } from '../base/limits.ts'
import type { Engine } from './engines.ts'
import { createSearch, type FilesQuery, type LinesQuery } from './search.ts'

const still = { signal: new AbortController().signal, progress: () => {} }

const LINES: LinesQuery = {
  pattern: 'needle',
  isRegex: false,
  isCaseSensitive: true,
  glob: undefined,
  includeIgnored: false,
  context: 0,
  limit: 200,
}

const FILES: FilesQuery = {
  glob: undefined,
  recursive: true,
  includeIgnored: false,
  directories: false,
  newestFirst: false,
  limit: 200,
  offset: 0,
  countAll: false,
}

const GREP: Engine = { kind: 'grep', program: '/usr/bin/grep' }

async function grep(world: FileWorld, query: Partial<LinesQuery> = {}, base = '.', engine?: Engine) {
  using tree = world.files.openTree(world.locate(base))
  const search =
    engine === undefined
      ? world.search
      : createSearch({ limits: LIMITS, clock: systemClock, env: {}, engine: () => engine })
  return await search.grep(tree, { ...LINES, ...query }, still)
}

async function find(world: FileWorld, query: Partial<FilesQuery> = {}, base = '.') {
  using tree = world.files.openTree(world.locate(base))
  return await world.search.find(tree, { ...FILES, ...query }, still)
}

const places = ({ matches }: Awaited<ReturnType<typeof grep>>, world: FileWorld) =>
  matches.map(({ path, line }) => `${path.slice(world.workspace.length + 1)}:${line}`)

const names = ({ paths }: Awaited<ReturnType<typeof find>>, world: FileWorld) =>
  paths.map(({ path }) => path.slice(world.workspace.length + 1))

describe.each([
  ['ripgrep', undefined],
  ['grep', GREP],
] as const)('lines by %s', (kind, engine) => {
  it('are found with their place, and none is success', async () => {
    using world = fileWorld()
    world.file('ws/a.txt', 'one\ntwo needle\n')
    world.file('ws/deep/b.txt', 'needle\nneedle')
    const found = await grep(world, {}, '.', engine)
    expect(found).toMatchObject({ cut: null, engine: kind })
    expect(places(found, world)).toEqual(['a.txt:2', 'deep/b.txt:1', 'deep/b.txt:2'])
    expect(found.matches[0]).toMatchObject({ text: 'two needle' })
    expect((await grep(world, { pattern: 'nothing like it' }, '.', engine)).matches).toEqual([])
  })

  it('honour the kind of pattern, the case, the glob and the limit', async () => {
    using world = fileWorld()
    world.file('ws/a.ts', 'foo.bar\nfooxbar\nFOO.BAR\n')
    world.file('ws/b.md', 'foo.bar\n')
    const lines = async (query: Partial<LinesQuery>) => places(await grep(world, query, '.', engine), world)
    expect(await lines({ pattern: 'foo.bar' })).toEqual(['a.ts:1', 'b.md:1'])
    expect(await lines({ pattern: 'foo.bar', isRegex: true })).toEqual(['a.ts:1', 'a.ts:2', 'b.md:1'])
    expect(await lines({ pattern: 'foo.bar', isCaseSensitive: false })).toEqual(['a.ts:1', 'a.ts:3', 'b.md:1'])
    expect(await lines({ pattern: 'foo.bar', glob: '**/*.md' })).toEqual(['b.md:1'])
    const first = await grep(world, { pattern: 'o', limit: 2 }, '.', engine)
    expect(first).toMatchObject({ cut: 'limit', matches: { length: 2 } })
    expect(await grep(world, { pattern: 'o', limit: 3 }, '.', engine)).toMatchObject({ cut: null })
  })

  it('take no text of a caller for an option or a command', async () => {
    using world = fileWorld()
    world.file('ws/-v/-e', '--files "; touch x; " $(touch y)\n')
    for (const pattern of ['--files', '"; touch x; "', '$(touch y)', '-']) {
      expect(places(await grep(world, { pattern }, '.', engine), world)).toEqual(['-v/-e:1'])
    }
    expect(places(await grep(world, { pattern: '--files', glob: '-*' }, '.', engine), world)).toEqual(['-v/-e:1'])
    expect(places(await grep(world, { pattern: '--files', glob: '--pre=sh' }, '.', engine), world)).toEqual([])
    expect(places(await grep(world, { pattern: '--files' }, '-v', engine), world)).toEqual(['-v/-e:1'])
    expect(places(await grep(world, { pattern: '--files' }, '-v/-e', engine), world)).toEqual(['-v/-e:1'])
    expect(names(await find(world), world)).toEqual(['-v/-e'])
  })

  it('leave out what is protected, ours, or reached by a link', async () => {
    using world = fileWorld()
    world.file('ws/.env', 'needle')
    world.file('ws/keys/server.pem', 'needle')
    world.file('ws/.ssh/config', 'needle')
    world.file('outside/secret', 'needle')
    symlinkSync(`${world.outside}/secret`, `${world.workspace}/to-file`)
    symlinkSync(world.outside, `${world.workspace}/to-directory`)
    world.file('ws/.env.example', 'needle')
    expect(places(await grep(world, {}, '.', engine), world)).toEqual(['.env.example:1'])
    expect(places(await grep(world, { includeIgnored: true }, '.', engine), world)).toEqual(['.env.example:1'])
    expect(places(await grep(world, { glob: '**/.env*' }, '.', engine), world)).toEqual(['.env.example:1'])
    // A protected place that was named itself has been approved by then.
    expect(places(await grep(world, {}, '.env', engine), world)).toEqual(['.env:1'])
    expect(places(await grep(world, {}, '.ssh', engine), world)).toEqual(['.ssh/config:1'])
  })

  it("leave out upperhand's own files, by whatever name", async () => {
    using world = fileWorld()
    writeFileSync(`${world.data}/upperhand.db`, 'needle')
    linkSync(`${world.data}/upperhand.db`, `${world.workspace}/second-name`)
    world.file('ws/own', 'needle')
    const found = await grep(world, {}, world.root, engine)
    expect(found.matches.map(({ path }) => path)).toEqual([`${world.workspace}/own`])
  })

  it('survive odd names and texts', async () => {
    using world = fileWorld()
    world.file('ws/new\nline', 'needle')
    world.file('ws/bad', Buffer.from([0x6e, ...Buffer.from('needle'), 0xff, 0x0a]))
    world.file('ws/crlf', 'x\r\nneedle\r\n')
    execFileSync('/bin/sh', ['-c', `printf needle > "$(printf 'a\\377b')"`], { cwd: world.workspace })
    const found = await grep(world, {}, '.', engine)
    expect(places(found, world).sort()).toEqual([
      // We name the files to grep, and this one has no name that could be written down.
      ...(kind === 'ripgrep' ? ['a\ufffdb:1'] : []),
      'bad:1',
      'crlf:2',
      'new\nline:1',
    ])
    expect(found.matches.find(({ path }) => path.endsWith('crlf'))).toMatchObject({ text: 'needle' })
  })

  it('are refused with a reason for a pattern that cannot be used', async () => {
    using world = fileWorld()
    world.file('ws/a', 'x')
    await expect(grep(world, { pattern: '(', isRegex: true }, '.', engine)).rejects.toMatchObject({
      code: 'INVALID_PARAMETERS',
    })
    await expect(grep(world, { pattern: 'a\nb' }, '.', engine)).rejects.toThrow(/line break/)
    await expect(grep(world, { pattern: '' }, '.', engine)).rejects.toThrow(/empty/)
  })
})

describe('lines', () => {
  it('have column, match and the lines around', async () => {
    using world = fileWorld()
    world.file('ws/a', '1\n2\nä needle!\n4\n5\n')
    const { matches } = await grep(world, { pattern: 'ne+dle', isRegex: true, context: 2 })
    expect(matches).toEqual([
      {
        path: `${world.workspace}/a`,
        line: 3,
        column: 3,
        text: 'ä needle!',
        matchText: 'needle',
        before: ['1', '2'],
        after: ['4', '5'],
      },
    ])
  })

  it('are found in other encodings, with the same numbers', async () => {
    using world = fileWorld()
    world.file('ws/bom', '\ufeffneedle\nneedle\n')
    world.file('ws/le', Buffer.from('\ufeffx\r\nneedle\r\ny', 'utf16le'))
    world.file('ws/be', Buffer.from('\ufeffneedle', 'utf16le').swap16())
    const found = await grep(world, { context: 1 })
    expect(places(found, world)).toEqual(['be:1', 'bom:1', 'bom:2', 'le:2'])
    expect(found.matches[3]).toMatchObject({ text: 'needle', column: 1, before: ['x'], after: ['y'] })
  })

  it('are cut around the match, however long they are', async () => {
    using world = fileWorld()
    world.file('ws/long', `${'a'.repeat(2_000)}needle${'b'.repeat(2_000)}\n`)
    world.file('ws/longer', `${'"a"'.repeat(30_000)}needle${'b'.repeat(100_000)}\nneedle\n`)
    const { matches } = await grep(world)
    expect(matches.map(({ line }) => line)).toEqual([1, 1, 2])
    for (const { text } of matches.slice(0, 2)) {
      expect(text).toMatch(/^….*needleb+…$/)
      expect(text.length).toBeLessThan(520)
    }
    expect(matches[2]).toMatchObject({ text: 'needle' })
    const many = await grep(world, { pattern: '.', isRegex: true, limit: 1, glob: 'longer' })
    expect(many).toMatchObject({ cut: 'limit', matches: [{ line: 1 }] })
  })

  it('match to the end of a line whatever ends it', async () => {
    using world = fileWorld()
    world.file('ws/a', 'needle;\r\nneedle;x\n')
    expect(places(await grep(world, { pattern: 'needle;$', isRegex: true }), world)).toEqual(['a:1'])
  })

  it('take no longer for a pattern that makes others explode', async () => {
    using world = fileWorld()
    world.file('ws/a', `${'a'.repeat(5_000)}\n`)
    expect((await grep(world, { pattern: '^(a+)+$b', isRegex: true })).matches).toEqual([])
    await expect(grep(world, { pattern: '(?=a)', isRegex: true })).rejects.toThrow(/look-around/)
  })

  it('come from the file that is there now, not from what a process said', async () => {
    using world = fileWorld()
    world.file('outside/secret', 'needle of others\n')
    world.file('ws/d/f', 'needle of ours\n')
    const record = (text: string) =>
      JSON.stringify({
        type: 'match',
        data: {
          path: { text: './d/f' },
          lines: { text },
          line_number: 1,
          absolute_offset: 0,
          submatches: [{ match: { text: 'needle' }, start: 0, end: 6 }],
        },
      })
    const lying = engineOf(world, `cat <<'END'\n${record('needle of others\n')}\nEND`)
    expect((await grep(world, {}, '.', lying)).matches).toEqual([])
    const honest = engineOf(world, `cat <<'END'\n${record('needle of ours\n')}\nEND`)
    expect((await grep(world, {}, '.', honest)).matches).toMatchObject([{ text: 'needle of ours' }])
    // The directory is swapped for a link while the process works.
    renameSync(`${world.workspace}/d`, `${world.workspace}/old`)
    symlinkSync(world.outside, `${world.workspace}/d`)
    renameSync(`${world.outside}/secret`, `${world.outside}/f`)
    expect((await grep(world, {}, '.', lying)).matches).toEqual([])
  })

  it('end the process at the limit, in time and when cancelled', async () => {
    using world = fileWorld()
    world.file('ws/a', 'needle\n')
    const record = JSON.stringify({
      type: 'match',
      data: {
        path: { text: './a' },
        lines: { text: 'needle\n' },
        line_number: 1,
        absolute_offset: 0,
        submatches: [],
      },
    })
    const endless = engineOf(
      world,
      `echo $$ > ${world.root}/pid; printf '%s\\n' '${record}' '${record}'; exec sleep 600`,
    )
    const run = async (limits: { searchMs?: number }, limit: number, signal: AbortSignal, progress = () => {}) => {
      const search = createSearch({
        limits: { ...LIMITS, ...limits },
        clock: systemClock,
        env: {},
        engine: () => endless,
      })
      using tree = world.files.openTree(world.locate('.'))
      return await search.grep(tree, { ...LINES, limit }, { signal, progress })
    }
    expect(await run({}, 1, still.signal)).toMatchObject({ cut: 'limit', matches: { length: 1 } })
    await gone(world)
    expect(await run({ searchMs: 200 }, 100, still.signal)).toMatchObject({ cut: 'time' })
    // On a busy machine it may have been ended before it could say who it is.
    if (existsSync(`${world.root}/pid`)) await gone(world)
    const cancel = new AbortController()
    const cancelled = run({}, 100, cancel.signal)
    await pidOf(world)
    cancel.abort()
    await expect(cancelled).rejects.toThrow()
    await gone(world)
  })
})

describe('files', () => {
  it('are found by name, in the order of the tree, up to the limit', async () => {
    using world = fileWorld()
    for (const name of ['b.ts', 'a.ts', 'sub/c.ts', 'sub/d.md']) world.file(`ws/${name}`)
    world.directory('ws/sub/empty.ts')
    expect(names(await find(world, { glob: '*.ts' }), world)).toEqual(['a.ts', 'b.ts', 'sub/c.ts'])
    expect(names(await find(world, { glob: '*.ts', directories: true }), world)).toEqual([
      'a.ts',
      'b.ts',
      'sub/c.ts',
      'sub/empty.ts',
    ])
    expect(names(await find(world, { recursive: false }), world)).toEqual(['a.ts', 'b.ts'])
    expect(await find(world, { limit: 2 })).toMatchObject({ paths: { length: 2 }, cut: 'limit' })
    expect(await find(world, { limit: 2, countAll: true })).toMatchObject({ total: 4 })
    expect(names(await find(world, { limit: 1, offset: 2 }), world)).toEqual(['sub/c.ts'])
  })

  it('come newest first if wanted', async () => {
    using world = fileWorld()
    utimesSync(world.file('ws/old'), 1_000, 1_000)
    utimesSync(world.file('ws/new'), 3_000, 3_000)
    utimesSync(world.file('ws/between'), 2_000, 2_000)
    expect(names(await find(world, { newestFirst: true, limit: 2 }), world)).toEqual(['new', 'between'])
  })

  it('are left out as .gitignore says, unless wanted', async () => {
    using world = fileWorld()
    world.file('ws/.gitignore', '*.log\n/dist\nnode_modules/\n')
    for (const name of ['a.log', 'dist/x', 'sub/dist/y', 'node_modules/p/q', 'sub/keep.log', 'z']) {
      world.file(`ws/${name}`, 'needle')
    }
    world.file('ws/sub/.gitignore', '!keep.log\n')
    world.file('ws/.git/config', 'needle')
    const kept = ['.gitignore', 'z', 'sub/.gitignore', 'sub/keep.log', 'sub/dist/y']
    expect(names(await find(world), world)).toEqual(kept)
    expect(places(await grep(world), world)).toEqual(['sub/dist/y:1', 'sub/keep.log:1', 'z:1'])
    expect(places(await grep(world, { glob: 'sub/**' }), world)).toEqual(['sub/dist/y:1', 'sub/keep.log:1'])
    // Rules of the repository hold below it, and whoever names what they leave out wants it.
    expect(names(await find(world, {}, 'sub'), world)).toEqual(['sub/.gitignore', 'sub/keep.log', 'sub/dist/y'])
    expect(names(await find(world, {}, 'node_modules'), world)).toEqual(['node_modules/p/q'])
    expect(places(await grep(world, {}, 'node_modules'), world)).toEqual(['node_modules/p/q:1'])
    const all = await find(world, { includeIgnored: true })
    expect(names(all, world)).toContain('node_modules/p/q')
    expect(names(all, world)).not.toContain('.git/config')
  })

  it('show links but do not follow them, and pass by what cannot be read', async () => {
    using world = fileWorld()
    world.file('outside/f')
    symlinkSync(world.outside, `${world.workspace}/out`)
    symlinkSync('.', `${world.workspace}/loop`)
    symlinkSync('nowhere', `${world.workspace}/dangling`)
    world.fifo('ws/pipe')
    const { paths } = await find(world)
    expect(paths).toMatchObject(
      ['dangling', 'loop', 'out'].map((name) => ({ path: `${world.workspace}/${name}`, isLink: true })),
    )
  })

  it('are none where there is no directory', async () => {
    using world = fileWorld()
    world.file('ws/one')
    await expect(find(world, {}, 'one')).rejects.toThrow(/is a file, not a directory/)
    expect(() => world.files.openTree(world.locate('missing'))).toThrow(/does not exist/)
    world.fifo('ws/pipe')
    expect(() => world.files.openTree(world.locate('pipe'))).toThrow(/FIFO/)
    expect(() => world.files.openTree(world.locate(world.data))).toThrow(/closed to agents/)
  })

  it('are looked for no longer than allowed', async () => {
    using world = fileWorld({ limits: { searchMs: 1 } })
    for (let index = 0; index < 200; index += 1) world.file(`ws/${index}/f`)
    expect(await find(world, { countAll: true })).toMatchObject({ cut: 'time' })
  })
})

/** A program that says what it likes. */
function engineOf(world: FileWorld, script: string): Engine {
  const program = world.file('engine', `#!/bin/sh\n${script}\n`)
  execFileSync('/bin/chmod', ['755', program])
  return { kind: 'ripgrep', program }
}

async function pidOf(world: FileWorld): Promise<number> {
  const file = `${world.root}/pid`
  return await vi.waitFor(() => {
    const pid = Number(readFileSync(file, 'utf8'))
    if (!(pid > 1)) throw new Error('not yet')
    return pid
  }, PATIENCE)
}

async function gone(world: FileWorld): Promise<void> {
  const pid = await pidOf(world)
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow(), PATIENCE)
  rmSync(`${world.root}/pid`)
}

const PATIENCE = { timeout: 30_000, interval: 20 }
