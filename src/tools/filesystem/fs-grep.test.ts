import { describe, expect, it } from 'vitest'
import { type FileWorld, fileWorld } from '../../../test/support/file-world.ts'
import { testGate } from '../../../test/support/gate.ts'
import { runOperation } from '../../../test/support/run-operation.ts'
import { filesystemToolset } from './index.ts'

const grep = (world: FileWorld, args: Record<string, unknown>) =>
  runOperation(filesystemToolset(world), 'fs_grep', args, world.place)

describe('fs_grep', () => {
  it('gives path, line, text and column, and no other field', async () => {
    using world = fileWorld()
    world.file('ws/src/a.ts', 'one\nexport function two() {}\n')
    const ran = await grep(world, { base: 'src', pattern: 'function \\w+' })
    expect(ran.output).toEqual({
      matches: [{ path: `${world.workspace}/src/a.ts`, line: 2, text: 'export function two() {}', column: 8 }],
    })
    expect(ran).toMatchObject({
      label: 'Searching files: function \\w+',
      text: `In ${world.workspace}/src:\na.ts:\n  2: export function two() {}`,
      resources: [{ path: `${world.workspace}/src`, access: 'read', zone: 'inside' }],
    })
  })

  it('is a regular expression unless told otherwise', async () => {
    using world = fileWorld()
    world.file('ws/a', 'a+b\naab\n')
    const lines = async (args: Record<string, unknown>) => {
      const { output } = await grep(world, { pattern: 'a+b', ...args })
      return (output as { matches: { line: number }[] }).matches.map(({ line }) => line)
    }
    expect(await lines({})).toEqual([2])
    expect(await lines({ literal: true })).toEqual([1])
    expect(await lines({ literal: true, pattern: 'A+B' })).toEqual([])
    expect(await lines({ literal: true, pattern: 'A+B', ignore_case: true })).toEqual([1])
  })

  it('shows lines around with their numbers', async () => {
    using world = fileWorld()
    world.file('ws/a', '1\n2\nx\n4\n5\nx\n')
    const { output, text } = await grep(world, { pattern: 'x', context: 1 })
    expect(output).toMatchObject({
      matches: [
        { before: ['2'], after: ['4'] },
        { before: ['5'], after: [] },
      ],
    })
    expect(text).toBe(`In ${world.workspace}:\na:\n  2- 2\n  3: x\n  4- 4\n  --\n  5- 5\n  6: x`)
  })

  it('stops at max_matches and says so', async () => {
    using world = fileWorld()
    world.file('ws/a', 'x\n'.repeat(5_000))
    const { output, text } = await grep(world, { pattern: 'x' })
    expect(output).toMatchObject({ matches: { length: 200 }, truncated: 'limit' })
    expect(text).toMatch(/\[the first 200; there are more\]$/)
    await expect(grep(world, { pattern: 'x', max_matches: -1 })).rejects.toThrow(/from 1 to/)
  })

  it('asks outside the working directory and for protected places, and is refused on the floor', async () => {
    using world = fileWorld()
    world.file('outside/f', 'needle')
    using gate = testGate(() => [filesystemToolset(world)], { patienceMs: 1 })
    const call = (base: string) =>
      gate.call(
        'fs_grep',
        { base, pattern: 'needle' },
        { patienceMs: 1, caller: { ...gate.caller, workdir: world.workspace } },
      )
    world.file('ws/.env', 'needle')
    expect(await call('.')).toMatchObject({ status: 'succeeded', output: { matches: [] } })
    expect(await call(world.outside)).not.toMatchObject({ status: 'succeeded' })
    expect(await call('.env')).not.toMatchObject({ status: 'succeeded' })
    expect(gate.approvals.list('pending').map(({ label }) => label)).toHaveLength(2)
    expect(await call(world.data)).toMatchObject({ status: 'failed', error: { code: 'PERMISSION_DENIED' } })
  })
})
