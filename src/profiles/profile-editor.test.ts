import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { temporaryProfiles } from '../../test/support/temporary-profiles.ts'
import { HostError } from '../base/host-error.ts'
import type { Profiles } from './profiles.ts'

const PRD = readFileSync(new URL('../../test/fixtures/prd-tools.json.txt', import.meta.url), 'utf8')
const COMMENTS = PRD.match(/\/\/.*|\/\*.*?\*\//g) ?? []

const toolNames = (profiles: Profiles, id: string) => profiles.published(id).tools.map(({ name }) => name)

function failure(act: () => unknown): HostError {
  try {
    act()
  } catch (error) {
    if (error instanceof HostError) return error
    throw error
  }
  throw new Error('it was accepted')
}

describe('switching a tool', () => {
  test('changes one word of the file and takes effect at once', () => {
    using home = temporaryProfiles()
    const profiles = home.start()
    const before = home.text().split('\n')
    profiles.setTool('workspace-agent', 'file_operations.delete_file', false)
    const after = home.text().split('\n')
    expect(after.filter((line, index) => line !== before[index]).map((line) => line.trim())).toEqual([
      '{ "id": "file_operations.delete_file", "label": "delete file", "enabled": false }',
    ])
    expect(profiles.published('workspace-agent').json).not.toContain('delete_file')
    expect(profiles.list()[0]?.origin).toBe('customised')
  })

  test('and back is the stock profile again', () => {
    using home = temporaryProfiles()
    const profiles = home.start()
    const before = home.text()
    profiles.setTool('everything', 'think', false)
    profiles.setTool('everything', 'think', true)
    expect(home.text()).toBe(before)
    expect(profiles.describe('everything').origin).toBe('stock')
  })

  test.each(['fs_write', 'filesystem.fs_write'])('%s is understood', (id) => {
    using home = temporaryProfiles()
    const profiles = home.start()
    profiles.setTool('remote-primitives', id, false)
    expect(toolNames(profiles, 'remote-primitives')).toEqual(['fs_list', 'fs_read', 'shell_exec'])
  })

  test('a toolset stands for all its operations', () => {
    using home = temporaryProfiles()
    const profiles = home.start()
    profiles.setTool('workspace-agent', 'file_operations', false)
    expect(toolNames(profiles, 'workspace-agent')).not.toContain('file_operations')
  })

  test('of a category that was off only what was asked for comes on', () => {
    using home = temporaryProfiles()
    const profiles = home.start()
    profiles.setTool('workspace-agent', 'fs_read', true)
    expect(toolNames(profiles, 'workspace-agent').filter((name) => name.startsWith('fs_'))).toEqual(['fs_read'])
  })

  test('one of a toolset that is listed as a whole is written out', () => {
    using home = temporaryProfiles(
      '{"version":1,"activeProfile":"p","profiles":[{"id":"p","enabled":true,"categories":[{"id":"files","enabled":true,"tools":[{"id":"file_operations","enabled":false}]}]}]}',
    )
    const profiles = home.start()
    profiles.setTool('p', 'list_dir', true)
    expect(toolNames(profiles, 'p')).toEqual(['list_dir'])
  })

  test('comments and what else was written by hand stay', () => {
    using home = temporaryProfiles(PRD)
    const profiles = home.start()
    profiles.setTool('default', 'fs_write', true)
    profiles.setTool('default', 'fs_list', false)
    profiles.setCategory('default', 'shell', false)
    profiles.setPermission('default', 'fs_write', 'confirm')
    expect(toolNames(profiles, 'default')).toEqual(['fs_read', 'fs_write'])
    expect(
      profiles
        .describe('default')
        .categories.flatMap(({ tools }) => tools)
        .filter(({ permission }) => permission !== null),
    ).toMatchObject([{ id: 'filesystem.fs_write', permission: 'confirm' }])
    for (const comment of COMMENTS) expect(home.text()).toContain(comment)
    expect(home.text()).toContain('List files and directories at or under a given path.')
    expect(profiles.problems()).toEqual([])
  })

  test('CRLF and tabs stay', () => {
    using home = temporaryProfiles(PRD.replaceAll('  ', '\t').replaceAll('\n', '\r\n'))
    home.start().setTool('default', 'fs_write', true)
    expect(home.text().replaceAll('\r\n', '')).not.toContain('\n')
    expect(home.text()).toMatch(/\t\{ "id": "fs_write"/)
  })

  test('a tool or profile that does not exist is named', () => {
    using home = temporaryProfiles()
    const profiles = home.start()
    expect(failure(() => profiles.setTool('everything', 'fs_wriet', true))).toMatchObject({
      code: 'NOT_FOUND',
      message: 'There is no tool "fs_wriet". Did you mean fs_write?',
    })
    expect(failure(() => profiles.setTool('everthing', 'fs_write', true))).toMatchObject({
      code: 'NOT_FOUND',
      message: 'There is no profile "everthing" in tools.json.',
    })
    expect(failure(() => profiles.setCategory('everything', 'flies', true))).toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('switching a category', () => {
  test('off and on brings back what was on', () => {
    using home = temporaryProfiles()
    const profiles = home.start()
    profiles.setTool('remote-primitives', 'fs_write', false)
    profiles.setCategory('remote-primitives', 'filesystem', false)
    expect(toolNames(profiles, 'remote-primitives')).toEqual(['shell_exec'])
    profiles.setCategory('remote-primitives', 'filesystem', true)
    expect(toolNames(profiles, 'remote-primitives')).toEqual(['fs_list', 'fs_read', 'shell_exec'])
  })

  test('one that the profile never had comes on with its tools', () => {
    using home = temporaryProfiles(PRD)
    const profiles = home.start()
    profiles.setCategory('default', 'projects', true)
    expect(toolNames(profiles, 'default')).toEqual(['fs_list', 'fs_read', 'shell_exec', 'list_projects', 'run_script'])
  })
})

describe('permissions', () => {
  const permissions = (profiles: Profiles) =>
    profiles
      .describe('workspace-agent')
      .categories.flatMap(({ tools }) =>
        tools.flatMap(({ id, permission }) => (permission === null ? [] : [`${id} ${permission}`])),
      )

  test('are set, changed and cleared', () => {
    using home = temporaryProfiles()
    const profiles = home.start()
    profiles.setPermission('workspace-agent', 'file_operations.delete_file', 'blocked')
    expect(permissions(profiles)).toEqual(['file_operations.delete_file blocked'])
    profiles.setPermission('workspace-agent', 'delete_file', 'allowed')
    expect(permissions(profiles)).toEqual(['file_operations.delete_file allowed'])
    profiles.setPermission('workspace-agent', 'delete_file', null)
    expect(permissions(profiles)).toEqual([])
    expect(profiles.describe('workspace-agent').origin).toBe('stock')
  })

  test('of one operation leave the others of its toolset as they were', () => {
    using home = temporaryProfiles()
    const profiles = home.start()
    const file = home.file()
    home.write(
      JSON.stringify({
        ...file,
        profiles: file.profiles.map((one) => ({ ...one, toolPermissions: { todo_operations: 'blocked' } })),
      }),
    )
    profiles.setPermission('workspace-agent', 'todo_read', 'allowed')
    expect(permissions(profiles)).toEqual(['todo_operations.read allowed', 'todo_operations.write blocked'])
  })
})

describe('level and paths', () => {
  test('are written alone, hold at once, and go back to the stock profile', () => {
    using home = temporaryProfiles()
    const profiles = home.start()
    const before = home.text()
    profiles.setBounds('workspace-agent', { level: 'read_only' })
    expect(profiles.describe('workspace-agent')).toMatchObject({
      level: 'read_only',
      paths: 'workspace',
      origin: 'customised',
    })
    profiles.setBounds('workspace-agent', { paths: 'open' })
    expect(profiles.describe('workspace-agent')).toMatchObject({ level: 'read_only', paths: 'open' })
    profiles.setBounds('workspace-agent', { level: 'execute_with_confirm', paths: 'workspace' })
    expect(home.text()).toBe(before)
    expect(profiles.describe('workspace-agent').origin).toBe('stock')
  })

  test('of a profile that is not there are not set', () => {
    using home = temporaryProfiles()
    const profiles = home.start()
    expect(failure(() => profiles.setBounds('nobody', { level: 'full_access' })).code).toBe('NOT_FOUND')
  })
})

describe('profiles', () => {
  test('the active one is chosen', async () => {
    using home = temporaryProfiles()
    const profiles = home.start()
    expect((await home.noticed(profiles, () => profiles.setActive('read-only'))).activeId).toBe('read-only')
    expect(profiles.lookup()).toMatchObject({ ok: true, profile: { id: 'read-only' } })
    expect(failure(() => profiles.setActive('nobody')).code).toBe('NOT_FOUND')
  })

  test('one is cloned, exported, removed and imported', () => {
    using home = temporaryProfiles()
    const profiles = home.start()
    profiles.clone('remote-primitives', 'box', 'Build box')
    profiles.setTool('box', 'shell_exec', false)
    expect(profiles.list().at(-1)).toMatchObject({ id: 'box', label: 'Build box', origin: 'own', level: 'full_access' })
    const text = profiles.exportProfile('box')
    profiles.remove('box')
    expect(profiles.lookup('box').ok).toBe(false)
    expect(profiles.importProfile(text)).toEqual(['box'])
    expect(profiles.importProfile(text, 'box-2')).toEqual(['box-2'])
    expect(toolNames(profiles, 'box-2')).toEqual(['fs_list', 'fs_read', 'fs_write'])
    expect(profiles.exportProfile('box')).toBe(text)
  })

  test('the file of the product document is imported with its defaults written out', () => {
    using home = temporaryProfiles()
    const profiles = home.start()
    expect(profiles.importProfile(PRD)).toEqual(['default'])
    expect(home.file().profiles.at(-1)).toMatchObject({
      id: 'default',
      level: 'execute_with_confirm',
      paths: 'workspace',
      spelling: 'flat',
    })
    expect(home.text()).not.toContain('inputSchema')
    expect(toolNames(profiles, 'default')).toEqual(['fs_list', 'fs_read', 'shell_exec'])
  })

  test.each<[string, (profiles: Profiles) => void, string]>([
    ['a clone over another', (profiles) => profiles.clone('everything', 'read-only'), 'CONFLICT'],
    ['a clone of nothing', (profiles) => profiles.clone('nothing', 'x'), 'NOT_FOUND'],
    ['an id that is a path', (profiles) => profiles.clone('everything', '../x'), 'INVALID_PARAMETERS'],
    ['an import over another', (profiles) => profiles.importProfile(profiles.exportProfile('everything')), 'CONFLICT'],
    ['an import of something else', (profiles) => profiles.importProfile('{"a": 1}'), 'INVALID_PARAMETERS'],
    ['removing the active one', (profiles) => profiles.remove('workspace-agent'), 'CONFLICT'],
  ])('%s is refused and changes nothing', (_sentence, act, code) => {
    using home = temporaryProfiles()
    const profiles = home.start()
    const before = home.text()
    expect(failure(() => act(profiles)).code).toBe(code)
    expect(home.text()).toBe(before)
  })

  test('a stock profile that was removed can be brought back', () => {
    using home = temporaryProfiles()
    const profiles = home.start()
    profiles.remove('everything')
    profiles.clone('everything', 'everything')
    expect(profiles.list().at(-1)).toMatchObject({ id: 'everything', origin: 'stock' })
  })

  test('a description says what is on, what it may do and what it costs', () => {
    using home = temporaryProfiles()
    const { categories, tokens } = home.start().describe('workspace-agent')
    expect(categories.map(({ label, enabled }) => [label, enabled])).toEqual([
      ['Reasoning Tools', true],
      ['Collaboration Tools', true],
      ['Todo Tools', true],
      ['Result Tools', true],
      ['File Tools', true],
      ['Build Tools', true],
      ['Filesystem Tools', false],
      ['Shell Tools', false],
      ['Project Tools', false],
    ])
    const remove = categories.flatMap(({ tools }) => tools).find(({ id }) => id === 'file_operations.delete_file')
    expect(remove).toMatchObject({
      name: 'delete_file',
      enabled: true,
      effect: 'destroy',
      risk: 'high',
      permission: null,
    })
    expect(remove?.tokens).toBeGreaterThan(5)
    expect(tokens).toBeGreaterThan(200)
  })
})

describe('by hand and by command at the same time', () => {
  test('an edit that was not noticed yet is not lost', () => {
    using home = temporaryProfiles()
    const profiles = home.start()
    home.write(home.text().replace('"label": "Everything"', '"label": "All of it"'))
    profiles.setTool('everything', 'think', false)
    expect(profiles.describe('everything').label).toBe('All of it')
    expect(home.text()).toContain('All of it')
  })

  test('two hosts on one file keep both edits', () => {
    using home = temporaryProfiles()
    const [a, b] = [home.start(), home.start()]
    a.setTool('everything', 'think', false)
    b.setTool('everything', 'fs_write', false)
    expect(b.published('everything').json).not.toContain('"think"')
    expect(b.published('everything').json).not.toContain('"fs_write"')
  })

  test('a broken file is never written over', () => {
    using home = temporaryProfiles()
    const profiles = home.start()
    writeFileSync(home.path, '{ "version": 1, // half')
    expect(failure(() => profiles.setTool('everything', 'think', false))).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('tools.json has a mistake in line 1'),
    })
    expect(home.text()).toBe('{ "version": 1, // half')
  })
})
