import { readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type FileWorld, fileWorld } from '../../test/support/file-world.ts'
import { runOperation } from '../../test/support/run-operation.ts'
import { fileOperationsToolset } from './file_operations/index.ts'
import { filesystemToolset } from './filesystem/index.ts'

const run = (world: FileWorld, name: string, args: Record<string, unknown>) => {
  const toolsets = [fileOperationsToolset(world), filesystemToolset(world)]
  const toolset = toolsets.find(({ operations }) => operations.some((one) => one.name === name))!
  return runOperation(toolset, name, args, world.place)
}

const READS: readonly [name: string, args: Record<string, unknown>][] = [
  ['read_file', { filePath: 'f' }],
  ['fs_read', { path: 'f' }],
  ['fs_read_range', { path: 'f', start_line: 1, end_line: 1 }],
]

const WRITES: readonly [name: string, args: Record<string, unknown>][] = [
  ['fs_write', { path: 'f', content: 'x' }],
  ['create_file', { filePath: 'f', content: 'x', overwrite: true }],
  ['replace_string', { filePath: 'f', oldString: 'two', newString: 'x' }],
  ['insert_edit', { filePath: 'f', lineNumber: 1, newText: 'x' }],
  ['multi_replace_string', { filePath: 'f', replacements: [{ oldString: 'two', newString: 'x' }] }],
  ['fs_patch', { path: 'f', operations: [{ type: 'replace_first', pattern: 'two', replacement: 'x' }] }],
  ['apply_patch', { patchContent: '--- a/f\n+++ b/f\n@@ -2 +2 @@\n-two\n+x\n' }],
]

describe('a file that someone else changed since it was seen', () => {
  it.each(WRITES)('is not overwritten by %s, which says what changed', async (name, args) => {
    using world = fileWorld()
    const path = world.file('ws/f', 'one\ntwo\n')
    await run(world, 'read_file', { filePath: 'f' })
    writeFileSync(path, 'one\ntwo\nthree, by a person\n')
    const error = await run(world, name, args).catch((cause: unknown) => cause)
    expect(error).toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('changed by someone else') })
    expect((error as { hint: string }).hint).toContain('+three, by a person')
    expect(readFileSync(path, 'utf8')).toBe('one\ntwo\nthree, by a person\n')
    await run(world, 'read_file', { filePath: 'f' })
    await run(world, name, args)
    expect(readFileSync(path, 'utf8')).toContain('x')
  })

  it.each(READS)('counts as seen by %s', async (name, args) => {
    using world = fileWorld()
    const path = world.file('ws/f', 'one\ntwo\n')
    await run(world, name, args)
    writeFileSync(path, 'other\n')
    await expect(run(world, 'fs_write', { path: 'f', content: 'x' })).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  it('is no conflict when only its time changed, or when nobody has seen it', async () => {
    using world = fileWorld()
    const path = world.file('ws/f', 'one\n')
    await run(world, 'read_file', { filePath: 'f' })
    utimesSync(path, 1_000, 1_000)
    await run(world, 'fs_write', { path: 'f', content: 'two\n' })
    world.file('ws/g', 'unseen')
    await run(world, 'fs_write', { path: 'g', content: 'x' })
    expect(readFileSync(path, 'utf8')).toBe('two\n')
  })

  it('is a conflict even if size and times are the same', async () => {
    using world = fileWorld()
    const path = world.file('ws/f', 'one\n')
    await run(world, 'read_file', { filePath: 'f' })
    const before = statSync(path)
    writeFileSync(path, 'two\n')
    utimesSync(path, before.atime, before.mtime)
    await expect(run(world, 'fs_write', { path: 'f', content: 'x' })).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  it('is no conflict with what the run itself did', async () => {
    using world = fileWorld()
    await run(world, 'create_file', { filePath: 'f', content: 'one\ntwo\n' })
    await run(world, 'replace_string', { filePath: 'f', oldString: 'one', newString: '1' })
    await run(world, 'insert_edit', { filePath: 'f', lineNumber: 3, newText: 'three' })
    await run(world, 'apply_patch', { patchContent: '--- a/f\n+++ b/f\n@@ -2 +2 @@\n-two\n+2\n' })
    await run(world, 'fs_write', { path: 'f', content: 'end', mode: 'append' })
    await run(world, 'replace_string', { filePath: 'f', oldString: 'end', newString: 'END' })
    expect(readFileSync(`${world.workspace}/f`, 'utf8')).toBe('1\n2\nthree\nEND')
  })

  it('is told without what it may not be shown', async () => {
    using world = fileWorld()
    const path = world.file('outside/f', 'one\n')
    await run(world, 'fs_read', { path })
    writeFileSync(path, 'a new secret\n')
    const error = await run(world, 'fs_write', { path, content: 'x' }).catch((cause: unknown) => cause)
    expect(error).toMatchObject({ code: 'CONFLICT' })
    expect(JSON.stringify(error) + (error as { hint: string }).hint).not.toContain('secret')
  })
})
