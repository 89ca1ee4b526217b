import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { fixtureCatalog, sketch } from '../../test/support/fixture-catalog.ts'
import { createCatalog } from '../tools/catalog.ts'
import type { Operation } from '../tools/operation.ts'
import { checkCatalog } from './check-catalog.ts'
import { publish } from './publish.ts'

const catalog = fixtureCatalog()
const everything = { spelling: 'grouped', isEnabled: () => true } as const
const only = (...ids: string[]) => ({ spelling: 'grouped', isEnabled: (id: string) => ids.includes(id) }) as const

describe('grouped', () => {
  test('one tool a toolset, in catalog order', () => {
    expect(publish(catalog, everything).tools.map(({ name }) => name)).toEqual([
      'think',
      'todo_operations',
      'read_tool_result',
      'file_operations',
      'build_and_version_control',
      'fs_list',
      'fs_read',
      'fs_write',
      'shell_exec',
      'list_projects',
      'run_script',
      'approval_wait',
    ])
  })

  test('the operation comes first, then the union of the fields', () => {
    const [tool] = publish(catalog, only('file_operations.read_file', 'file_operations.create_file')).tools
    expect(tool).toMatchInlineSnapshot(`
      {
        "annotations": {
          "destructiveHint": false,
        },
        "description": "Read and change files.
      read_file(filePath, offset?, limit?): Does read_file.
      create_file(filePath, content): Does create_file.",
        "inputSchema": {
          "additionalProperties": false,
          "properties": {
            "content": {
              "type": "string",
            },
            "filePath": {
              "description": "Path of the file, relative to the working directory or absolute.",
              "type": "string",
            },
            "limit": {
              "default": 2000,
              "type": "integer",
            },
            "offset": {
              "default": 1,
              "description": "First line, counted from 1.",
              "type": "integer",
            },
            "operation": {
              "enum": [
                "read_file",
                "create_file",
              ],
              "type": "string",
            },
          },
          "required": [
            "operation",
            "filePath",
          ],
          "type": "object",
        },
        "name": "file_operations",
        "title": "Files",
      }
    `)
  })

  test('a field that every enabled operation needs is required', () => {
    const [tool] = publish(catalog, only('file_operations.create_file', 'file_operations.delete_file')).tools
    expect(tool?.inputSchema['required']).toEqual(['operation', 'filePath'])
  })

  test('the strictest enabled effect gives the annotations', () => {
    const hints = (...ids: string[]) => publish(catalog, only(...ids)).tools[0]?.annotations
    expect(hints('file_operations.read_file')).toEqual({ readOnlyHint: true, idempotentHint: true })
    expect(hints('file_operations.read_file', 'file_operations.create_file')).toEqual({ destructiveHint: false })
    expect(hints('file_operations.read_file', 'file_operations.delete_file')).toEqual({ destructiveHint: true })
  })
})

describe('flat', () => {
  test('one tool an operation, a bare word with its prefix', () => {
    expect(publish(catalog, { ...everything, spelling: 'flat' }).tools.map(({ name }) => name)).toEqual([
      'think',
      'todo_read',
      'todo_write',
      'read_tool_result',
      'read_file',
      'list_dir',
      'create_file',
      'delete_file',
      'get_changed_files',
      'git_commit',
      'fs_list',
      'fs_read',
      'fs_write',
      'shell_exec',
      'list_projects',
      'run_script',
      'approval_wait',
    ])
  })
})

describe('every published tool', () => {
  const tools = (['grouped', 'flat'] as const).flatMap(
    (spelling) => publish(catalog, { ...everything, spelling }).tools,
  )

  test.each(tools.map((tool) => [tool.name, tool] as const))(
    '%s has a flat, closed schema and no output schema',
    (_name, tool) => {
      expect(
        Object.keys(tool.inputSchema).filter(
          (key) => !['type', 'properties', 'required', 'additionalProperties'].includes(key),
        ),
      ).toEqual([])
      expect(tool.inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
      expect(tool).not.toHaveProperty('outputSchema')
      expect(tool).not.toHaveProperty('icons')
    },
  )

  test('filters remove and never reorder', () => {
    const all = publish(catalog, everything).tools.map(({ name }) => name)
    const some = publish(catalog, { ...everything, isEnabled: (id) => id.includes('read') }).tools.map(
      ({ name }) => name,
    )
    expect(some).toEqual(all.filter((name) => some.includes(name)))
  })

  test('the text is the tools', () => {
    const published = publish(catalog, everything)
    expect(JSON.parse(published.json)).toEqual(published.tools)
  })

  test('an icon has an address where there is one to give', () => {
    const { tools } = publish(catalog, only('file_operations.delete_file'), {
      iconUrl: (name) => `http://x/icons/${name}.svg`,
    })
    expect(tools[0]?.icons).toEqual([{ src: 'http://x/icons/file-text.svg' }])
  })

  test('a toolset with nothing enabled is absent', () => {
    expect(publish(catalog, { ...everything, isEnabled: () => false })).toEqual({ tools: [], json: '[]' })
  })
})

describe('a mistake in the catalog stops the start', () => {
  const check = (...operations: Operation[]) =>
    checkCatalog(
      createCatalog([
        { name: 'x_operations', title: 'X', summary: 'X.', category: 'files', shape: 'grouped', operations },
      ]),
    )

  test.each<[string, () => void, string]>([
    [
      'one field, two meanings',
      () =>
        check(
          sketch('a_b', { input: z.strictObject({ n: z.int() }) }),
          sketch('c_d', { input: z.strictObject({ n: z.string() }) }),
        ),
      'the field n differs between a_b and c_d',
    ],
    [
      'one field, two descriptions',
      () =>
        check(
          sketch('a_b', { input: z.strictObject({ n: z.int().describe('A.') }) }),
          sketch('c_d', { input: z.strictObject({ n: z.int().describe('B.') }) }),
        ),
      'the field n differs between a_b and c_d',
    ],
    [
      'a field called operation',
      () => check(sketch('a_b', { input: z.strictObject({ operation: z.int() }) })),
      '"operation" cannot be a field',
    ],
    ['an input that takes any key', () => check(sketch('a_b', { input: z.object({}) })), 'not a strict object'],
    ['an alias of nothing', () => check(sketch('a_b', { aliases: { n: ['m'] } })), 'unknown field n'],
    [
      'an alias that is a field',
      () => check(sketch('a_b', { input: z.strictObject({ n: z.int(), m: z.int() }), aliases: { n: ['m'] } })),
      'the alias m is taken',
    ],
    ['a name no provider accepts', () => check(sketch('a b_')), 'cannot be the name of a tool'],
  ])('%s', (_sentence, start, message) => {
    expect(start).toThrow(message)
  })

  test('a field that is needed here and optional there is one field', () => {
    const n = z.int().describe('N.')
    expect(() =>
      check(
        sketch('a_b', { input: z.strictObject({ n }) }),
        sketch('c_d', { input: z.strictObject({ n: n.optional() }) }),
      ),
    ).not.toThrow()
  })

  test('a description of more than 2 KB', () => {
    const { operations, ...toolset } = catalog.toolsets[3]!
    const long = createCatalog([{ ...toolset, summary: 'x'.repeat(2_048), operations }])
    expect(() => publish(long, everything)).toThrow('at most 2048')
  })
})

describe('fields that are only accepted', () => {
  const rare = (unlisted: readonly string[]) => {
    const [toolset] = fixtureCatalog().toolsets.filter(({ name }) => name === 'file_operations')
    if (toolset === undefined) throw new Error('the fixture has file_operations')
    const operations = toolset.operations.map((one) => (one.name === 'read_file' ? { ...one, unlisted } : one))
    return createCatalog([{ ...toolset, operations }])
  }

  test('are not published, neither in the schema nor in the line', () => {
    const [tool] = publish(rare(['offset']), only('file_operations.read_file')).tools
    expect(tool?.description).toContain('read_file(filePath, limit?)')
    expect(Object.keys(tool?.inputSchema.properties ?? {})).toEqual(['operation', 'filePath', 'limit'])
  })

  test('must be optional fields', () => {
    expect(() => checkCatalog(rare(['filePath']))).toThrow(/not an optional field/)
    expect(() => checkCatalog(rare(['nothing']))).toThrow(/not an optional field/)
    expect(() => checkCatalog(rare(['offset']))).not.toThrow()
  })
})
