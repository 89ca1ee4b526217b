import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startFakeApi } from '../../test/support/fake-api.ts'

const tool = (id: string, enabled = true) => ({
  id,
  name: id.split('.').at(-1),
  title: 'A tool',
  description: '',
  enabled,
  effect: 'read',
  risk: 'low',
  permission: null,
  autoApproved: false,
  tokens: 10,
})
const profile = {
  id: 'mine',
  label: 'Mine',
  enabled: true,
  isActive: true,
  origin: 'own',
  level: 'read_only',
  paths: 'workspace',
  spelling: 'grouped',
  confirms: 'person',
  operations: 3,
  tokens: 30,
  unavailable: [{ name: 'shell', category: 'shell', reason: 'no terminal' }],
  categories: [
    {
      id: 'filesystem',
      label: 'Filesystem Tools',
      enabled: true,
      tools: [tool('filesystem.fs_read'), tool('filesystem.fs_write', false)],
    },
    { id: 'files', label: 'File Tools', enabled: true, tools: [tool('a.list'), tool('a.read'), tool('b.list')] },
  ],
}
const TOGGLE = 'POST /api/tools/mine/toggle'
const PERMISSION = 'POST /api/tools/mine/permission'
const routes = {
  'GET /api/profiles/active': { body: profile },
  [TOGGLE]: { body: profile },
  [PERMISSION]: { body: profile },
}

describe('tools', () => {
  it('lists them with what is wrong', async () => {
    await using api = await startFakeApi(routes)
    const { out } = await api.run(['tools'])
    expect(out).toMatch(/^mine \(active\)\nread_only, paths workspace, grouped, 3 tools, about 30 tokens\n/)
    expect(out).toMatch(/ {2}off {2}filesystem\.fs_write/)
    expect(out).toMatch(/shell is not available: no terminal/)
  })

  it.each([
    ['a name', ['on', 'fs_write'], { tool: 'filesystem.fs_write', enabled: true }],
    ['an id', ['off', 'filesystem.fs_read'], { tool: 'filesystem.fs_read', enabled: false }],
    ['a category', ['off', 'filesystem'], { category: 'filesystem', enabled: false }],
  ])('are switched by %s', async (_what, args, body) => {
    await using api = await startFakeApi(routes)
    expect(await api.run(['tools', ...args])).toMatchObject({ code: 0 })
    expect(api.asked.at(-1)?.body).toEqual(body)
  })

  it('are switched by a toolset, which means each of its tools', async () => {
    await using api = await startFakeApi(routes)
    expect(await api.run(['tools', 'off', 'a'])).toMatchObject({ code: 0, out: 'a: off in mine.\n' })
    expect(api.asked.slice(1).map(({ body }) => body)).toEqual([
      { tool: 'a.list', enabled: false },
      { tool: 'a.read', enabled: false },
    ])
  })

  it.each([
    ['allow', 'allowed', 'fs_read: allowed in mine.\n'],
    ['confirm', 'confirm', 'fs_read: ask every time in mine.\n'],
    ['block', 'blocked', 'fs_read: blocked in mine.\n'],
    ['inherit', null, 'fs_read: as the level says in mine.\n'],
  ])('%s sets the permission of one', async (name, permission, out) => {
    await using api = await startFakeApi(routes)
    expect(await api.run(['tools', name, 'fs_read'])).toMatchObject({ code: 0, out })
    expect(api.asked.at(-1)).toMatchObject({
      path: '/api/tools/mine/permission',
      body: { tool: 'filesystem.fs_read', permission },
    })
  })

  it('a permission of a category is one of each of its tools', async () => {
    await using api = await startFakeApi(routes)
    await api.run(['tools', 'confirm', 'filesystem'])
    expect(api.asked.slice(1).map(({ body }) => body)).toEqual([
      { tool: 'filesystem.fs_read', permission: 'confirm' },
      { tool: 'filesystem.fs_write', permission: 'confirm' },
    ])
  })

  it('are not guessed', async () => {
    await using api = await startFakeApi(routes)
    expect(await api.run(['tools', 'on', 'nope'])).toMatchObject({ code: 4 })
    expect(await api.run(['tools', 'on', 'list'])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/a\.list, b\.list/),
    })
    expect(api.asked.every(({ method }) => method === 'GET')).toBe(true)
  })
})

describe('profile', () => {
  it('goes out and comes in as a file', async () => {
    const file = { version: 1, activeProfile: 'mine', profiles: [] }
    await using api = await startFakeApi({
      'GET /api/profiles/mine/export': { body: file },
      'POST /api/profiles/import': { status: 201, body: { imported: ['theirs'] } },
    })
    await api.run(['profile', 'export', 'mine', '-o', 'mine.json'])
    expect(JSON.parse(readFileSync(join(api.directory, 'mine.json'), 'utf8'))).toEqual(file)
    expect(await api.run(['profile', 'export', 'mine', '-o', 'mine.json'])).toMatchObject({ code: 7 })
    writeFileSync(join(api.directory, 'theirs.json'), '{ /* theirs */ }')
    expect(await api.run(['profile', 'import', 'theirs.json', '--as', 'theirs'])).toMatchObject({
      out: 'Imported: theirs.\n',
    })
    expect(api.asked.at(-1)?.body).toEqual({ text: '{ /* theirs */ }', as: 'theirs' })
    expect(await api.run(['profile', 'import', 'none.json'])).toMatchObject({ code: 4 })
  })

  it.each([
    [['use', 'mine'], 'POST /api/profiles/active', { id: 'mine' }, { active: 'mine' }, 'mine is the active profile.\n'],
    [
      ['clone', 'a', 'b', '--label', 'B'],
      'POST /api/profiles/clone',
      { from: 'a', id: 'b', label: 'B' },
      { id: 'b' },
      'b is a copy of a.\n',
    ],
    [['rm', 'b'], 'DELETE /api/profiles/b', undefined, '', 'b is removed.\n'],
  ])('%j', async (args, route, body, answer, out) => {
    await using api = await startFakeApi({ [route]: { body: answer } })
    expect(await api.run(['profile', ...args])).toMatchObject({ code: 0, out })
    expect(api.asked.at(-1)?.body).toEqual(body)
  })
})
