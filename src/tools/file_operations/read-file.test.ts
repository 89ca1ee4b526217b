import { hash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type FileWorld, fileWorld } from '../../../test/support/file-world.ts'
import { runOperation } from '../../../test/support/run-operation.ts'
import { fileOperationsToolset } from './index.ts'

const read = (world: FileWorld, args: Record<string, unknown>) =>
  runOperation(fileOperationsToolset(world), 'read_file', { filePath: 'f.txt', ...args }, world.place)

const TEN = Array.from({ length: 10 }, (_, index) => `line ${index + 1}\n`).join('')

describe('read_file', () => {
  it('gives a whole file', async () => {
    using world = fileWorld()
    const filePath = world.file('ws/f.txt', TEN)
    const { output, text, label } = await read(world, {})
    expect(output).toEqual({
      filePath,
      content: TEN,
      totalLines: 10,
      returnedLines: 10,
      truncated: false,
      estimatedTokens: Math.ceil(TEN.length / 4),
      tokenLimited: false,
      offset: 1,
      limit: 2_000,
      hash: hash('sha256', TEN),
    })
    expect(text).toBe(TEN)
    expect(label).toBe('Reading file: f.txt')
  })

  it.each([
    [{ offset: 3, limit: 2 }, 'line 3\nline 4\n\n[lines 3-4 of 10; continue with offset=5]'],
    [{ offset: 9 }, 'line 9\nline 10\n'],
    [{ offset: 0, limit: 1 }, 'line 1\n\n[lines 1-1 of 10; continue with offset=2]'],
    [{ offset: 2, endLine: 3 }, 'line 2\nline 3\n\n[lines 2-3 of 10; continue with offset=4]'],
    [{ offset: 10, endLine: 99 }, 'line 10\n'],
    [{ offset: 11 }, '[the file has 10 lines; there is nothing at line 11]'],
  ])('answers %j', async (args, expected) => {
    using world = fileWorld()
    world.file('ws/f.txt', TEN)
    expect((await read(world, args)).text).toBe(expected)
  })

  it('says that a file is empty', async () => {
    using world = fileWorld()
    world.file('ws/f.txt', '')
    expect(await read(world, {})).toMatchObject({
      text: '[the file is empty]',
      output: { totalLines: 0, truncated: false },
    })
  })

  it('gives 2,000 lines at most', async () => {
    using world = fileWorld()
    world.file('ws/f.txt', 'x\n'.repeat(2_500))
    expect((await read(world, {})).output).toMatchObject({ returnedLines: 2_000, truncated: true, tokenLimited: false })
  })

  it('gives 48 KB at most, in whole lines', async () => {
    using world = fileWorld()
    world.file('ws/f.txt', `${'x'.repeat(999)}\n`.repeat(100))
    const { output, text } = await read(world, {})
    expect(output).toMatchObject({ returnedLines: 49, truncated: true, tokenLimited: true })
    expect(text).toMatch(/\[lines 1-49 of 100; continue with offset=50\]$/)
  })

  it('says that a line was cut', async () => {
    using world = fileWorld()
    world.file('ws/f.txt', 'x'.repeat(60_000))
    const { output, text } = await read(world, {})
    expect(output).toMatchObject({ returnedLines: 1, truncated: true })
    expect(text).toMatch(/\[line 1 is too long and cut; 1 lines in all\]$/)
  })

  it('refuses a range that ends before it starts, and two ends at once', async () => {
    using world = fileWorld()
    world.file('ws/f.txt', TEN)
    await expect(read(world, { offset: 5, endLine: 4 })).rejects.toMatchObject({ code: 'INVALID_PARAMETERS' })
    await expect(read(world, { limit: 5, endLine: 4 })).rejects.toMatchObject({ code: 'INVALID_PARAMETERS' })
  })
})
