import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type FileWorld, fileWorld, withoutRoot } from '../../test/support/file-world.ts'

const remove = (world: FileWorld, given: string, more: object = {}) =>
  world.files.remove(world.locate(given, 'destroy'), { recursive: true, callId: 'call_1', ...more })
const move = (world: FileWorld, from: string, to: string, more: object = {}) =>
  world.files.move(world.locate(from, 'destroy'), world.locate(to, 'destroy'), {
    overwrite: false,
    callId: 'call_1',
    ...more,
  })
const undo = (world: FileWorld, callId = 'call_1') => world.undo.run(callId, { asCall: `un${callId}`, force: false })

/** A directory on another device, where this machine has one. */
function elsewhere(): Disposable & { readonly path: string } {
  const path = mkdtempSync('/dev/shm/upperhand-')
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}

function plant(world: FileWorld): string {
  const path = world.directory('ws/tree/sub')
  writeFileSync(`${path}/f`, 'deep', { mode: 0o640 })
  utimesSync(`${path}/f`, 1_000, 1_000)
  symlinkSync('sub/f', `${world.workspace}/tree/link`)
  symlinkSync('nowhere', `${world.workspace}/tree/dangling`)
  writeFileSync(Buffer.concat([Buffer.from(`${path}/`), Buffer.from([0xff, 0x62])]), 'odd name')
  mkdirSync(`${world.workspace}/tree/empty`)
  return `${world.workspace}/tree`
}

function seen(path: string): unknown {
  const stats = lstatSync(path)
  if (stats.isSymbolicLink()) return `-> ${readlinkSync(path)}`
  if (!stats.isDirectory()) return [stats.mode & 0o777, readFileSync(path, 'utf8'), Math.round(stats.mtimeMs)]
  const names = readdirSync(path, 'buffer')
  return Object.fromEntries(
    names.map((name) => [
      name.toString('latin1'),
      name.toString().includes('\ufffd') ? 'odd' : seen(join(path, name.toString())),
    ]),
  )
}

describe('removing', () => {
  it('takes a tree away in one step, and brings it back as it was', async () => {
    using world = fileWorld()
    const path = plant(world)
    const before = seen(path)
    expect(await remove(world, 'tree')).toMatchObject({ what: 'directory', directories: 3, files: 4, isKept: true })
    expect(readdirSync(world.workspace)).toEqual([])
    await undo(world)
    expect(seen(path)).toEqual(before)
  })

  it('removes a link, not what it leads to', async () => {
    using world = fileWorld()
    const target = world.file('outside/f', 'stays')
    symlinkSync(world.outside, `${world.workspace}/l`)
    await remove(world, 'l')
    expect(readFileSync(target, 'utf8')).toBe('stays')
    await undo(world)
    expect(readlinkSync(`${world.workspace}/l`)).toBe(world.outside)
  })

  it.each([
    ['a FIFO', (world: FileWorld) => world.fifo('ws/x')],
    ['an empty directory', (world: FileWorld) => world.directory('ws/x')],
    ['an empty file', (world: FileWorld) => world.file('ws/x', '')],
  ])('removes %s', async (_what, make) => {
    using world = fileWorld()
    make(world)
    await remove(world, 'x', { recursive: false })
    expect(existsSync(`${world.workspace}/x`)).toBe(false)
  })

  it('leaves a directory with something in it unless told', async () => {
    using world = fileWorld()
    world.file('ws/d/f')
    await expect(remove(world, 'd', { recursive: false })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('1 entry'),
      hint: expect.stringContaining('recursive=true'),
    })
    await expect(remove(world, 'none')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('does not keep what is too large, and says so', async () => {
    using world = fileWorld({ limits: { undoBytes: 1_000 } })
    world.file('ws/big', 'x'.repeat(600))
    expect(await remove(world, 'big')).toMatchObject({ isKept: false })
    expect(await world.undo.plan('call_1')).toMatchObject({
      state: 'conflict',
      reason: expect.stringContaining('too large'),
    })
  })

  it('stops when it is cancelled, and says what is gone', async () => {
    using world = fileWorld({ limits: { undoBytes: 2 } })
    for (let index = 0; index < 3_000; index += 1) world.file(`ws/d/${String(index).padStart(5, '0')}`, 'x')
    const stop = new AbortController()
    const error = await remove(world, 'd', { signal: stop.signal, progress: () => stop.abort() }).catch(
      (cause: unknown) => cause as Error,
    )
    const left = readdirSync(`${world.workspace}/d`).length
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThan(3_000)
    expect(error).toMatchObject({
      code: 'CANCELLED',
      message: `Cancelled. ${3_000 - left} of 3001 entries of ${world.workspace}/d are gone; the others are still there.`,
    })
  })

  it('is cancelled before anything happened', async () => {
    using world = fileWorld()
    plant(world)
    await expect(remove(world, 'tree', { signal: AbortSignal.abort() })).rejects.toThrow()
    expect(existsSync(`${world.workspace}/tree/sub/f`)).toBe(true)
    expect(await world.undo.plan('call_1')).toMatchObject({ state: 'nothing' })
  })

  it('leaves what may not be removed', async () => {
    using world = fileWorld()
    world.file('ws/d/f')
    chmodSync(world.data, 0o777)
    await withoutRoot(world, async () => {
      await expect(remove(world, 'd')).rejects.toMatchObject({ code: 'PERMISSION_DENIED' })
    })
    expect(existsSync(`${world.workspace}/d/f`)).toBe(true)
  })

  it('takes a file with other names along without closing those to agents', async () => {
    using world = fileWorld()
    const path = world.file('ws/d/f', 'shared')
    linkSync(path, `${world.workspace}/other`)
    await remove(world, 'd')
    expect((await world.files.readBytes(world.locate('other'), { maxBytes: 10 })).content).toBe('shared')
  })
})

describe('what is never removed', () => {
  const places: readonly [what: string, given: (world: FileWorld) => string][] = [
    ['the working directory', () => '.'],
    [
      'the working directory by a link',
      (world) => {
        symlinkSync(world.workspace, `${world.outside}/l`)
        return `${world.outside}/l/`
      },
    ],
    ['what holds it', (world) => world.root],
    ['the home directory', (world) => world.home],
    ['the home of this account', () => homedir()],
    ['the root', () => '/'],
    ['all homes', () => '/home'],
    ['a parent by dots', () => 'sub/../..'],
  ]
  it.each(places)('%s', async (_what, given) => {
    using world = fileWorld()
    world.directory('ws/sub')
    const located = world.locate(given(world), 'destroy')
    expect(() => world.files.requireRemovable(located, world.place)).toThrow(/never deleted or moved/)
  })

  it('but what is in it may be', () => {
    using world = fileWorld()
    world.file('ws/sub/f')
    for (const given of ['sub', 'sub/f', world.outside]) {
      expect(() => world.files.requireRemovable(world.locate(given, 'destroy'), world.place)).not.toThrow()
    }
  })
})

describe('moving', () => {
  it('moves trees and files, makes directories, and goes back', async () => {
    using world = fileWorld()
    const before = seen(plant(world))
    await move(world, 'tree', 'new/place/tree')
    expect(existsSync(`${world.workspace}/tree`)).toBe(false)
    expect(seen(`${world.workspace}/new/place/tree`)).toEqual(before)
    await undo(world)
    expect(seen(`${world.workspace}/tree`)).toEqual(before)
    expect(existsSync(`${world.workspace}/new`)).toBe(false)
  })

  const REFUSED: readonly [why: string, from: string, to: string, overwrite: boolean, code: string][] = [
    ['onto a file that exists', 'f', 'g', false, 'CONFLICT'],
    ['onto a directory, even if told to overwrite', 'f', 'd', true, 'CONFLICT'],
    ['a directory onto a file', 'd', 'f', true, 'CONFLICT'],
    ['a directory into itself', 'd', 'd/below', false, 'INVALID_PARAMETERS'],
    ['something onto itself', 'f', './f', false, 'INVALID_PARAMETERS'],
    ['what is not there', 'none', 'x', false, 'NOT_FOUND'],
    ['a file to a name that ends like a directory', 'f', 'x/', false, 'INVALID_PARAMETERS'],
    ['onto a dangling link', 'f', 'l', false, 'CONFLICT'],
  ]
  it.each(REFUSED)('refuses to move %s', async (_why, from, to, overwrite, code) => {
    using world = fileWorld()
    world.file('ws/f', 'f')
    world.file('ws/g', 'g')
    world.directory('ws/d')
    symlinkSync('nowhere', `${world.workspace}/l`)
    const before = seen(world.workspace)
    await expect(move(world, from, to, { overwrite })).rejects.toMatchObject({ code })
    expect(seen(world.workspace)).toEqual(before)
  })

  it('replaces a file only if told to, and gives both back', async () => {
    using world = fileWorld()
    world.file('ws/f', 'new')
    world.file('ws/g', 'old')
    expect(await move(world, 'f', 'g', { overwrite: true })).toEqual({ what: 'file', replaced: true })
    expect(readFileSync(`${world.workspace}/g`, 'utf8')).toBe('new')
    await undo(world)
    expect([readFileSync(`${world.workspace}/f`, 'utf8'), readFileSync(`${world.workspace}/g`, 'utf8')]).toEqual([
      'new',
      'old',
    ])
  })

  it('goes to another device and back: modes, times, links and odd names come along', async () => {
    using world = fileWorld()
    using other = elsewhere()
    const before = seen(plant(world))
    await move(world, 'tree', `${other.path}/tree`)
    expect(existsSync(`${world.workspace}/tree`)).toBe(false)
    expect(seen(`${other.path}/tree`)).toEqual(before)
    expect(readdirSync(world.workspace)).toEqual([])
    await undo(world)
    expect(seen(`${world.workspace}/tree`)).toEqual(before)
    expect(readdirSync(other.path)).toEqual([])
  })

  it('to another device, cancelled half-way, leaves everything where it was', async () => {
    using world = fileWorld()
    using other = elsewhere()
    for (let index = 0; index < 1_500; index += 1) world.file(`ws/d/${index}`, 'x')
    const stop = new AbortController()
    const moving = move(world, 'd', `${other.path}/d`, { signal: stop.signal, progress: () => stop.abort() })
    await expect(moving).rejects.toThrow()
    expect(readdirSync(`${world.workspace}/d`)).toHaveLength(1_500)
    expect(readdirSync(other.path)).toEqual([])
    expect(readdirSync(world.workspace)).toEqual(['d'])
  })

  it('does not take a FIFO to another device', async () => {
    using world = fileWorld()
    using other = elsewhere()
    world.file('ws/d/f')
    world.fifo('ws/d/fifo')
    await expect(move(world, 'd', `${other.path}/d`)).rejects.toMatchObject({ code: 'INVALID_PARAMETERS' })
    expect(readdirSync(`${world.workspace}/d`)).toEqual(['f', 'fifo'])
    expect(readdirSync(other.path)).toEqual([])
  })

  it('deletes on another device than the data directory, and brings it back', async () => {
    using world = fileWorld()
    using other = elsewhere()
    mkdirSync(`${other.path}/tree/sub`, { recursive: true })
    writeFileSync(`${other.path}/tree/sub/f`, 'x')
    await remove(world, `${other.path}/tree`)
    expect(readdirSync(other.path)).toEqual([])
    await undo(world)
    expect(readFileSync(`${other.path}/tree/sub/f`, 'utf8')).toBe('x')
  })
})

describe('what is kept', () => {
  it('is dropped by age and by size, oldest first', async () => {
    using world = fileWorld({ limits: { undoBytes: 1_000 } })
    for (const name of ['a', 'b', 'c', 'd']) {
      world.file(`ws/${name}`, 'x'.repeat(300))
      await remove(world, name, { callId: `call_${name}` })
    }
    const states = async () =>
      Promise.all(['a', 'b', 'c', 'd'].map(async (name) => (await world.undo.plan(`call_${name}`)).state))
    await expect.poll(states, { timeout: 30_000 }).toEqual(['nothing', 'ready', 'ready', 'ready'])
    await expect
      .poll(() => readdirSync(`${world.data}/undo`).sort(), { timeout: 30_000 })
      .toEqual(['call_b', 'call_c', 'call_d'])
  })

  it('is not made for a file too large, which can still be written', async () => {
    using world = fileWorld({ limits: { undoBytes: 100 } })
    const path = world.file('ws/f', 'x'.repeat(200))
    const options = { mode: 'overwrite', createDirs: true, callId: 'call_1' } as const
    await world.files.writeFile(world.locate('f', 'write'), 'new', options)
    expect(readFileSync(path, 'utf8')).toBe('new')
    expect(await world.undo.plan('call_1')).toMatchObject({ state: 'conflict', steps: [{ canForce: false }] })
  })

  it('is a sparse file as large as it looks: it is removed without being read', async () => {
    using world = fileWorld()
    const path = world.file('ws/sparse', '')
    truncateSync(path, 10 * 1024 ** 3)
    expect(await remove(world, 'sparse')).toMatchObject({ isKept: false })
    expect(existsSync(path)).toBe(false)
  })

  it('recovers a change that died between its steps', async () => {
    using world = fileWorld()
    world.file('ws/a', 'a')
    world.file('ws/b', 'b')
    const options = { mode: 'overwrite', createDirs: true, callId: 'call_1' } as const
    await world.files.writeFile(world.locate('a', 'write'), 'A', options)
    await world.files.writeFile(world.locate('b', 'write'), 'B', options)
    expect(await world.undo.recover('call_1')).toBe(true)
    expect([readFileSync(`${world.workspace}/a`, 'utf8'), readFileSync(`${world.workspace}/b`, 'utf8')]).toEqual([
      'a',
      'b',
    ])
    expect(statSync(`${world.workspace}/a`).mode & 0o777).toBe(0o644)
  })

  it('comes back for an append to a file too large to be written anew', async () => {
    using world = fileWorld({ limits: { appendRewriteBytes: 10 } })
    const path = world.file('ws/log', 'x'.repeat(20))
    await world.files.writeFile(world.locate('log', 'write'), 'added', {
      mode: 'append',
      createDirs: true,
      callId: 'call_1',
    })
    expect(readFileSync(path, 'utf8')).toHaveLength(25)
    await undo(world)
    expect(readFileSync(path, 'utf8')).toBe('x'.repeat(20))
  })
})

it('a directory that was made goes again if nothing is in it', async () => {
  using world = fileWorld()
  expect(world.files.createDirectory(world.locate('a/b', 'write'), 'call_1')).toBe(true)
  expect(world.files.createDirectory(world.locate('a/b', 'write'), 'call_2')).toBe(false)
  await undo(world)
  expect(existsSync(`${world.workspace}/a`)).toBe(false)
  world.files.createDirectory(world.locate('a/b', 'write'), 'call_3')
  world.file('ws/a/b/f')
  await undo(world, 'call_3')
  expect(existsSync(`${world.workspace}/a/b/f`)).toBe(true)
})
