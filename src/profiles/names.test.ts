import { describe, expect, test } from 'vitest'
import { fixtureCatalog, sketch, TOOLSETS } from '../../test/support/fixture-catalog.ts'
import { HostError } from '../base/host-error.ts'
import { createCatalog } from '../tools/catalog.ts'
import { createNames } from './names.ts'

const names = createNames(fixtureCatalog())

function failure(name: string, args: Record<string, unknown> = {}): HostError {
  try {
    names.resolve(name, args)
  } catch (error) {
    if (error instanceof HostError) return error
    throw error
  }
  throw new Error(`${name} resolved`)
}

describe('every spelling of a call', () => {
  test.each([
    ['a single tool by its name', 'think', {}, 'think'],
    ['grouped', 'file_operations', { operation: 'read_file' }, 'file_operations.read_file'],
    [
      'grouped under the alias of its toolset',
      'build_version_control',
      { operation: 'git_commit' },
      'build_and_version_control.git_commit',
    ],
    ['dotted', 'file_operations.read_file', {}, 'file_operations.read_file'],
    [
      'dotted under the alias of its toolset',
      'build_version_control.git_commit',
      {},
      'build_and_version_control.git_commit',
    ],
    ['dotted, of a flat toolset', 'filesystem.fs_read', {}, 'filesystem.fs_read'],
    ['flat', 'read_file', {}, 'file_operations.read_file'],
    ['flat, of a flat toolset', 'fs_read', {}, 'filesystem.fs_read'],
    ['grouped, of a flat toolset', 'filesystem', { operation: 'fs_read' }, 'filesystem.fs_read'],
    ['a bare word flat with its prefix', 'todo_read', {}, 'todo_operations.read'],
    [
      'dotted with an operation that agrees',
      'file_operations.read_file',
      { operation: 'read_file' },
      'file_operations.read_file',
    ],
    ['flat with an operation that agrees', 'fs_read', { operation: 'fs_read' }, 'filesystem.fs_read'],
  ])('%s', (_sentence, name, args, id) => {
    const resolved = names.resolve(name, { ...args, path: 'a' })
    expect(resolved.entry.id).toBe(id)
    expect(resolved.args).toEqual({ path: 'a' })
  })

  test('every operation is reached flat, grouped and dotted', () => {
    for (const entry of fixtureCatalog().entries) {
      const spellings = [
        names.resolve(entry.id, {}),
        names.resolve(createNames(fixtureCatalog()).flatName(entry), {}),
        ...(entry.toolset.shape === 'single'
          ? []
          : [names.resolve(entry.toolset.name, { operation: entry.operation.name })]),
      ]
      expect(spellings.map((resolved) => resolved.entry.id)).toEqual(spellings.map(() => entry.id))
    }
  })

  test('the given arguments stay as they were', () => {
    const args = Object.freeze({ operation: 'read_file', filePath: 'a' })
    expect(names.resolve('file_operations', args).args).toEqual({ filePath: 'a' })
    expect(args).toEqual({ operation: 'read_file', filePath: 'a' })
  })
})

describe('what is refused', () => {
  test.each([
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '',
    'file_operations.',
    'file_operations.constructor',
    'read',
  ])('%j is no tool', (name) => {
    expect(failure(name).code).toBe('TOOL_NOT_FOUND')
    expect(names.isKnown(name)).toBe(false)
  })

  test.each([
    ['raed_file', 'read_file'],
    ['readFile', 'read_file'],
    ['file_read', 'read_file'],
    ['fs_reed', 'fs_read'],
    ['file_operation', 'file_operations'],
    ['file_operations.raed_file', 'file_operations.read_file'],
  ])('%s is answered with %s', (given, near) => {
    expect(names.near(given)[0]).toBe(near)
    expect(failure(given).message).toContain(near)
  })

  test('an unknown tool is answered with the known ones', () => {
    const error = failure('teleport')
    expect(error.message).toBe('There is no tool "teleport".')
    expect(error.hint).toContain('file_operations, build_and_version_control, fs_list, fs_read')
  })

  test('a long or hidden name is quoted short and visible', () => {
    expect(failure('x'.repeat(100_000)).message.length).toBeLessThan(150)
    expect(failure('a\u202eb').message).toContain('\\u{202e}')
  })

  test('a grouped tool without an operation lists them and shows one call', () => {
    const error = failure('file_operations', { filePath: 'a' })
    expect(error.code).toBe('INVALID_PARAMETERS')
    expect(error.message).toBe('file_operations needs an operation.')
    expect(error.hint).toBe(
      'Operations: read_file, list_dir, create_file, delete_file. A correct call: file_operations {"operation":"read_file","filePath":"src/main.ts"}',
    )
  })

  test.each([
    ['raed_file', 'file_operations has no operation "raed_file". Did you mean read_file?'],
    ['constructor', 'file_operations has no operation "constructor".'],
    [7, 'file_operations has no operation 7.'],
    [null, 'file_operations has no operation null.'],
    [['read_file'], 'file_operations has no operation a list.'],
  ])('operation %j is unknown', (operation, message) => {
    expect(failure('file_operations', { operation }).message).toBe(message)
  })

  test.each(['file_operations.read_file', 'read_file'])('%s with another operation is a contradiction', (name) => {
    const error = failure(name, { operation: 'delete_file' })
    expect(error.code).toBe('INVALID_PARAMETERS')
    expect(error.message).toBe('file_operations.read_file was called with operation "delete_file": the two disagree.')
  })

  test('a toolset that could not start says why', () => {
    const catalog = createCatalog(TOOLSETS, [
      { name: 'terminal_operations', category: 'terminal', reason: 'no PTY.', operations: ['run_command'] },
    ])
    for (const name of ['terminal_operations', 'terminal_operations.run_command', 'run_command']) {
      expect(() => createNames(catalog).resolve(name, {})).toThrow('terminal_operations is not available: no PTY.')
    }
  })
})

describe('flat names', () => {
  const toolset = (name: string, shape: 'grouped' | 'flat' | 'single', operation: string) =>
    ({ name, title: name, summary: name, category: 'files', shape, operations: [sketch(operation)] }) as const

  test('a grouped operation gives way to a tool of the same name', () => {
    const catalog = createCatalog([
      toolset('file_operations', 'grouped', 'search_index'),
      toolset('search_index', 'single', 'search_index'),
    ])
    expect(createNames(catalog).resolve('search_index', {}).entry.id).toBe('search_index')
    expect(createNames(catalog).resolve('file_search_index', {}).entry.id).toBe('file_operations.search_index')
  })

  test('two grouped operations of one name are both prefixed', () => {
    const catalog = createCatalog([
      toolset('a_operations', 'grouped', 'list_all'),
      toolset('b_operations', 'grouped', 'list_all'),
    ])
    expect(catalog.entries.map(createNames(catalog).flatName)).toEqual(['a_list_all', 'b_list_all'])
  })

  test('two flat operations of one name stop the start', () => {
    const catalog = createCatalog([toolset('a', 'flat', 'run_it'), toolset('b', 'flat', 'run_it')])
    expect(() => createNames(catalog)).toThrow('two operations would be published as run_it')
  })
})
