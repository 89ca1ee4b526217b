import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fileWorld } from '../../test/support/file-world.ts'
import { type TestGate, testGate } from '../../test/support/gate.ts'
import { fileOperationsToolset } from '../tools/file_operations/index.ts'
import { filesystemToolset } from '../tools/filesystem/index.ts'

interface Stand extends Disposable {
  readonly gate: TestGate
  readonly at: (name: string) => string
}

function stand(): Stand {
  const world = fileWorld()
  const gate = testGate(() => [fileOperationsToolset(world), filesystemToolset(world)])
  return {
    gate,
    at: (name) => join(gate.workdir, name),
    [Symbol.dispose]: () => {
      gate[Symbol.dispose]()
      world[Symbol.dispose]()
    },
  }
}

const asked = ({ gate }: Stand) => gate.approvals.list('pending').length

describe('a call that cannot succeed asks nobody', () => {
  it.each([
    ['a rename of what is not there', 'rename_file', { oldPath: 'none', newPath: 'x' }, 'NOT_FOUND'],
    ['a rename onto a file', 'rename_file', { oldPath: 'a', newPath: 'b' }, 'CONFLICT'],
    ['a move into itself', 'fs_move', { from: 'd', to: 'd/e' }, 'INVALID_PARAMETERS'],
    ['a delete of the working directory', 'fs_delete', { path: '.', recursive: true }, 'PERMISSION_DENIED'],
    [
      'a patch that deletes what is not there',
      'apply_patch',
      { patchContent: '*** Begin Patch\n*** Delete File: none\n*** End Patch' },
      'NOT_FOUND',
    ],
    [
      'a patch of a protected file that does not fit',
      'replace_string',
      { filePath: 'a', oldString: 'none', newString: '' },
      'CONFLICT',
    ],
  ])('%s', async (_why, name, args, code) => {
    using it = stand()
    for (const file of ['a', 'b']) writeFileSync(it.at(file), file)
    mkdirSync(it.at('d'))
    expect(await it.gate.call(name, args)).toMatchObject({ status: 'failed', error: { code } })
    expect(asked(it)).toBe(0)
  })
})

describe('a person decides', () => {
  it('over a delete by counts, bytes and names, and over that tree only', async () => {
    using it = stand()
    mkdirSync(it.at('d/sub'), { recursive: true })
    writeFileSync(it.at('d/sub/f'), '12345')
    const first = it.gate.nextAsk()
    const calling = it.gate.call('fs_delete', { path: 'd', recursive: true })
    const approval = await first
    expect(approval.preview).toMatchObject({
      kind: 'tree',
      action: 'delete',
      files: 1,
      directories: 2,
      bytes: 5,
      sample: ['sub/', 'sub/f'],
      notes: [],
    })
    writeFileSync(it.at('d/new'), 'came later')
    await it.gate.approve(approval)
    expect(await calling).toMatchObject({ status: 'failed', error: { code: 'CONFLICT' } })
    expect(existsSync(it.at('d/sub/f'))).toBe(true)
  })

  it('over an edit outside by its diff, and the edit is what was shown', async () => {
    using it = stand()
    using world = fileWorld()
    const path = world.file('outside/f', 'one\ntwo\n')
    const first = it.gate.nextAsk()
    const calling = it.gate.call('replace_string', { filePath: path, oldString: 'two', newString: '2' })
    const approval = await first
    expect(approval.preview).toMatchObject({
      kind: 'changes',
      files: [{ path, diff: expect.stringContaining('-two\n+2\n') }],
    })
    expect(readFileSync(path, 'utf8')).toBe('one\ntwo\n')
    await it.gate.approve(approval)
    expect(await calling).toMatchObject({ status: 'succeeded' })
    expect(readFileSync(path, 'utf8')).toBe('one\n2\n')
  })

  it('is told why an edit would fail where the caller may not know', async () => {
    using it = stand()
    using world = fileWorld()
    const path = world.file('outside/f', 'private words\n')
    const first = it.gate.nextAsk()
    const stop = new AbortController()
    const calling = it.gate.call(
      'replace_string',
      { filePath: path, oldString: 'private word', newString: '', expectedReplacements: 2 },
      { signal: stop.signal },
    )
    expect((await first).preview).toMatchObject({ kind: 'changes', notes: [expect.stringContaining('It would fail')] })
    stop.abort()
    expect(JSON.stringify(await calling)).not.toContain('private words')
  })

  it('over what is critical inside a directory that goes', async () => {
    using it = stand()
    it.gate.profile.level = 'full_access'
    mkdirSync(it.at('d'))
    writeFileSync(it.at('d/.env'), 'x')
    const first = it.gate.nextAsk()
    const stop = new AbortController()
    const calling = it.gate.call('fs_delete', { path: 'd', recursive: true }, { signal: stop.signal })
    expect((await first).because).toMatchObject({ step: 'critical' })
    stop.abort()
    await calling
    expect(existsSync(it.at('d/.env'))).toBe(true)
  })
})

describe('links', () => {
  it('do not lead a patch out unasked', async () => {
    using it = stand()
    using world = fileWorld()
    symlinkSync(world.outside, it.at('link'))
    const patchContent = '*** Begin Patch\n*** Add File: in.txt\n+x\n*** Add File: link/out.txt\n+x\n*** End Patch'
    const first = it.gate.nextAsk()
    const stop = new AbortController()
    const calling = it.gate.call('apply_patch', { patchContent }, { signal: stop.signal })
    expect((await first).resources).toMatchObject([
      { zone: 'inside' },
      { zone: 'outside', path: `${world.outside}/out.txt` },
    ])
    stop.abort()
    await calling
    expect([existsSync(it.at('in.txt')), existsSync(`${world.outside}/out.txt`)]).toEqual([false, false])
  })
})
