import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type FileWorld, fileWorld } from '../../../test/support/file-world.ts'
import { runOperation } from '../../../test/support/run-operation.ts'
import { fileOperationsToolset } from './index.ts'

const run = (world: FileWorld, name: string, args: Record<string, unknown>) =>
  runOperation(fileOperationsToolset(world), name, { filePath: 'f', ...args }, world.place)

const TEXT = 'function one() {\n  return 1\n}\n\nfunction two() {\n  return 2\n}\n'

describe('replace_string', () => {
  it('replaces what is there once, and leaves nothing beside the file', async () => {
    using world = fileWorld()
    const path = world.file('ws/f', TEXT)
    const { output, text, label, preview } = await run(world, 'replace_string', {
      oldString: 'return 1',
      newString: 'return 11',
    })
    expect(output).toEqual({ success: true, filePath: path, replacementCount: 1, backupPath: null, validated: true })
    expect({ text, label }).toEqual({ text: `Replaced one place in ${path}.`, label: 'Editing file: f' })
    expect(preview).toMatchObject({
      kind: 'changes',
      files: [{ diff: expect.stringContaining('-  return 1\n+  return 11\n') }],
    })
    expect(readFileSync(path, 'utf8')).toBe(TEXT.replace('return 1', 'return 11'))
    expect(readdirSync(world.workspace)).toEqual(['f'])
  })

  const REFUSED: readonly [why: string, args: Record<string, unknown>, code: string, words: RegExp][] = [
    [
      'it is there twice',
      { oldString: 'return', newString: 'x' },
      'CONFLICT',
      /2 times, not once[\s\S]*2: {3}return 1\n6: {3}return 2/,
    ],
    ['it is not there', { oldString: 'return 3', newString: 'x' }, 'CONFLICT', /2: {3}return 1/],
    [
      'only its spacing is different',
      { oldString: 'function two() {\n\treturn 2\n}', newString: 'x' },
      'CONFLICT',
      /the same but for its spacing/,
    ],
    [
      'another number is expected',
      { oldString: 'return', newString: 'x', expectedReplacements: 3 },
      'CONFLICT',
      /2 times, not 3 times/,
    ],
    ['nothing would change', { oldString: 'one', newString: 'one' }, 'INVALID_PARAMETERS', /are the same/],
    ['nothing is looked for', { oldString: '', newString: 'x' }, 'INVALID_PARAMETERS', /is empty/],
    ['the file is missing', { filePath: 'none', oldString: 'a', newString: 'b' }, 'NOT_FOUND', /does not exist/],
    ['it is a directory', { filePath: '.', oldString: 'a', newString: 'b' }, 'INVALID_PARAMETERS', /is a directory/],
  ]
  it.each(REFUSED)('changes nothing when %s', async (_why, args, code, words) => {
    using world = fileWorld()
    const path = world.file('ws/f', TEXT)
    const error = await run(world, 'replace_string', args).catch((cause: unknown) => cause)
    expect(error).toMatchObject({ code })
    expect(`${(error as Error).message}\n${(error as { hint?: string }).hint}`).toMatch(words)
    expect(readFileSync(path, 'utf8')).toBe(TEXT)
  })

  it('replaces as many as expected, and deletes with an empty text', async () => {
    using world = fileWorld()
    const path = world.file('ws/f', 'a b a')
    await run(world, 'replace_string', { oldString: 'a', newString: 'c', expectedReplacements: 2 })
    await run(world, 'replace_string', { oldString: ' b ', newString: '' })
    expect(readFileSync(path, 'utf8')).toBe('cc')
  })

  it('refuses what the file cannot hold', async () => {
    using world = fileWorld({ limits: { editBytes: 100 } })
    world.file('ws/f', Buffer.from([0x61, 0xe9, 0x0a]))
    await expect(run(world, 'replace_string', { oldString: 'a', newString: '€' })).rejects.toMatchObject({
      message: expect.stringContaining('Latin-1, which has no "€"'),
    })
    world.file('ws/large', 'x'.repeat(101))
    await expect(
      run(world, 'replace_string', { filePath: 'large', oldString: 'a', newString: '' }),
    ).rejects.toMatchObject({
      code: 'TOO_LARGE',
    })
    world.file('ws/binary', Buffer.from([0, 1, 2]))
    await expect(
      run(world, 'replace_string', { filePath: 'binary', oldString: 'a', newString: '' }),
    ).rejects.toMatchObject({
      message: expect.stringContaining('binary file'),
    })
  })
})

describe('multi_replace_string', () => {
  it('changes several files, or none', async () => {
    using world = fileWorld()
    world.file('ws/a', 'one\n')
    world.file('ws/b', 'two\n')
    const good = [
      { filePath: 'a', oldString: 'one', newString: '1' },
      { filePath: './a', oldString: '1', newString: 'I' },
      { filePath: 'b', oldString: 'two', newString: '2' },
    ]
    const bad = [...good, { filePath: 'b', oldString: 'nope', newString: '' }]
    await expect(run(world, 'multi_replace_string', { filePath: undefined, replacements: bad })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    expect(readFileSync(`${world.workspace}/a`, 'utf8')).toBe('one\n')
    const { output } = await run(world, 'multi_replace_string', { filePath: undefined, replacements: good })
    expect(output).toMatchObject({ totalReplacements: 3 })
    expect([readFileSync(`${world.workspace}/a`, 'utf8'), readFileSync(`${world.workspace}/b`, 'utf8')]).toEqual([
      'I\n',
      '2\n',
    ])
  })
})

describe('insert_edit', () => {
  it.each([
    [1, 'insert', 'x', 'x\na\nb\n'],
    [2, 'insert', 'x\ny\n', 'a\nx\ny\nb\n'],
    [3, 'insert', 'x', 'a\nb\nx\n'],
    [2, 'replace', 'x', 'a\nx\n'],
    [1, 'replace', '', 'b\n'],
  ])('at line %i: %s', async (lineNumber, insertOperation, newText, after) => {
    using world = fileWorld()
    const path = world.file('ws/f', 'a\nb\n')
    await run(world, 'insert_edit', { lineNumber, insertOperation, newText })
    expect(readFileSync(path, 'utf8')).toBe(after)
  })

  it.each([
    [4, 'insert', /has 2 lines; there is no line 4 to insert/],
    [3, 'replace', /there is no line 3 to replace/],
  ])('knows no line %i to %s', async (lineNumber, insertOperation, words) => {
    using world = fileWorld()
    world.file('ws/f', 'a\nb\n')
    await expect(run(world, 'insert_edit', { lineNumber, insertOperation, newText: 'x' })).rejects.toThrow(words)
  })
})

describe('rename_file and delete_file', () => {
  it('rename, with the size on the card', async () => {
    using world = fileWorld()
    world.file('ws/d/f', 'four')
    const toolset = fileOperationsToolset(world)
    const { output, details, preview, resources } = await runOperation(
      toolset,
      'rename_file',
      { oldPath: 'd', newPath: 'e/d' },
      world.place,
    )
    expect(output).toMatchObject({ success: true, oldPath: `${world.workspace}/d`, newPath: `${world.workspace}/e/d` })
    expect(details).toContain('Size: 1 files and 1 directories, 4 bytes')
    expect(preview).toMatchObject({
      kind: 'tree',
      action: 'move',
      to: `${world.workspace}/e/d`,
      files: 1,
      bytes: 4,
      sample: ['f'],
    })
    expect(resources).toMatchObject([{ access: 'destroy' }, { access: 'write' }])
    expect(readFileSync(`${world.workspace}/e/d/f`, 'utf8')).toBe('four')
  })

  it('delete, and name what is critical inside', async () => {
    using world = fileWorld()
    world.file('ws/d/.env', 'x')
    const { preview, resources } = await run(world, 'delete_file', { filePath: 'd', recursive: true })
    expect(resources).toMatchObject([
      { path: `${world.workspace}/d`, protection: { class: 'none' } },
      { path: `${world.workspace}/d/.env`, protection: { class: 'critical' } },
    ])
    expect(preview).toMatchObject({ kind: 'tree', notes: ['Contains what always asks: .env'] })
    expect(existsSync(`${world.workspace}/d`)).toBe(false)
  })
})
