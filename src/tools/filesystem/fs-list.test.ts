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

  it('shows a dangling link as such and goes on', async () => {
    using world = fileWorld()
    symlinkSync('nowhere', `${world.workspace}/a`)
    world.file('ws/b', '')
    const { output, text } = await list(world, { path: '.' })
    expect(output).toMatchObject({
      entries: [
        { type: 'file', link: true },
        { type: 'file', size: 0 },
      ],
    })
    expect(text).toContain('/a (link)')
  })

  it('says when there is more than it lists', async () => {
    using world = fileWorld({ limits: { listEntries: 2 } })
    for (const name of ['a', 'b', 'c']) world.file(`ws/${name}`)
    const { output, text } = await list(world, { path: '.' })
    expect(output).toMatchObject({ truncated: true, entries: { length: 2 } })
    expect(text).toMatch(/\[the first 2; there are more\]$/)
  })

  it('says that a directory is empty, or none', async () => {
    using world = fileWorld()
    expect((await list(world, { path: '.' })).text).toBe('The directory is empty.')
    await expect(list(world, { path: 'none' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    world.file('ws/f')
    await expect(list(world, { path: 'f' })).rejects.toMatchObject({ code: 'INVALID_PARAMETERS' })
  })
})
