import fc from 'fast-check'
import { type ParseError, parse, parseTree } from 'jsonc-parser'
import { describe, expect, test } from 'vitest'
import { addAt, removeAt, setAt } from './edit-json.ts'
import { layout } from './json-layout.ts'

function read(text: string): unknown {
  const errors: ParseError[] = []
  parseTree(text, errors, { allowTrailingComma: true })
  expect(errors).toEqual([])
  return parse(text, [], { allowTrailingComma: true })
}

const tool = { id: 'fs_read', enabled: false }
const line = '{ "id": "fs_read", "enabled": false }'

describe('adding to a list', () => {
  test.each([
    ['to one that is empty', '{\n  "a": []\n}', `{\n  "a": [\n    ${line}\n  ]\n}`],
    [
      'to one that holds a comment',
      '{\n  "a": [\n    // later\n  ]\n}',
      `{\n  "a": [\n    // later\n    ${line}\n  ]\n}`,
    ],
    ['behind the last', '{\n  "a": [\n    1,\n    2\n  ]\n}', `{\n  "a": [\n    1,\n    2,\n    ${line}\n  ]\n}`],
    ['behind a trailing comma', '{\n  "a": [\n    1,\n  ]\n}', `{\n  "a": [\n    1,\n    ${line}\n  ]\n}`],
    [
      'behind the comment of the last',
      '{\n  "a": [\n    1 // one, first\n    // end\n  ]\n}',
      `{\n  "a": [\n    1, // one, first\n    ${line}\n    // end\n  ]\n}`,
    ],
    [
      'behind a comment of two lines',
      '{\n  "a": [\n    1 /* one\n two */\n  ]\n}',
      `{\n  "a": [\n    1, /* one\n two */\n    ${line}\n  ]\n}`,
    ],
    ['on one line', '{ "a": [1, 2] }', `{ "a": [1, 2, ${line}] }`],
    ['on one line, spaced, with a trailing comma', '{ "a": [ 1, ] }', `{ "a": [ 1, ${line} ] }`],
    ['with tabs and CRLF', '{\r\n\t"a": [\r\n\t\t1\r\n\t]\r\n}', `{\r\n\t"a": [\r\n\t\t1,\r\n\t\t${line}\r\n\t]\r\n}`],
  ])('%s', (_sentence, before, after) => {
    const result = addAt(before, ['a'], tool)
    expect(result).toBe(after)
    expect(read(result)).toHaveProperty('a', expect.arrayContaining([tool]))
  })
})

describe('setting', () => {
  test.each([
    [
      'a value, and nothing else',
      '{\n  "a": /* why */ true, // off?\n  "b": 1\n}',
      'a',
      false,
      '{\n  "a": /* why */ false, // off?\n  "b": 1\n}',
    ],
    ['a key that is missing', '{\n  "a": true // on\n}', 'b', { x: 1 }, '{\n  "a": true, // on\n  "b": { "x": 1 }\n}'],
    ['a key in an empty object', '{}', 'b', 1, '{\n  "b": 1\n}'],
  ])('%s', (_sentence, before, key, value, after) => {
    const result = setAt(before, [key], value)
    expect(result).toBe(after)
    expect(read(result)).toHaveProperty(key, value)
  })
})

describe('removing', () => {
  const texts = [
    '{ "a": [1, 2, 3] }',
    '{ "a": [1, /* two */ 2, 3,] }',
    '{\n "a": [\n 1,\n // two\n 2, // second\n 3\n]}',
    '{\r\n\t"a": [\r\n\t\t1,\r\n\t\t2,\r\n\t\t3,\r\n\t]\r\n}',
  ]
  test.each(texts)('an item of %j', (text) => {
    for (const index of [0, 1, 2])
      expect(read(removeAt(text, ['a', index]))).toEqual({ a: [1, 2, 3].toSpliced(index, 1) })
  })

  test('the last one leaves plain JSON', () => {
    expect(JSON.parse(removeAt('{\n  "a": 1,\n  "b": 2\n}', ['b']))).toEqual({ a: 1 })
    expect(removeAt('{\n  "a": 1,\n  "b": 2\n}', ['a'])).toBe('{\n  "b": 2\n}')
    expect(read(removeAt('{ "b": 2 }', ['b']))).toEqual({})
  })

  test('comments of the others stay', () => {
    expect(removeAt('{\n  "a": 1, // one\n  "b": 2, // two\n  "c": 3 // three\n}', ['b'])).toContain('"a": 1, // one\n')
  })
})

test('layout keeps small things on one line', () => {
  expect(layout({ id: 'x', tools: [tool, tool], none: [], words: ['a', 'b'], gone: undefined })).toBe(
    `{\n  "id": "x",\n  "tools": [\n    ${line},\n    ${line}\n  ],\n  "none": [],\n  "words": ["a", "b"]\n}`,
  )
})

test('in any layout, an edit changes what it says and nothing else', () => {
  const gap = fc.constantFrom(
    '',
    ' ',
    '\n',
    '\r\n  ',
    '\n\t',
    ' // c, "x"\n',
    ' /* c,\n ] } */ ',
    '/**/',
    '\n\n// [1,2\n',
  )
  const layouts = fc.record({
    items: fc.array(fc.tuple(gap, fc.integer({ min: 0, max: 99 }), gap), { maxLength: 5 }),
    trailing: fc.boolean(),
    end: gap,
  })
  fc.assert(
    fc.property(layouts, fc.nat(), ({ items, trailing, end }, pick) => {
      const values = items.map(([, value]) => value)
      const body = items.map(([before, value, after]) => `${before}${value}${after}`).join(',')
      const text = `{"z": 0, "a": [${body}${trailing && items.length > 0 ? ',' : ''}${end}]}`
      expect(read(addAt(text, ['a'], 100))).toEqual({ z: 0, a: [...values, 100] })
      if (values.length === 0) return
      const index = pick % values.length
      expect(read(removeAt(text, ['a', index]))).toEqual({ z: 0, a: values.toSpliced(index, 1) })
      expect(read(setAt(text, ['a', index], 100))).toEqual({ z: 0, a: values.with(index, 100) })
    }),
    { numRuns: 1_000 },
  )
})
