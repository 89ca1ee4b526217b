import { chmodSync, symlinkSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type FileWorld, fileWorld } from '../../../test/support/file-world.ts'
import { runOperation } from '../../../test/support/run-operation.ts'
import { fileOperationsToolset } from './index.ts'

const list = (world: FileWorld, args: Record<string, unknown> = {}) =>
  runOperation(fileOperationsToolset(world), 'list_dir', args, world.place)

describe('list_dir', () => {
  it('lists the working directory', async () => {
    using world = fileWorld()
    chmodSync(world.file('ws/b.txt', 'four'), 0o640)
    world.directory('ws/a')
    symlinkSync('nowhere', `${world.workspace}/l`)
    const { output, text, label } = await list(world)
    expect(output).toMatchObject({
      message: `3 entries in ${world.workspace}`,
      path: world.workspace,
      entries: [
        { name: 'a', isDirectory: true },
        {
          name: 'b.txt',
          isDirectory: false,
          size: 4,
          permissions: 'rw-r-----',
          modifiedDate: expect.stringMatching(/Z$/),
        },
        { name: 'l', isDirectory: false, isLink: true },
      ],
      count: 3,
      totalCount: 3,
      hasMore: false,
      offset: 0,
      limit: 100,
    })
    expect(text).toBe(`3 entries in ${world.workspace}:\na/\nb.txt (4 bytes)\nl (link)`)
    expect(label).toBe('Listing directory: .')
  })

  it('goes through a large directory in pages', async () => {
    using world = fileWorld()
    for (let index = 100; index < 350; index += 1) world.file(`ws/${index}`)
    const first = await list(world)
    expect(first.output).toMatchObject({ count: 100, totalCount: 250, hasMore: true })
    expect(first.text).toMatch(/\[continue with offset=100\]$/)
    expect((await list(world, { offset: 200 })).output).toMatchObject({ count: 50, hasMore: false })
  })

  it('gives at most 1,000 entries', async () => {
    using world = fileWorld()
    await expect(list(world, { limit: 1_001 })).rejects.toMatchObject({ code: 'INVALID_PARAMETERS' })
  })

  it('shows a newline in a name', async () => {
    using world = fileWorld()
    world.file('ws/a\nb', '')
    const { output, text } = await list(world)
    expect(output).toMatchObject({ entries: [{ name: 'a\nb' }] })
    expect(text.split('\n').length).toBe(2)
  })
})
