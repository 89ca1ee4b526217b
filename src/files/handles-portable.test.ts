import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type FileWorld, fileWorld } from '../../test/support/file-world.ts'
import { LIMITS } from '../base/limits.ts'
import { portableHandles } from './handles-portable.ts'
import { NOTHING_KEPT } from './journal.ts'
import { listLocated } from './list-directory.ts'
import { openLocated } from './open-file.ts'
import { splitPath } from './path-text.ts'
import { readContent } from './read-bytes.ts'
import { deepest, walk } from './walk.ts'
import { writeLocated } from './write-file.ts'

const OPTIONS = { mode: 'overwrite', createDirs: true, callId: 'call_1' } as const
const PARTS = { handles: portableHandles, limits: LIMITS, durability: 'power', journal: NOTHING_KEPT } as const

async function read(world: FileWorld, given: string): Promise<string> {
  using file = openLocated(portableHandles, world.locate(given))
  return (await readContent(file, 100)).content
}

describe('directories without handles', () => {
  it('read, write, create and list', async () => {
    using world = fileWorld()
    world.file('ws/f', 'old')
    expect(await read(world, 'f')).toBe('old')
    await writeLocated(PARTS, world.locate('f', 'write'), 'new', OPTIONS)
    await writeLocated(PARTS, world.locate('a/b/c', 'write'), 'deep', OPTIONS)
    expect(readFileSync(`${world.workspace}/a/b/c`, 'utf8')).toBe('deep')
    const isClosed = () => false
    const { entries } = await listLocated({ handles: portableHandles, isClosed }, world.locate('.'), {
      depth: 3,
      limit: 9,
    })
    expect(entries.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'f'])
  })

  it('notice a directory that became a link', async () => {
    using world = fileWorld()
    world.file('ws/sub/f', 'ours')
    world.file('outside/f', 'secret')
    const [toRead, toWrite, toCreate] = [
      world.locate('sub/f'),
      world.locate('sub/f', 'write'),
      world.locate('sub/new', 'write'),
    ]
    renameSync(`${world.workspace}/sub`, `${world.workspace}/aside`)
    symlinkSync(world.outside, `${world.workspace}/sub`)
    expect(() => openLocated(portableHandles, toRead)).toThrow('changed while it was used')
    await expect(writeLocated(PARTS, toWrite, 'new', OPTIONS)).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(writeLocated(PARTS, toCreate, 'new', OPTIONS)).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(readdirSync(world.outside)).toEqual(['f'])
  })

  it('notice a directory that is gone or another one', () => {
    using world = fileWorld()
    world.file('ws/sub/f')
    const located = world.locate('sub/f')
    rmSync(`${world.workspace}/sub`, { recursive: true })
    expect(() => openLocated(portableHandles, located)).toThrow('changed while it was used')
    mkdirSync(`${world.workspace}/other`)
    world.file('ws/sub/f')
    expect(() => openLocated(portableHandles, located)).toThrow('changed while it was used')
  })

  it('spell a path as the file system does, but leave a link that is not followed', () => {
    using world = fileWorld()
    world.file('ws/sub/f')
    symlinkSync('f', `${world.workspace}/sub/l`)
    const reach = (path: string) => portableHandles.respell(walk(splitPath(path), { hops: 40, followLast: false }))
    expect(deepest(reach(`${world.workspace}/sub/f`).existing).path).toBe(`${world.workspace}/sub/f`)
    expect(deepest(reach(`${world.workspace}/sub/l`).existing).path).toBe(`${world.workspace}/sub/l`)
  })
})
