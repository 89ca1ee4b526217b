import { hash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type FileWorld, fileWorld } from '../../test/support/file-world.ts'
import { runOperation } from '../../test/support/run-operation.ts'
import { fileOperationsToolset } from './file_operations/index.ts'
import { filesystemToolset } from './filesystem/index.ts'
import type { Attachment } from './operation.ts'

const run = async (world: FileWorld, name: string, args: Record<string, unknown>) => {
  const toolsets = [fileOperationsToolset(world), filesystemToolset(world)]
  const toolset = toolsets.find(({ operations }) => operations.some((one) => one.name === name))!
  const attachments: Attachment[] = []
  const ran = await runOperation(toolset, name, args, world.place, 'call_1', (one) => attachments.push(one))
  return { ...ran, attachments }
}

const PNG = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(40)])
const PDF = Buffer.from('%PDF-1.4\nall in letters\n')

describe('images and documents', () => {
  it.each([
    ['read_file', 'filePath', 'image/png', PNG],
    ['fs_read', 'path', 'image/png', PNG],
    ['read_file', 'filePath', 'application/pdf', PDF],
  ])('%s gives a client what it can show (%s, %s)', async (name, field, mimeType, data) => {
    using world = fileWorld()
    const path = world.file('ws/x', data)
    const { text, attachments } = await run(world, name, { [field]: 'x' })
    expect(text).toBe(`[${path}: ${mimeType}, ${data.length} bytes]`)
    expect(attachments).toEqual([{ mimeType, data, path }])
  })

  it('says what a binary file is and how it begins', async () => {
    using world = fileWorld({ limits: { mediaBytes: 10 } })
    world.file('ws/a.bin', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2]))
    world.file('ws/b.bin', Buffer.from([1, 0, 0x41]))
    world.file('ws/large.png', PNG)
    await expect(run(world, 'read_file', { filePath: 'a.bin' })).rejects.toMatchObject({
      code: 'INVALID_PARAMETERS',
      message: expect.stringContaining('a program or library (ELF), 7 bytes'),
      hint: expect.stringContaining('0000  7f 45 4c 46 00 01 02'),
    })
    await expect(run(world, 'fs_read', { path: 'b.bin' })).rejects.toMatchObject({
      hint: expect.stringMatching(/\.\.A$/),
    })
    await expect(run(world, 'fs_read_range', { path: 'large.png', start_line: 1, end_line: 2 })).rejects.toMatchObject({
      message: expect.stringContaining('a PNG image'),
    })
    await expect(run(world, 'read_file', { filePath: 'large.png' })).rejects.toMatchObject({
      code: 'INVALID_PARAMETERS',
    })
  })
})

describe('what is no regular file', () => {
  it.each([
    ['read_file', { filePath: 'x' }],
    ['fs_read', { path: 'x' }],
    ['fs_read_range', { path: 'x', start_line: 1, end_line: 1 }],
    ['fs_write', { path: 'x', content: 'a' }],
    ['create_file', { filePath: 'x', content: 'a', overwrite: true }],
    ['fs_patch', { path: 'x', operations: [{ type: 'replace_all', pattern: 'a', replacement: 'b' }] }],
    ['replace_string', { filePath: 'x', oldString: 'a', newString: 'b' }],
    ['insert_edit', { filePath: 'x', lineNumber: 1, newText: 'a' }],
    ['apply_patch', { patchContent: '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n' }],
    ['apply_patch', { patchContent: '*** Begin Patch\n*** Delete File: x\n*** End Patch' }],
  ])('is refused at once by %s: a FIFO, a directory', async (name, args) => {
    using world = fileWorld()
    world.fifo('ws/x')
    await expect(run(world, name, args)).rejects.toMatchObject({ message: expect.stringContaining('is a FIFO') })
    rmSync(`${world.workspace}/x`)
    world.directory('ws/x')
    await expect(run(world, name, args)).rejects.toMatchObject({ message: expect.stringContaining('is a directory') })
  })
})

describe('lines', () => {
  it('cuts a long line with a note, never in a character', async () => {
    using world = fileWorld({ limits: { readLineChars: 10 } })
    world.file('ws/f', `short\n${'x'.repeat(9)}😀tail\nend\n`)
    const { output, text } = await run(world, 'read_file', { filePath: 'f' })
    expect(output).toMatchObject({ truncated: true, totalLines: 3 })
    expect(text).toContain(`short\n${'x'.repeat(9)}… [6 more characters in this line]\nend\n`)
    const range = await run(world, 'fs_read_range', { path: 'f', start_line: 2, end_line: 2 })
    expect(range.text).toBe(`${'x'.repeat(9)}… [6 more characters in this line]\n`)
  })

  it.each([
    [0, 2, 'a\nb\n', 1, 2],
    [1, 2, 'a\nb\n', 1, 2],
    [2, 9, 'b\nc\n', 2, 3],
    [3, 3, 'c\n', 3, 3],
  ])('fs_read_range gives lines %i to %i', async (start_line, end_line, content, start, end) => {
    using world = fileWorld()
    const path = world.file('ws/f', 'a\nb\nc\n')
    const { output } = await run(world, 'fs_read_range', { path: 'f', start_line, end_line })
    expect(output).toEqual({ path, start_line: start, end_line: end, content, total_lines: 3 })
  })

  it('answers in words what lies beyond the end, or is the wrong way round', async () => {
    using world = fileWorld()
    world.file('ws/f', 'a\nb\n')
    const beyond = await run(world, 'fs_read_range', { path: 'f', start_line: 9, end_line: 12 })
    expect(beyond.output).toMatchObject({ content: '', total_lines: 2 })
    expect(beyond.text).toBe('[the file has 2 lines; there is nothing at line 9]')
    await expect(run(world, 'fs_read_range', { path: 'f', start_line: 5, end_line: 2 })).rejects.toMatchObject({
      code: 'INVALID_PARAMETERS',
    })
  })

  it('says how to go on when a range is larger than an answer', async () => {
    using world = fileWorld({ limits: { fsReadBytes: 10 } })
    world.file('ws/f', 'aaaa\n'.repeat(10))
    const { output, text } = await run(world, 'fs_read_range', { path: 'f', start_line: 3, end_line: 9 })
    expect(output).toMatchObject({ start_line: 3, end_line: 4 })
    expect(text).toMatch(/\[lines 3-4 of 10; continue with start_line=5\]$/)
  })

  it('read_file tells the hash that an edit can insist on', async () => {
    using world = fileWorld()
    world.file('ws/f', 'a\n')
    const { output } = await run(world, 'read_file', { filePath: 'f' })
    expect(output).toMatchObject({ hash: hash('sha256', 'a\n') })
    const edit = { filePath: 'f', oldString: 'a', newString: 'b', baseHash: hash('sha256', 'other') }
    await expect(run(world, 'replace_string', edit)).rejects.toMatchObject({ code: 'CONFLICT' })
    await run(world, 'replace_string', { ...edit, baseHash: (output as { hash: string }).hash })
  })
})
