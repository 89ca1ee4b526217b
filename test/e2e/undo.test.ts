import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApi } from '../../src/cli/api.ts'
import type { UndoPlan } from '../../src/contract/undo.ts'
import { personApi } from '../support/api.ts'
import { type TestHost, testHost } from '../support/host.ts'

interface Called {
  readonly success: boolean
  readonly call_id: string
  readonly error: string | null
}

interface Undone {
  readonly callId: string
  readonly plan: UndoPlan
}

let host: TestHost
beforeAll(async () => {
  host = await testHost()
})
afterAll(() => host[Symbol.asyncDispose]())

const at = (name: string) => join(host.workdir, name)
const person = () => personApi(host.url, host.personKey())
const call = async (name: string, args: Record<string, unknown>): Promise<string> => {
  const answer = await person().post<Called>('/api/call', { name, args, workdir: host.workdir, profile: 'everything' })
  expect(answer.error).toBe(null)
  return answer.call_id
}
const undo = (id: string, force = false) => person().post<Undone>(`/api/history/${id}/undo`, { force })
const plan = (id: string) => person().get<UndoPlan>(`/api/history/${id}/undo`)

describe('a person undoes', () => {
  test('an edit, and the undo of it', async () => {
    writeFileSync(at('a.txt'), 'old\r\n', { mode: 0o640 })
    const id = await call('replace_string', { filePath: 'a.txt', oldString: 'old', newString: 'new' })
    expect(await plan(id)).toMatchObject({
      state: 'ready',
      steps: [{ path: at('a.txt'), action: 'bring back 5 bytes', conflict: null }],
    })
    const undone = await undo(id)
    expect(readFileSync(at('a.txt'), 'utf8')).toBe('old\r\n')
    expect(statSync(at('a.txt')).mode & 0o777).toBe(0o640)
    expect(await plan(id)).toMatchObject({ state: 'undone', undoneBy: undone.callId })
    await undo(undone.callId)
    expect(readFileSync(at('a.txt'), 'utf8')).toBe('new\r\n')
    const { call: record } = await person().get<{ call: Record<string, unknown> }>(`/api/calls/${undone.callId}`)
    expect(record).toMatchObject({ operation: 'history.undo', state: 'succeeded', isPerson: true })
  })

  test('a created file, with its directories', async () => {
    const id = await call('create_file', { filePath: 'deep/er/new.txt', content: 'x' })
    await undo(id)
    expect(existsSync(at('deep'))).toBe(false)
  })

  test('a deleted tree', async () => {
    mkdirSync(at('tree/sub'), { recursive: true })
    writeFileSync(at('tree/sub/f'), 'kept', { mode: 0o600 })
    const id = await call('fs_delete', { path: 'tree', recursive: true })
    expect(existsSync(at('tree'))).toBe(false)
    expect((await plan(id)).steps).toMatchObject([{ action: 'bring back the directory with 3 entries' }])
    const undone = await undo(id)
    expect(readFileSync(at('tree/sub/f'), 'utf8')).toBe('kept')
    expect(statSync(at('tree/sub/f')).mode & 0o777).toBe(0o600)
    await undo(undone.callId)
    expect(existsSync(at('tree'))).toBe(false)
  })

  test('a move that replaced a file', async () => {
    writeFileSync(at('from'), 'mover')
    writeFileSync(at('to'), 'replaced')
    const id = await call('fs_move', { from: 'from', to: 'to', overwrite: true })
    expect(readFileSync(at('to'), 'utf8')).toBe('mover')
    await undo(id)
    expect([readFileSync(at('from'), 'utf8'), readFileSync(at('to'), 'utf8')]).toEqual(['mover', 'replaced'])
  })

  test('a patch of several files as a whole', async () => {
    writeFileSync(at('one'), '1\n')
    writeFileSync(at('two'), '2\n')
    writeFileSync(at('gone'), 'g\n')
    const patchContent = [
      '*** Begin Patch',
      '*** Update File: one',
      '@@',
      '-1',
      '+uno',
      '*** Update File: two',
      '*** Move to: moved/two',
      '@@',
      '-2',
      '+due',
      '*** Delete File: gone',
      '*** Add File: fresh',
      '+f',
      '*** End Patch',
    ].join('\n')
    const id = await call('apply_patch', { patchContent })
    expect([readFileSync(at('one'), 'utf8'), readFileSync(at('moved/two'), 'utf8')]).toEqual(['uno\n', 'due\n'])
    expect([existsSync(at('two')), existsSync(at('gone')), existsSync(at('fresh'))]).toEqual([false, false, true])
    const undone = await undo(id)
    const texts = ['one', 'two', 'gone'].map((name) => readFileSync(at(name), 'utf8'))
    expect(texts).toEqual(['1\n', '2\n', 'g\n'])
    expect([existsSync(at('moved')), existsSync(at('fresh'))]).toEqual([false, false])
    await undo(undone.callId)
    expect([readFileSync(at('one'), 'utf8'), readFileSync(at('moved/two'), 'utf8')]).toEqual(['uno\n', 'due\n'])
    expect([existsSync(at('two')), existsSync(at('gone')), existsSync(at('fresh'))]).toEqual([false, false, true])
  })

  test('nothing where something was changed since, unless told to', async () => {
    const id = await call('fs_write', { path: 'c.txt', content: 'theirs' })
    writeFileSync(at('c.txt'), 'mine')
    expect(await plan(id)).toMatchObject({ state: 'conflict', steps: [{ conflict: 'It was changed since.' }] })
    await expect(undo(id)).rejects.toThrow()
    expect(readFileSync(at('c.txt'), 'utf8')).toBe('mine')
    const undone = await undo(id, true)
    expect(existsSync(at('c.txt'))).toBe(false)
    await undo(undone.callId)
    expect(readFileSync(at('c.txt'), 'utf8')).toBe('mine')
  })

  test('all of several files or none', async () => {
    writeFileSync(at('m1'), 'a\n')
    writeFileSync(at('m2'), 'a\n')
    const replacements = ['m1', 'm2'].map((filePath) => ({ filePath, oldString: 'a', newString: 'b' }))
    const id = await call('multi_replace_string', { replacements })
    writeFileSync(at('m1'), 'mine')
    await expect(undo(id)).rejects.toThrow()
    expect([readFileSync(at('m1'), 'utf8'), readFileSync(at('m2'), 'utf8')]).toEqual(['mine', 'b\n'])
  })

  test('not what changed no file, and not what never was', async () => {
    const id = await call('fs_list', { path: '.' })
    expect(await plan(id)).toMatchObject({ state: 'nothing' })
    await expect(undo(id)).rejects.toThrow()
    await expect(plan('call_none')).rejects.toThrow()
  })

  test('by the command, which first says what it would do', async () => {
    const api = createApi({ UPPERHAND_HOME: host.dataDir, HOME: host.home })
    const id = await call('fs_write', { path: 'cli.txt', content: 'x' })
    expect(await api.get(`/api/history/${id}/undo`)).toMatchObject({ state: 'ready' })
    await api.post(`/api/history/${id}/undo`, {})
    expect(existsSync(at('cli.txt'))).toBe(false)
  })
})

test('an agent undoes nothing', async () => {
  const id = await call('fs_write', { path: 'agent.txt', content: 'x' })
  for (const method of ['GET', 'POST']) {
    const answer = await fetch(`${host.url}/api/history/${id}/undo`, {
      method,
      headers: { Authorization: `Bearer ${host.token}` },
    })
    expect(answer.status).toBe(403)
  }
  expect(existsSync(at('agent.txt'))).toBe(true)
})

test('what is kept is out of reach, and nothing is left beside the files', async () => {
  const kept = join(host.dataDir, 'undo')
  expect(statSync(kept).isDirectory()).toBe(true)
  expect(readdirSync(host.workdir).filter((name) => name.startsWith('.upperhand'))).toEqual([])
  const answer = await person().post<Called & { code?: string }>('/api/call', {
    name: 'fs_list',
    args: { path: kept },
    workdir: host.workdir,
    profile: 'everything',
  })
  expect(answer).toMatchObject({ success: false, code: 'PERMISSION_DENIED' })
})
