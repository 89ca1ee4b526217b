import { describe, expect, test } from 'vitest'
import { fixtureCatalog } from '../../test/support/fixture-catalog.ts'
import { layout } from '../base/json-layout.ts'
import { toolsFileSchema } from '../contract/tools-file.ts'
import { createCatalog } from '../tools/catalog.ts'
import { createNames } from './names.ts'
import { publish } from './publish.ts'
import { resolveProfile } from './resolve-profile.ts'
import { STOCK_PROFILES } from './stock.ts'
import { followedStock, stockFile, stockProfile } from './stock-profile.ts'

const catalog = fixtureCatalog()
const names = createNames(catalog)
const resolved = (id: string) => {
  const stock = STOCK_PROFILES.find((one) => one.id === id)
  if (stock === undefined) throw new Error(id)
  return resolveProfile(stockProfile(stock, catalog), catalog, names)
}
const enabled = (id: string) =>
  catalog.entries.filter((entry) => resolved(id).profile.isEnabled(entry.id)).map((entry) => entry.id)

describe('the stock profiles', () => {
  test.each([
    ['workspace-agent', 'execute_with_confirm', 'workspace', 'person', 'grouped', 'keep'],
    ['remote-primitives', 'full_access', 'open', 'caller', 'flat', 'stop'],
    ['project-automation', 'execute_with_confirm', 'projects', 'person', 'flat', 'keep'],
    ['read-only', 'read_only', 'workspace', 'person', 'grouped', 'stop'],
    ['everything', 'execute_with_confirm', 'workspace', 'person', 'grouped', 'keep'],
  ])('%s', (id, level, paths, confirms, spelling, onDisconnect) => {
    expect(resolved(id).profile).toMatchObject({ id, level, paths, confirms, spelling, onDisconnect, onAsk: 'wait' })
    expect(resolved(id)).toMatchObject({ origin: 'stock', notes: [], isSwitchedOn: true })
  })

  test('there are five, and the first is the default', () => {
    expect(STOCK_PROFILES).toHaveLength(5)
    expect(stockFile(catalog).activeProfile).toBe('workspace-agent')
  })

  test.each([
    [
      'workspace-agent',
      [
        'think',
        'todo_operations.read',
        'todo_operations.write',
        'read_tool_result',
        'file_operations.read_file',
        'file_operations.list_dir',
        'file_operations.create_file',
        'file_operations.delete_file',
        'build_and_version_control.get_changed_files',
        'build_and_version_control.git_commit',
        'approval_wait',
      ],
    ],
    ['remote-primitives', ['filesystem.fs_list', 'filesystem.fs_read', 'filesystem.fs_write', 'shell.shell_exec']],
    [
      'project-automation',
      [
        'todo_operations.read',
        'todo_operations.write',
        'read_tool_result',
        'projects.list_projects',
        'projects.run_script',
        'approval_wait',
      ],
    ],
    [
      'read-only',
      [
        'todo_operations.read',
        'read_tool_result',
        'file_operations.read_file',
        'file_operations.list_dir',
        'projects.list_projects',
      ],
    ],
    ['everything', catalog.entries.map(({ id }) => id)],
  ])('%s has exactly its operations on', (id, ids) => {
    expect(enabled(id)).toEqual(ids)
  })

  test('project-automation confirms every writing tool of projects, and no other', () => {
    const { profile } = resolved('project-automation')
    expect(catalog.entries.filter(({ id }) => profile.permission(id) === 'confirm').map(({ id }) => id)).toEqual([
      'projects.run_script',
    ])
  })

  test('no profile approves anything by itself', () => {
    for (const { id } of STOCK_PROFILES)
      expect(catalog.entries.some((entry) => resolved(id).profile.autoApproves(entry.id))).toBe(false)
  })

  test('an operation of a category that is new to the catalog follows the definition', () => {
    const [toolset] = catalog.toolsets.filter(({ name }) => name === 'shell')
    const before = createCatalog(catalog.toolsets.filter(({ name }) => name !== 'shell'))
    const old = stockProfile(STOCK_PROFILES[1]!, before)
    expect(toolset).toBeDefined()
    expect(resolveProfile(old, catalog, names).profile.isEnabled('shell.shell_exec')).toBe(true)
  })
})

describe('following a stock definition', () => {
  const stock = stockProfile(STOCK_PROFILES[1]!, catalog)

  test('as it was written, it follows', () => {
    expect(followedStock(stock)?.id).toBe('remote-primitives')
    expect(followedStock({ ...stock, label: 'Mine', enabled: false })?.id).toBe('remote-primitives')
  })

  test.each([
    ['a setting was changed', { ...stock, level: 'read_only' as const }],
    ['a category was switched', { ...stock, categories: stock.categories.map((one) => ({ ...one, enabled: true })) }],
    [
      'a tool was taken out',
      { ...stock, categories: stock.categories.map((one) => ({ ...one, tools: one.tools.slice(1) })) },
    ],
    ['a permission was added', { ...stock, toolPermissions: { fs_read: 'allowed' as const } }],
    ['the mark is gone', { ...stock, stock: undefined }],
    ['it has another id', { ...stock, id: 'mine' }],
  ])('it does not once %s', (_sentence, profile) => {
    expect(followedStock(profile)).toBeUndefined()
  })

  test('a tool that was taken out by hand is off', () => {
    const without = {
      ...stock,
      categories: stock.categories.map((one) => ({ ...one, tools: one.tools.filter(({ id }) => id !== 'fs_write') })),
    }
    expect(resolveProfile(without, catalog, names).profile.isEnabled('filesystem.fs_write')).toBe(false)
    expect(resolveProfile(without, catalog, names).profile.isEnabled('filesystem.fs_read')).toBe(true)
  })
})

test('the file of the first run is plain JSON of the documented shape, one tool a line', () => {
  const text = layout(stockFile(catalog))
  expect(toolsFileSchema.parse(JSON.parse(text))).toEqual(stockFile(catalog))
  expect(text).toContain('{ "id": "fs_list", "label": "fs list", "enabled": true },\n')
  expect(text).not.toContain('inputSchema')
})

test('publishing never shows what a profile has off', () => {
  for (const { id } of STOCK_PROFILES) {
    const tools = publish(catalog, resolved(id).profile).tools
    expect(tools.flatMap(({ name }) => names.operations(name).map((entry) => entry.id))).toEqual(
      expect.arrayContaining(enabled(id)),
    )
    for (const { name } of tools)
      expect(names.operations(name).some((entry) => resolved(id).profile.isEnabled(entry.id))).toBe(true)
  }
})
