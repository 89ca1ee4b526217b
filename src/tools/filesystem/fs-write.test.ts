import { readFileSync, symlinkSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type FileWorld, fileWorld } from '../../../test/support/file-world.ts'
import { runOperation } from '../../../test/support/run-operation.ts'
import { filesystemToolset } from './index.ts'

const write = (world: FileWorld, args: Record<string, unknown>) =>
  runOperation(filesystemToolset(world), 'fs_write', args, world.place)

describe('fs_write', () => {
  it('creates directories and overwrites unless told otherwise, and gives path and bytes_written only', async () => {
    using world = fileWorld()
    const path = `${world.workspace}/a/b.txt`
    const first = await write(world, { path: 'a/b.txt', content: 'é\n' })
    expect(first.output).toEqual({ path, bytes_written: 3 })
    expect(first.text).toBe(`Wrote 3 bytes to ${path}.`)
    const diff = `--- /dev/null\n+++ ${path}\n@@ -0,0 +1 @@\n+é\n`
    expect(first.preview).toEqual({ kind: 'file', path, exists: false, before: null, after: 'é\n', diff })
    const second = await write(world, { path: 'a/b.txt', content: 'new' })
    expect(second.preview).toMatchObject({ exists: true, before: 'é\n', after: 'new' })
    expect(readFileSync(path, 'utf8')).toBe('new')
  })

  it('says what it is about', async () => {
    using world = fileWorld()
    const { label, details, resources } = await write(world, { path: 'a/b.txt', content: 'one\ntwo' })
    expect({ label, details }).toEqual({ label: 'Writing file: b.txt', details: ['File: b.txt', 'Size: 2 lines'] })
    expect(resources).toMatchObject([{ access: 'write', zone: 'inside', exists: false }])
  })

  it('create_if_missing on an existing file writes nothing and is no error', async () => {
    using world = fileWorld()
    const path = world.file('ws/f', 'old')
    const { output, text } = await write(world, { path: 'f', content: 'new', mode: 'create_if_missing' })
    expect(output).toEqual({ path, bytes_written: 0 })
    expect(text).toBe(`${path} exists already. Nothing was written.`)
    expect(readFileSync(path, 'utf8')).toBe('old')
  })

  it('append adds to the end', async () => {
    using world = fileWorld()
    const path = world.file('ws/f', 'old')
    expect((await write(world, { path: 'f', content: 'new', mode: 'append' })).output).toEqual({
      path,
      bytes_written: 3,
    })
    expect(readFileSync(path, 'utf8')).toBe('oldnew')
  })

  it('creates no directories when told so', async () => {
    using world = fileWorld()
    await expect(write(world, { path: 'a/b', content: '', create_dirs: false })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  it('touches the target of a link, not the link', async () => {
    using world = fileWorld()
    symlinkSync(`${world.outside}/x`, `${world.workspace}/l`)
    const { resources } = await write(world, { path: 'l', content: '' })
    expect(resources).toMatchObject([{ path: `${world.outside}/x`, zone: 'outside' }])
  })
})
