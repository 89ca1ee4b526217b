import { describe, expect, it } from 'vitest'
import { type FileWorld, fileWorld } from '../../../test/support/file-world.ts'
import { runOperation } from '../../../test/support/run-operation.ts'
import { filesystemToolset } from './index.ts'

const read = (world: FileWorld, args: Record<string, unknown>) =>
  runOperation(filesystemToolset(world), 'fs_read', args, world.place)

describe('fs_read', () => {
  it('gives path, content, truncated and size, and no other field', async () => {
    using world = fileWorld()
    const path = world.file('ws/a.txt', 'hello')
    const { output, text, label, details, resources } = await read(world, { path: 'a.txt' })
    expect(output).toEqual({ path, content: 'hello', truncated: false, size: 5 })
    expect(text).toBe('hello')
    expect({ label, details }).toEqual({ label: 'Reading file: a.txt', details: ['File: a.txt'] })
    expect(resources).toMatchObject([{ path, access: 'read', zone: 'inside' }])
  })

  it('reads 128 KB unless told otherwise, and says that there is more', async () => {
    using world = fileWorld()
    world.file('ws/a.txt', 'x'.repeat(200_000))
    const { output, text } = await read(world, { path: 'a.txt' })
    expect(output).toMatchObject({ content: 'x'.repeat(131_072), truncated: true, size: 200_000 })
    expect(text).toMatch(/\[the first 131072 of 200000 bytes; a larger max_bytes reads more\]$/)
    expect((await read(world, { path: 'a.txt', max_bytes: 3 })).output).toMatchObject({
      content: 'xxx',
      truncated: true,
    })
  })

  it('refuses a limit of nothing, or beyond the largest', async () => {
    using world = fileWorld()
    world.file('ws/a.txt')
    await expect(read(world, { path: 'a.txt', max_bytes: 0 })).rejects.toThrow()
    await expect(read(world, { path: 'a.txt', max_bytes: 8 * 1024 * 1024 + 1 })).rejects.toThrow()
  })

  it('cuts a long name in its label', async () => {
    using world = fileWorld()
    world.file(`ws/${'n'.repeat(200)}`)
    const { label } = await read(world, { path: 'n'.repeat(200) })
    expect(label.length).toBeLessThanOrEqual(80)
  })
})
