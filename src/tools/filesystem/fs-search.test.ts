import { symlinkSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type FileWorld, fileWorld } from '../../../test/support/file-world.ts'
import { runOperation } from '../../../test/support/run-operation.ts'
import { filesystemToolset } from './index.ts'

const search = (world: FileWorld, args: Record<string, unknown>) =>
  runOperation(filesystemToolset(world), 'fs_search', args, world.place)

describe('fs_search', () => {
  it('gives path and type, and says what it is about', async () => {
    using world = fileWorld()
    world.file('ws/src/a.ts')
    world.directory('ws/src/lib.ts')
    const ran = await search(world, { base: 'src', glob: '**/*.ts' })
    expect(ran.output).toEqual({
      matches: [
        { path: `${world.workspace}/src/a.ts`, type: 'file' },
        { path: `${world.workspace}/src/lib.ts`, type: 'directory' },
      ],
    })
    expect(ran).toMatchObject({
      label: 'Finding files: **/*.ts',
      details: ['In: src', 'Names: **/*.ts'],
      text: `In ${world.workspace}/src:\na.ts\nlib.ts/`,
      resources: [{ path: `${world.workspace}/src`, access: 'read', zone: 'inside' }],
    })
  })

  it('stops at max_results and says so', async () => {
    using world = fileWorld()
    for (const name of ['a', 'b', 'c']) world.file(`ws/${name}`)
    const { output, text } = await search(world, { max_results: 2 })
    expect(output).toMatchObject({ matches: { length: 2 }, truncated: 'limit' })
    expect(text).toMatch(/\[the first 2; there are more\]$/)
    expect((await search(world, { max_results: 3 })).output).not.toHaveProperty('truncated')
    await expect(search(world, { max_results: 0 })).rejects.toThrow(/from 1 to/)
  })

  it('touches where a link leads', async () => {
    using world = fileWorld()
    world.file('outside/x')
    symlinkSync(world.outside, `${world.workspace}/link`)
    const { resources } = await search(world, { base: 'link' })
    expect(resources).toMatchObject([{ path: world.outside, zone: 'outside' }])
  })

  it('finds nothing without an error', async () => {
    using world = fileWorld()
    expect(await search(world, { glob: 'none' })).toMatchObject({ output: { matches: [] }, text: 'Nothing was found.' })
  })
})
