import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { linkSync, symlinkSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { fileWorld } from '../../test/support/file-world.ts'
import { listNames } from './list-names.ts'
import { readSource } from './read-source.ts'

const SWAPPER = resolve(import.meta.dirname, '../../test/support/swap-forever.mjs')
const SWAPS = 2_500
const MAX_BYTES = 1_000

const world = fileWorld()
const root = world.workspace
afterAll(() => world[Symbol.dispose]())

world.file('outside/f.txt', 'secret')
world.file('ws/sub/f.txt', 'plain')
world.file('ws/large.txt', 'x'.repeat(MAX_BYTES + 1))
world.file('ws/binary', Buffer.from([1, 0, 2]))
world.file('ws/wide.txt', Buffer.from('\ufeffwide', 'utf16le'))
world.file('ws/mark.txt', '\ufeffmarked')
world.fifo('ws/fifo')
symlinkSync(world.outside, `${root}/link`)
symlinkSync(`${world.outside}/f.txt`, `${root}/link.txt`)
linkSync(`${world.outside}/f.txt`, `${root}/hard.txt`)

describe('a source is read', () => {
  it.each([
    ['as text', 'sub/f.txt', { kind: 'text', text: 'plain' }],
    ['in UTF-16', 'wide.txt', { kind: 'text', text: 'wide' }],
    ['without its mark', 'mark.txt', { kind: 'text', text: 'marked' }],
    ['by name only when it is large', 'large.txt', { kind: 'large' }],
    ['by name only when it is no text', 'binary', { kind: 'binary' }],
    ['not when it is a link', 'link.txt', { kind: 'gone' }],
    ['not behind a link', 'link/f.txt', { kind: 'closed' }],
    ['not when it has a second name', 'hard.txt', { kind: 'closed' }],
    ['not when it is a pipe', 'fifo', { kind: 'closed' }],
    ['not when it is a directory', 'sub', { kind: 'closed' }],
    ['not by dots', '../outside/f.txt', { kind: 'closed' }],
    ['not when it is gone', 'nothing', { kind: 'gone' }],
  ])('%s', (_, path, source) => {
    expect(readSource(root, path, MAX_BYTES)).toEqual(source)
  })

  it('and a directory is listed without links, pipes, and what is behind a link', () => {
    const names = listNames(root, '')?.map(({ name, kind }) => `${kind} ${name}`)
    expect(names?.sort()).toEqual([
      'directory sub',
      'file binary',
      'file hard.txt',
      'file large.txt',
      'file mark.txt',
      'file wide.txt',
    ])
    expect(listNames(root, 'link')).toBeNull()
    expect(listNames(root, 'nothing')).toBeNull()
    expect(listNames(root, '../outside')).toBeNull()
  })

  it('never from another place, however fast its directory is swapped with a link', async () => {
    world.file('outside/only-there.txt', 'secret')
    const swapper = spawn(process.execPath, [SWAPPER, `${root}/sub`, world.outside, String(SWAPS)])
    const ended = once(swapper, 'exit')
    await once(swapper.stdout, 'data')
    const seen = new Set<string>()
    do {
      for (let count = 0; count < 100; count++) {
        const source = readSource(root, 'sub/f.txt', MAX_BYTES)
        if (source.kind === 'text') seen.add(source.text)
        for (const { name } of listNames(root, 'sub') ?? []) seen.add(name)
      }
      await new Promise((next) => setImmediate(next))
    } while (swapper.exitCode === null)
    await ended
    expect([...seen].filter((what) => !['plain', 'f.txt'].includes(what))).toEqual([])
  })
})
