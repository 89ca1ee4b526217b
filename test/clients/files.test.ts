import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cursor } from '../../src/clients/known/cursor.ts'
import { applied, createWorld, edit } from './support.ts'

const TEXT = '{\n  "mcpServers": {}\n}\n'

describe('a link', () => {
  it('stays a link: its target is edited', async () => {
    using world = createWorld()
    const file = world.fileOf(cursor)
    const target = join(world.home, 'dotfiles', 'mcp.json')
    world.write(target, TEXT)
    mkdirSync(dirname(file))
    symlinkSync('../dotfiles/mcp.json', file)
    await applied(world.clients, world.clients.plan('cursor'))
    expect(readlinkSync(file)).toBe('../dotfiles/mcp.json')
    expect(world.read(target)).toContain('upperhand')
    expect(lstatSync(target).isFile()).toBe(true)
    await applied(world.clients, world.clients.planUndo('cursor'))
    expect(world.read(target)).toBe(TEXT)
    expect(readlinkSync(file)).toBe('../dotfiles/mcp.json')
  })

  it('to a file that is missing makes that file, and removes it again', async () => {
    using world = createWorld()
    const file = world.fileOf(cursor)
    mkdirSync(dirname(file))
    symlinkSync(join(world.home, 'dotfiles', 'deep', 'mcp.json'), file)
    const tree = world.tree()
    await applied(world.clients, world.clients.plan('cursor'))
    expect(world.read(join(world.home, 'dotfiles', 'deep', 'mcp.json'))).toContain('upperhand')
    await applied(world.clients, world.clients.planUndo('cursor'))
    expect(world.tree()).toEqual(tree)
  })

  it('that leads in a circle is refused', () => {
    using world = createWorld()
    const file = world.fileOf(cursor)
    mkdirSync(dirname(file))
    symlinkSync(file, file)
    expect(world.clients.plan('cursor')).toMatchObject({ kind: 'refused', code: 'CONFLICT' })
  })
})

describe('what cannot be written is refused, with the snippet', () => {
  const refusals: [string, (file: string) => void, string, RegExp][] = [
    ['a read-only file', (file) => writeFileSync(file, TEXT, { mode: 0o444 }), 'PERMISSION_DENIED', /is read-only/],
    ['a directory', (file) => mkdirSync(file), 'CONFLICT', /is a directory/],
    ['a pipe', (file) => execFileSync('/usr/bin/mkfifo', [file]), 'CONFLICT', /is no regular file/],
    ['a file with a second name', (file) => writeFileSync(file, TEXT), 'CONFLICT', /hard link/],
    [
      'bytes that are no text',
      (file) => writeFileSync(file, Buffer.from([0x7b, 0xff, 0x7d])),
      'EXECUTION_FAILED',
      /not UTF-8/,
    ],
    ['UTF-16', (file) => writeFileSync(file, Buffer.from('\ufeff{}', 'utf16le')), 'EXECUTION_FAILED', /not UTF-8/],
  ]
  it.each(refusals)('%s', (_what, make, code, reason) => {
    using world = createWorld()
    const file = world.fileOf(cursor)
    mkdirSync(dirname(file))
    make(file)
    if (reason.source === 'hard link') linkSync(file, `${file}.copy`)
    const before = statSync(file).mtimeMs
    const plan = world.clients.plan('cursor')
    expect(plan).toMatchObject({ kind: 'refused', code, reason: expect.stringMatching(reason), file })
    expect(plan.kind === 'refused' && plan.snippet).toContain('"mcpServers"')
    expect(statSync(file).mtimeMs).toBe(before)
    expect(existsSync(world.backups)).toBe(false)
  })

  it('a file in place of the directory', () => {
    using world = createWorld()
    writeFileSync(dirname(world.fileOf(cursor)), 'not a directory')
    expect(world.clients.plan('cursor')).toMatchObject({ kind: 'refused', code: 'CONFLICT' })
  })

  it('a data directory that takes no backup', async () => {
    using world = createWorld({ backups: join(import.meta.filename, 'backups') })
    world.write(world.fileOf(cursor), TEXT)
    await expect(applied(world.clients, world.clients.plan('cursor'))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(world.read(world.fileOf(cursor))).toBe(TEXT)
  })
})

describe('a file that changes between the diff and the write', () => {
  it.each([
    ['edited', (file: string) => writeFileSync(file, '{ "mcpServers": { "x": {} } }')],
    ['removed', (file: string) => execFileSync('rm', [file])],
    ['replaced by a link', (file: string) => execFileSync('ln', ['-sf', '/dev/null', file])],
  ])('%s: nothing is written', async (_how, change) => {
    using world = createWorld()
    const file = world.fileOf(cursor)
    world.write(file, TEXT)
    const plan = edit(world.clients.plan('cursor'))
    change(file)
    const tree = world.tree()
    await expect(world.clients.apply(plan)).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(world.tree()).toEqual(tree)
    expect(existsSync(world.backups)).toBe(false)
  })

  it('that appears: it is not replaced', async () => {
    using world = createWorld()
    const file = world.fileOf(cursor)
    const plan = edit(world.clients.plan('cursor'))
    world.write(file, TEXT)
    await expect(world.clients.apply(plan)).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(world.read(file)).toBe(TEXT)
  })

  it('also when disconnecting', async () => {
    using world = createWorld()
    const file = world.fileOf(cursor)
    await applied(world.clients, world.clients.plan('cursor'))
    const plan = edit(world.clients.planUndo('cursor'))
    writeFileSync(file, '{}')
    await expect(world.clients.apply(plan)).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(world.read(file)).toBe('{}')
  })
})

describe('a write', () => {
  it('keeps the mode and leaves nothing beside the file', async () => {
    using world = createWorld()
    const file = world.fileOf(cursor)
    world.write(file, TEXT)
    chmodSync(file, 0o640)
    await applied(world.clients, world.clients.plan('cursor'))
    expect(statSync(file).mode & 0o777).toBe(0o640)
    expect(readdirSync(dirname(file))).toEqual(['mcp.json'])
    await applied(world.clients, world.clients.planUndo('cursor'))
    expect(statSync(file).mode & 0o777).toBe(0o640)
  })

  it('makes files, directories and backups for their owner only', async () => {
    using world = createWorld()
    const file = world.fileOf(cursor)
    await applied(world.clients, world.clients.plan('cursor'))
    const { backup } = await applied(world.clients, world.clients.plan('cursor', { profile: 'read-only' }))
    for (const path of [file, dirname(file), world.backups, backup ?? '']) expect(statSync(path).mode & 0o077).toBe(0)
    expect(backup).toMatch(/\/backups\/cursor\/\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z-mcp\.json$/)
  })

  it('that was interrupted before the file was there can be repeated and undone', async () => {
    using world = createWorld()
    const file = world.fileOf(cursor)
    await applied(world.clients, world.clients.plan('cursor'))
    rmSync(file)
    expect(world.clients.planUndo('cursor').kind).toBe('unchanged')
    await applied(world.clients, world.clients.plan('cursor', { profile: 'read-only' }))
    await applied(world.clients, world.clients.planUndo('cursor'))
    expect(world.tree()).toEqual([])
  })

  it('keeps a directory that somebody has used since', async () => {
    using world = createWorld()
    const file = world.fileOf(cursor)
    await applied(world.clients, world.clients.plan('cursor'))
    world.write(join(dirname(file), 'rules.md'), 'mine')
    await applied(world.clients, world.clients.planUndo('cursor'))
    expect(world.tree()).toEqual(['/.cursor', '/.cursor/rules.md'])
  })

  it('keeps a file that it made and somebody has used since', async () => {
    using world = createWorld()
    const file = world.fileOf(cursor)
    await applied(world.clients, world.clients.plan('cursor'))
    const servers = JSON.parse(readFileSync(file, 'utf8')).mcpServers
    writeFileSync(file, JSON.stringify({ mcpServers: { ...servers, mine: { command: 'x' } } }))
    await applied(world.clients, world.clients.planUndo('cursor'))
    expect(JSON.parse(world.read(file))).toEqual({ mcpServers: { mine: { command: 'x' } } })
  })

  it('removes a file that it made and a client has laid out anew', async () => {
    using world = createWorld()
    const file = world.fileOf(cursor)
    await applied(world.clients, world.clients.plan('cursor'))
    writeFileSync(file, JSON.stringify(JSON.parse(world.read(file))))
    await applied(world.clients, world.clients.planUndo('cursor'))
    expect(world.tree()).toEqual([])
  })
})
