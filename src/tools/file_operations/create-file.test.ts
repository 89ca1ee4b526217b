import { readFileSync, symlinkSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type FileWorld, fileWorld } from '../../../test/support/file-world.ts'
import { runOperation } from '../../../test/support/run-operation.ts'
import { fileOperationsToolset } from './index.ts'

const create = (world: FileWorld, args: Record<string, unknown>) =>
  runOperation(fileOperationsToolset(world), 'create_file', args, world.place)

describe('create_file', () => {
  it('creates a file and its directories', async () => {
    using world = fileWorld()
    const filePath = `${world.workspace}/a/test.txt`
    const ran = await create(world, { filePath: 'a/test.txt', content: 'x\n'.repeat(342) })
    expect(ran.output).toEqual({
      success: true,
      message: `Created ${filePath}.`,
      filename: 'test.txt',
      filePath,
      created: true,
      overwritten: false,
    })
    expect(ran.label).toBe('Creating file: test.txt')
    expect(ran.details).toEqual(['File: test.txt', 'Size: 342 lines'])
    expect(ran.preview).toMatchObject({ kind: 'file', path: filePath, exists: false, before: null })
  })

  it('leaves a file that exists unless told to overwrite', async () => {
    using world = fileWorld()
    const path = world.file('ws/f', 'old')
    await expect(create(world, { filePath: 'f', content: 'new' })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(readFileSync(path, 'utf8')).toBe('old')
    const { output } = await create(world, { filePath: 'f', content: 'new', overwrite: true })
    expect(output).toMatchObject({ created: false, overwritten: true, message: `Replaced ${path}.` })
    expect(readFileSync(path, 'utf8')).toBe('new')
  })

  it('is judged where a link leads', async () => {
    using world = fileWorld()
    symlinkSync(`${world.outside}/new.txt`, `${world.workspace}/l`)
    const { resources } = await create(world, { filePath: 'l', content: '' })
    expect(resources).toMatchObject([{ path: `${world.outside}/new.txt`, zone: 'outside', access: 'write' }])
  })
})
