import { symlinkSync, utimesSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type FileWorld, fileWorld } from '../../../test/support/file-world.ts'
import { runOperation } from '../../../test/support/run-operation.ts'
import { filesystemToolset } from './index.ts'

const list = (world: FileWorld, args: Record<string, unknown>) =>
  runOperation(filesystemToolset(world), 'fs_list', args, world.place)

interface Listed {
  readonly entries: readonly { readonly path: string }[]
}

const paths = async (world: FileWorld, args: Record<string, unknown>) => {
  const { output } = await list(world, args)
  return (output as Listed).entries.map(({ path }) => path.slice(world.workspace.length + 1))
}

describe('fs_list', () => {
  it('gives path, type, size and modified, and no other field', async () => {
    using world = fileWorld()
    utimesSync(world.file('ws/b.txt', 'four'), 1_000, 1_000)
    utimesSync(world.directory('ws/a'), 2_000, 2_000)
    const { output, text, label, resources } = await list(world, { path: '.' })
    expect(output).toEqual({
      entries: [
        { path: `${world.workspace}/a`, type: 'directory', modified: '1970-01-01T00:33:20.000Z' },
        { path: `${world.workspace}/b.txt`, type: 'file', size: 4, modified: '1970-01-01T00:16:40.000Z' },
      ],
    })
    expect(text).toBe(`${world.workspace}/a/\n${world.workspace}/b.txt (4 bytes)`)
    expect(label).toBe('Listing directory: .')
    expect(resources).toMatchObject([{ path: world.workspace, access: 'read', zone: 'inside' }])
  })

  it('goes down only if told to, and three levels unless told otherwise', async () => {
    using world = fileWorld()
    world.file('ws/1/2/3/4.txt')
    expect(await paths(world, { path: '.' })).toEqual(['1'])
    expect(await paths(world, { path: '.', max_depth: 9 })).toEqual(['1'])
    expect(await paths(world, { path: '.', recursive: true })).toEqual(['1', '1/2', '1/2/3'])
    expect(await paths(world, { path: '.', recursive: true, max_depth: 1 })).toEqual(['1'])
    expect(await paths(world, { path: '.', recursive: true, max_depth: 4 })).toHaveLength(4)
  })

  it('gives a link the type of what it leads to, and says what is neither file nor directory', async () => {
    using world = fileWorld()
    symlinkSync('nowhere', `${world.workspace}/a`)
    world.file('ws/b', '')
    symlinkSync(world.outside, `${world.workspace}/c`)
    symlinkSync('b', `${world.workspace}/d`)
    world.fifo('ws/e')
    const { output, text } = await list(world, { path: '.', recursive: true })
    expect(output).toMatchObject({
      entries: [
        { type: 'file', link: true, kind: 'dangling link' },
        { type: 'file', size: 0 },
        { type: 'directory', link: true },
        { type: 'file', link: true },
        { type: 'file', kind: 'FIFO' },
      ],
    })
    expect(text.split('\n').map((line) => line.slice(world.workspace.length + 1))).toEqual([
      'a (dangling link)',
      'b (0 bytes)',
      'c/ (link)',
      'd (link)',
      'e (FIFO)',
    ])
  })

  it('gives a page at a time, and says how to go on', async () => {
    using world = fileWorld()
    for (const name of ['a', 'b', 'c/d']) world.file(`ws/${name}`)
    const { output, text } = await list(world, { path: '.', max_entries: 2 })
    expect(output).toMatchObject({ truncated: true, entries: { length: 2 } })
    expect(text).toMatch(/\[entries 1-2; continue with offset=2\]$/)
    expect(await paths(world, { path: '.', max_entries: 2, offset: 2 })).toEqual(['c'])
    expect((await list(world, { path: '.', offset: 3 })).text).toBe('There is nothing more.')
    expect((await list(world, { path: '.', recursive: true, max_entries: 3 })).text).toMatch(/raise max_entries\]$/)
  })

  it('gives a thousand unless told otherwise', async () => {
    using world = fileWorld()
    for (let index = 0; index < 1_001; index += 1) world.file(`ws/${index}`, '')
    expect((await list(world, { path: '.' })).output).toMatchObject({ truncated: true, entries: { length: 1_000 } })
  })

  it('says that a directory is empty, or none', async () => {
    using world = fileWorld()
    expect((await list(world, { path: '.' })).text).toBe('The directory is empty.')
    await expect(list(world, { path: 'none' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    world.file('ws/f')
    await expect(list(world, { path: 'f' })).rejects.toMatchObject({ code: 'INVALID_PARAMETERS' })
  })
})
