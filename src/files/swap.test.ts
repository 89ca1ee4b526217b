import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type FileWorld, fileWorld } from '../../test/support/file-world.ts'
import { HostError } from '../base/host-error.ts'
import type { Access } from '../contract/resources.ts'
import type { Located } from './files.ts'

const SWAPPER = resolve(import.meta.dirname, '../../test/support/swap-forever.mjs')
const SWAPS = 2_500
const OPTIONS = { mode: 'overwrite', createDirs: true, callId: 'call_1' } as const

type Swap = (world: FileWorld) => void
const at = (world: FileWorld, name: string) => `${world.workspace}/${name}`

const SWAPS_OF_EXISTING: readonly (readonly [string, Swap])[] = [
  [
    'its directory became a link to another place',
    (world) => {
      renameSync(at(world, 'sub'), at(world, 'aside'))
      symlinkSync(world.outside, at(world, 'sub'))
    },
  ],
  [
    'its directory became a link to where it was moved',
    (world) => {
      renameSync(at(world, 'sub'), at(world, 'aside'))
      symlinkSync('aside', at(world, 'sub'))
    },
  ],
  [
    'a directory further up became a link',
    (world) => {
      renameSync(world.workspace, `${world.root}/aside`)
      mkdirSync(`${world.outside}/sub`)
      writeFileSync(`${world.outside}/sub/f.txt`, 'secret')
      symlinkSync(world.outside, world.workspace)
    },
  ],
  [
    'its directory was replaced by another one',
    (world) => {
      renameSync(at(world, 'sub'), at(world, 'aside'))
      world.file('ws/sub/f.txt', 'secret')
    },
  ],
  ['its directory is gone', (world) => rmSync(at(world, 'sub'), { recursive: true })],
  [
    'it became a link',
    (world) => {
      rmSync(at(world, 'sub/f.txt'))
      symlinkSync(`${world.outside}/f.txt`, at(world, 'sub/f.txt'))
    },
  ],
  [
    'it became another file',
    (world) => {
      world.file('ws/sub/new', 'secret')
      renameSync(at(world, 'sub/new'), at(world, 'sub/f.txt'))
    },
  ],
  [
    'it became a hard link to another file',
    (world) => {
      rmSync(at(world, 'sub/f.txt'))
      linkSync(`${world.outside}/f.txt`, at(world, 'sub/f.txt'))
    },
  ],
  [
    'it became a FIFO',
    (world) => {
      rmSync(at(world, 'sub/f.txt'))
      world.fifo('ws/sub/f.txt')
    },
  ],
  [
    'it became a directory',
    (world) => {
      rmSync(at(world, 'sub/f.txt'))
      mkdirSync(at(world, 'sub/f.txt'))
    },
  ],
  ['it is gone', (world) => rmSync(at(world, 'sub/f.txt'))],
]

const SWAPS_OF_MISSING: readonly (readonly [string, Swap])[] = [
  ['a file appeared', (world) => world.file('ws/sub/new.txt', 'mine')],
  ['a link appeared', (world) => symlinkSync(`${world.outside}/new.txt`, at(world, 'sub/new.txt'))],
  ['a directory appeared', (world) => world.directory('ws/sub/new.txt')],
  [
    'its directory became a link',
    (world) => {
      renameSync(at(world, 'sub'), at(world, 'aside'))
      symlinkSync(world.outside, at(world, 'sub'))
    },
  ],
]

describe('between locating and using a file', () => {
  it.each(SWAPS_OF_EXISTING)('%s: nothing is read or written', async (_sentence, swap) => {
    using world = fileWorld()
    world.file('ws/sub/f.txt', 'ours')
    world.file('outside/f.txt', 'secret')
    const toRead = world.locate('sub/f.txt')
    const toWrite = world.locate('sub/f.txt', 'write')
    const toRemove = world.locate('sub/f.txt', 'destroy')
    const target = world.locate('elsewhere', 'destroy')
    swap(world)
    const before = tree(world.root)
    for (const attempt of [
      () => world.files.readBytes(toRead, { maxBytes: 100 }),
      () => world.files.readLines(toRead, { first: 1, count: 1, maxBytes: 100 }),
      async () => world.files.preImage(toRead),
      () => world.files.writeFile(toWrite, 'new', OPTIONS),
      () => world.files.writeFile(toWrite, 'new', { ...OPTIONS, mode: 'append' }),
      () => world.files.readText(toWrite),
      () => world.files.remove(toRemove, { recursive: true, callId: 'call_1' }),
      () => world.files.move(toRemove, target, { overwrite: false, callId: 'call_1' }),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: 'CONFLICT' })
    }
    expect(tree(world.root)).toEqual(before)
  })

  it.each(SWAPS_OF_MISSING)('%s: nothing is written over or through it', async (_sentence, swap) => {
    using world = fileWorld()
    world.directory('ws/sub')
    world.file('ws/mover', 'mover')
    const located = world.locate('sub/new.txt', 'write')
    const mover = world.locate('mover', 'destroy')
    swap(world)
    const before = tree(world.root)
    await expect(world.files.writeFile(located, 'new', OPTIONS)).rejects.toMatchObject({ code: 'CONFLICT' })
    const moved = world.files.move(mover, located, { overwrite: true, callId: 'call_1' })
    await expect(moved).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(tree(world.root)).toEqual(before)
  })

  it('a missing directory became a link: nothing is created behind it', async () => {
    using world = fileWorld()
    const located = world.locate('a/b/c.txt', 'write')
    symlinkSync(world.outside, at(world, 'a'))
    await expect(world.files.writeFile(located, 'new', OPTIONS)).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(readdirSync(world.outside)).toEqual([])
  })

  it('a missing directory was made by another call: both files are written', async () => {
    using world = fileWorld()
    const first = world.locate('a/b/1.txt', 'write')
    const second = world.locate('a/b/2.txt', 'write')
    await world.files.writeFile(first, 'one', OPTIONS)
    await world.files.writeFile(second, 'two', { ...OPTIONS, callId: 'call_2' })
    expect(readdirSync(at(world, 'a/b'))).toEqual(['1.txt', '2.txt'])
  })

  it('a directory to list became a link: nothing is listed', async () => {
    using world = fileWorld()
    world.file('ws/sub/f.txt')
    const located = world.locate('sub')
    renameSync(at(world, 'sub'), at(world, 'aside'))
    symlinkSync(world.outside, at(world, 'sub'))
    await expect(world.files.listDirectory(located, { depth: 2, limit: 10 })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
  })
})

describe('while a directory is swapped with a link all the time', () => {
  it('no read gets out', async () => {
    using world = swapWorld()
    let reads = 0
    await during(world, async () => {
      const content = await unlessRefused(world, 'read', async (located) => {
        const read = await world.files.readBytes(located, { maxBytes: 100 })
        return read.content
      })
      if (content === 'ours') reads += 1
      expect(content).not.toBe('secret')
    })
    expect(reads).toBeGreaterThan(0)
  })

  it('no write gets out', async () => {
    using world = swapWorld()
    let writes = 0
    await during(world, async () => {
      const written = await unlessRefused(world, 'write', (located) => world.files.writeFile(located, 'new', OPTIONS))
      if (written !== undefined) writes += 1
    })
    expect(writes).toBeGreaterThan(0)
    expect(readFileSync(`${world.outside}/f.txt`, 'utf8')).toBe('secret')
    expect(readdirSync(world.outside)).toEqual(['f.txt'])
  })

  it('no new file gets out', async () => {
    using world = swapWorld()
    let number = 0
    let writes = 0
    await during(world, async () => {
      number += 1
      const write = (located: Located) => world.files.writeFile(located, 'new', OPTIONS)
      if ((await unlessRefused(world, 'write', write, `sub/n${number}/x.txt`)) !== undefined) writes += 1
    })
    expect(writes).toBeGreaterThan(0)
    expect(readdirSync(world.outside)).toEqual(['f.txt'])
  })

  it('no edit, move or delete gets out', async () => {
    using world = swapWorld()
    let number = 0
    const attempt = async (): Promise<boolean[]> => {
      number += 1
      const callId = `call_${number}`
      const write = (file: Located) => world.files.writeFile(file, 'ours', { ...OPTIONS, createDirs: false, callId })
      const edited = await unlessRefused(world, 'write', async (file) => {
        const before = await world.files.readText(file)
        expect(before.text).not.toContain('secret')
        await world.files.changeTexts([{ kind: 'write', file, before, text: `${before.text}!` }], { callId })
        return true
      })
      const target = world.locate(`moved-${number}`, 'destroy')
      const options = { overwrite: false, callId }
      const moved = await unlessRefused(world, 'destroy', (file) => world.files.move(file, target, options))
      if (moved !== undefined) {
        expect(readFileSync(target.resource.path, 'utf8')).not.toContain('secret')
        await unlessRefused(world, 'write', write)
      }
      const remove = (file: Located) => world.files.remove(file, { recursive: true, callId })
      const removed = await unlessRefused(world, 'destroy', remove)
      if (removed !== undefined) await unlessRefused(world, 'write', write)
      return [edited === true, moved !== undefined, removed !== undefined]
    }
    await during(world, async () => {
      await attempt()
    })
    expect(readFileSync(`${world.outside}/f.txt`, 'utf8')).toBe('secret')
    expect(readdirSync(world.outside)).toEqual(['f.txt'])
    world.file('ws/sub/f.txt', 'ours')
    expect(await attempt()).toEqual([true, true, true])
  })

  it('no listing gets out', async () => {
    using world = swapWorld()
    world.file('ws/sub/deep/ours.txt')
    world.file('outside/deep/theirs.txt')
    await during(world, async () => {
      const located = world.locate('.')
      const { entries } = await world.files.listDirectory(located, { depth: 4, limit: 100 })
      expect(entries.map(({ name }) => name)).not.toContain('theirs.txt')
    })
  })
})

function swapWorld(): FileWorld {
  const world = fileWorld()
  world.file('ws/sub/f.txt', 'ours')
  world.file('outside/f.txt', 'secret')
  return world
}

/** What is judged to be inside must be used inside; whatever else happens must be a refusal we know. */
async function unlessRefused<T>(
  world: FileWorld,
  access: Access,
  use: (located: Located) => Promise<T>,
  given = 'sub/f.txt',
): Promise<T | undefined> {
  try {
    const located = world.locate(given, access)
    return located.resource.zone === 'inside' ? await use(located) : undefined
  } catch (cause) {
    if (cause instanceof HostError && (cause.code === 'CONFLICT' || cause.code === 'NOT_FOUND')) return undefined
    throw cause
  }
}

async function during(world: FileWorld, attempt: () => Promise<void>): Promise<void> {
  const swapper = spawn(process.execPath, [SWAPPER, `${world.workspace}/sub`, world.outside, String(SWAPS)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    await once(swapper.stdout, 'data')
    let isOver = false
    swapper.once('exit', () => {
      isOver = true
    })
    while (!isOver) {
      await attempt()
      await new Promise(setImmediate)
    }
    expect(swapper.exitCode).toBe(0)
  } finally {
    swapper.kill('SIGKILL')
  }
}

/** Every file with its size, and every link with its target; what is kept for undo lies apart. */
function tree(root: string): string[] {
  return execFileSync('find', [root, '-name', 'undo*', '-prune', '-o', '-printf', '%y %P %l %s\n'], {
    encoding: 'utf8',
  })
    .split('\n')
    .sort()
}
