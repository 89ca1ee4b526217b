import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { linkSync, symlinkSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fileWorld } from '../../test/support/file-world.ts'

const SWAPPER = resolve(import.meta.dirname, '../../test/support/swap-forever.mjs')
const SWAPS = 3_000

const still = new AbortController().signal

describe('a tree', () => {
  it('lets nobody out, however often a directory in it is swapped for a link', async () => {
    using world = fileWorld()
    world.file('ws/sub/f.txt', 'inside')
    world.file('outside/f.txt', 'secret')
    using tree = world.files.openTree(world.locate('.'))
    const swapper = spawn(process.execPath, [SWAPPER, `${world.workspace}/sub`, world.outside, String(SWAPS)])
    const ended = once(swapper, 'exit')
    await once(swapper.stdout, 'data')
    const seen = new Set<string>()
    let attempts = 0
    while (swapper.exitCode === null || attempts < 10_000) {
      attempts += 1
      // Another name first, so that the directory is opened anew each time.
      tree.openFile(['other'], 'x')?.[Symbol.dispose]()
      using file = tree.openFile(['sub'], 'f.txt')
      if (file !== null) seen.add(file.read(0, 100).toString())
      if (attempts % 100 === 0) {
        await tree.walk(({ names, read }) => {
          const text = names[0] === 'sub' ? read('f.txt', 100) : null
          if (text !== null) seen.add(text)
          return ['sub', 'sub.aside']
        }, still)
        await new Promise(setImmediate)
      }
    }
    await ended
    expect([...seen]).toEqual(['inside'])
  })

  it('has no file that is protected, ours, a link, or of a special kind', () => {
    using world = fileWorld()
    world.file('ws/a', 'text')
    world.file('ws/.env')
    world.file('ws/.ssh/config')
    world.file('outside/f')
    world.fifo('ws/pipe')
    symlinkSync('a', `${world.workspace}/link`)
    linkSync(`${world.data}/upperhand.db`, `${world.workspace}/second-name`)
    using tree = world.files.openTree(world.locate('.'))
    const isThere = (directories: string[], name: string) => {
      using file = tree.openFile(directories, name)
      return file !== null
    }
    expect(isThere([], 'a')).toBe(true)
    for (const name of ['.env', 'pipe', 'link', 'second-name', 'missing', '..', '.'])
      expect(isThere([], name)).toBe(false)
    expect(isThere(['.ssh'], 'config')).toBe(false)
    expect(isThere(['..', 'outside'], 'f')).toBe(false)
    expect(isThere([], '../outside/f')).toBe(false)
  })

  it('goes only where its visitor wants, and stops when told to', async () => {
    using world = fileWorld()
    for (const name of ['a/1', 'b/2', 'c/3']) world.file(`ws/${name}`)
    using tree = world.files.openTree(world.locate('.'))
    const visited: string[] = []
    const isWhole = await tree.walk(({ names }) => {
      visited.push(names.join('/'))
      return names.length === 0 ? ['a', 'missing', 'c'] : []
    }, still)
    expect({ isWhole, visited }).toEqual({ isWhole: true, visited: ['', 'a', 'c'] })
    expect(await tree.walk(() => null, still)).toBe(false)
    await expect(tree.walk(() => [], AbortSignal.abort())).rejects.toThrow()
    using file = world.files.openTree(world.locate('a/1'))
    await expect(file.walk(() => [], still)).rejects.toThrow(/is a file/)
    expect(file.openFile([], '2')).toBeNull()
  })
})
