import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { fixtureCatalog, readFile, sketch } from '../../test/support/fixture-catalog.ts'
import { HostError } from '../base/host-error.ts'
import type { CatalogEntry } from '../tools/catalog.ts'
import { parseArguments } from './arguments.ts'

const [toolset] = fixtureCatalog().toolsets.filter(({ name }) => name === 'file_operations')
const entry: CatalogEntry = { id: 'file_operations.read_file', toolset: toolset!, operation: readFile }

const rich: CatalogEntry = {
  id: 'file_operations.rich',
  toolset: toolset!,
  operation: sketch('rich', {
    input: z.strictObject({
      text: z.string(),
      threshold: z.number().min(0).max(1).optional(),
      mode: z.enum(['overwrite', 'append']).default('overwrite'),
      flag: z.boolean().optional(),
      edits: z.array(z.strictObject({ line: z.int().min(1), text: z.string() })).optional(),
      either: z.union([z.string(), z.number()]).optional(),
      env: z.record(z.string(), z.string()).optional(),
    }),
    aliases: { text: ['content'], threshold: ['similarity_threshold'] },
    example: { text: 'hello' },
  }),
}

function failure(args: Record<string, unknown>, of = rich): HostError {
  try {
    parseArguments(of, args)
  } catch (error) {
    if (error instanceof HostError) return error
    throw error
  }
  throw new Error('it was accepted')
}

describe('what is accepted', () => {
  test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['defaults are filled in', { filePath: 'a' }, { filePath: 'a', offset: 1, limit: 2_000 }],
    ['an alias stands for its field', { path: 'a' }, { filePath: 'a', offset: 1, limit: 2_000 }],
    [
      'two spellings with one value are one',
      { path: 'a', filePath: 'a', file_path: 'a' },
      { filePath: 'a', offset: 1, limit: 2_000 },
    ],
    ['a number may be quoted', { filePath: 'a', offset: '5' }, { filePath: 'a', offset: 5, limit: 2_000 }],
  ])('%s', (_sentence, args, expected) => {
    expect(parseArguments(entry, args)).toEqual(expected)
  })

  test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['a quoted fraction under an alias', { content: 'x', similarity_threshold: '0.2' }, { threshold: 0.2 }],
    [
      'a quoted number inside a list',
      { text: 'x', edits: [{ line: '3', text: '4' }] },
      { edits: [{ line: 3, text: '4' }] },
    ],
    ['a quoted number where text is welcome stays text', { text: '5', either: '5' }, { text: '5', either: '5' }],
  ])('%s', (_sentence, args, expected) => {
    expect(parseArguments(rich, args)).toMatchObject(expected)
  })
})

describe('what is refused', () => {
  test.each<[Record<string, unknown>, string]>([
    [{}, 'text is missing; it must be text.'],
    [{ text: 5 }, 'text must be text; 5 was given.'],
    [{ text: 'x', threshold: 2 }, 'threshold must be a number from 0 to 1; 2 was given.'],
    [{ text: 'x', threshold: '' }, 'threshold must be a number from 0 to 1; "" was given.'],
    [{ text: 'x', threshold: ' 1' }, 'threshold must be a number from 0 to 1; " 1" was given.'],
    [{ text: 'x', threshold: '0x1' }, 'threshold must be a number from 0 to 1; "0x1" was given.'],
    [{ text: 'x', threshold: '1e999' }, 'threshold must be a number from 0 to 1; "1e999" was given.'],
    [{ text: 'x', threshold: true }, 'threshold must be a number from 0 to 1; true was given.'],
    [{ text: 'x', threshold: null }, 'threshold must be a number from 0 to 1; null was given.'],
    [{ text: 'x', threshold: ['1'] }, 'threshold must be a number from 0 to 1; a list was given.'],
    [{ text: 'x', flag: 'true' }, 'flag must be true or false; "true" was given.'],
    [{ text: 'x', flag: 1 }, 'flag must be true or false; 1 was given.'],
    [{ text: 'x', mode: 'apend' }, 'mode must be one of "overwrite", "append"; "apend" was given.'],
    [
      { text: 'x', edits: [{ line: 0, text: 'a' }] },
      'edits[0].line must be a whole number of at least 1; 0 was given.',
    ],
    [
      { text: 'x', edits: [{ line: 1.5, text: 'a' }] },
      'edits[0].line must be a whole number of at least 1; 1.5 was given.',
    ],
    [
      { text: 'x', edits: [{ line: 1, txt: 'a' }] },
      'edits[0].text is missing; it must be text. There is no parameter "txt" in edits[0]. Did you mean text?',
    ],
    [{ text: 'x', either: {} }, 'either must be text or a number; an object was given.'],
    [{ text: 'x', treshold: 1 }, 'There is no parameter "treshold". Did you mean threshold?'],
    [{ text: 'x', Text: 'x' }, 'There is no parameter "Text". Did you mean text?'],
    [{ text: 'x', constructor: 1 }, 'There is no parameter "constructor".'],
    [{ text: 'x', content: 'y' }, 'text and content are two spellings of text and have different values.'],
  ])('%j', (args, message) => {
    const error = failure(args)
    expect(error.code).toBe('INVALID_PARAMETERS')
    expect(error.message).toBe(message)
    expect(error.hint).toContain('A correct call: {"operation":"rich","text":"hello"}')
  })

  test('the hint repeats the parameters and one correct call', () => {
    expect(failure({}, entry).hint).toBe(
      'Parameters of file_operations.read_file: filePath (text, not empty), offset? (a whole number of at least 1), ' +
        'limit? (a whole number from 1 to 2000). A correct call: {"operation":"read_file","filePath":"src/main.ts"}',
    )
  })

  test('two aliases that disagree are both named', () => {
    expect(failure({ path: 'a', file_path: 'b' }, entry).message).toBe(
      'path and file_path are two spellings of filePath and have different values.',
    )
  })

  test.each([
    '{"text":"x","__proto__":{"text":"y"}}',
    '{"text":"x","env":{"__proto__":"y"}}',
    '{"text":"x","edits":[{"line":1,"text":"a","__proto__":null}]}',
  ])('%s', (json) => {
    expect(failure(JSON.parse(json)).message).toBe('The key "__proto__" is not a parameter.')
  })

  test('a depth bomb', () => {
    expect(failure(JSON.parse(`${'{"a":'.repeat(80)}1${'}'.repeat(80)}`)).message).toBe(
      'The arguments nest deeper than 64 levels.',
    )
  })

  test('more parameters than anything takes', () => {
    const args = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`key${index}`, 1]))
    expect(failure(args).message).toBe('100000 parameters were given.')
  })

  test('many mistakes are told in a few sentences', () => {
    const args = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`key${index}`, 'x'.repeat(1_000)]))
    expect(failure(args).message.length).toBeLessThan(500)
    expect(failure(args).message).toContain('And 498 more.')
  })
})

test('whatever it is given, it throws only HostError and changes nothing', () => {
  const field = fc.constantFrom(
    'text',
    'content',
    'threshold',
    'similarity_threshold',
    'mode',
    'flag',
    'edits',
    'either',
    'env',
    '__proto__',
  )
  const value = fc.oneof(
    fc.anything({ withBigInt: true, withDate: true, withNullPrototype: true }),
    fc.jsonValue(),
    fc.constantFrom('5', '0.2', ''),
  )
  const args = fc
    .array(fc.tuple(fc.oneof(field, fc.string()), value), { maxLength: 8 })
    .map((pairs) => Object.fromEntries(pairs))
  fc.assert(
    fc.property(args, (given) => {
      const before = structuredClone(given)
      try {
        const parsed = parseArguments(rich, given)
        expect(Object.keys(rich.operation.input.shape)).toEqual(expect.arrayContaining(Object.keys(parsed)))
      } catch (error) {
        if (!(error instanceof HostError)) throw error
        expect(error.code).toBe('INVALID_PARAMETERS')
      }
      expect(given).toEqual(before)
    }),
    { numRuns: 1_000 },
  )
})
