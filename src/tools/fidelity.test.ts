import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { fileWorld } from '../../test/support/file-world.ts'
import { runOperation } from '../../test/support/run-operation.ts'
import { fileOperationsToolset } from './file_operations/index.ts'
import { filesystemToolset } from './filesystem/index.ts'

/** A line and its end. */
type Line = readonly [text: string, ending: string]

const BOM = '\ufeff'
const swapped = (text: string) => Buffer.from(text, 'utf16le').swap16()

const ENCODINGS: readonly [name: string, encode: (text: string) => Buffer][] = [
  ['UTF-8', (text) => Buffer.from(text)],
  ['UTF-8 with a mark', (text) => Buffer.from(`${BOM}${text}`)],
  ['UTF-16 LE with a mark', (text) => Buffer.from(`${BOM}${text}`, 'utf16le')],
  ['UTF-16 BE with a mark', (text) => swapped(`${BOM}${text}`)],
  ['UTF-16 LE', (text) => Buffer.from(text, 'utf16le')],
  ['UTF-16 BE', (text) => swapped(text)],
  ['Latin-1', (text) => Buffer.from(text, 'latin1')],
]

const TEXTS = ['alphá é', 'beta', 'gamma ', '\tdelta']

const ENDINGS: readonly [name: string, endings: readonly string[]][] = [
  ['LF', ['\n', '\n', '\n', '\n']],
  ['LF, open end', ['\n', '\n', '\n', '']],
  ['CRLF', ['\r\n', '\r\n', '\r\n', '\r\n']],
  ['CRLF, open end', ['\r\n', '\r\n', '\r\n', '']],
  ['CR', ['\r', '\r', '\r', '\r']],
  ['mixed', ['\r\n', '\n', '\r\n', '\n']],
  ['mixed, open end', ['\n', '\r\n', '\n', '']],
]

interface Kind {
  readonly name: string
  readonly operation: string
  readonly args: Record<string, unknown>
  /** What becomes of the lines. */
  readonly after: (lines: readonly Line[]) => readonly Line[]
}

const change = (index: number, text: string) => (lines: readonly Line[]) =>
  lines.map(([old, ending], at): Line => (at === index ? [text, ending] : [old, ending]))
/** A new line ends like the one it comes before; behind an open end the break goes between. */
const insert = (index: number, text: string) => (lines: readonly Line[]) => {
  const ending = lines[index]?.[1] ?? ''
  return [
    ...lines.slice(0, index),
    [text, ending === '' ? (lines[index - 1]?.[1] ?? '\n') : ending] as Line,
    ...lines.slice(index),
  ]
}
const append = (text: string) => (lines: readonly Line[]) => {
  const [last, ending] = lines.at(-1) ?? ['', '']
  const before = lines.at(-2)?.[1] ?? '\n'
  return ending === ''
    ? [...lines.slice(0, -1), [last, before] as Line, [text, ''] as Line]
    : [...lines, [text, ending] as Line]
}

const KINDS: readonly Kind[] = [
  {
    name: 'replacing a word',
    operation: 'replace_string',
    args: { oldString: 'beta', newString: 'BETA' },
    after: change(1, 'BETA'),
  },
  {
    name: 'replacing across lines',
    operation: 'replace_string',
    args: { oldString: 'beta\ngamma ', newString: 'beta\nGAMMA ' },
    after: change(2, 'GAMMA '),
  },
  {
    name: 'deleting a line',
    operation: 'replace_string',
    args: { oldString: 'beta\n', newString: '' },
    after: (lines) => lines.filter((_, index) => index !== 1),
  },
  {
    name: 'making two lines of one',
    operation: 'replace_string',
    args: { oldString: 'beta', newString: 'beta\nbeta2' },
    after: (lines) => [...lines.slice(0, 2), ['beta2', lines[1]?.[1] ?? ''], ...lines.slice(2)],
  },
  {
    name: 'inserting a line',
    operation: 'insert_edit',
    args: { lineNumber: 2, newText: 'new' },
    after: insert(1, 'new'),
  },
  {
    name: 'inserting at the end',
    operation: 'insert_edit',
    args: { lineNumber: 5, newText: 'new\n' },
    after: append('new'),
  },
  {
    name: 'replacing a line',
    operation: 'insert_edit',
    args: { lineNumber: 4, newText: 'new', insertOperation: 'replace' },
    after: change(3, 'new'),
  },
  {
    name: 'several replacements',
    operation: 'multi_replace_string',
    args: {
      replacements: [
        { oldString: 'alphá', newString: 'ALPHÁ' },
        { oldString: 'delta', newString: 'Delta' },
      ],
    },
    after: (lines) => change(3, '\tDelta')(change(0, 'ALPHÁ é')(lines)),
  },
  {
    name: 'patching all places',
    operation: 'fs_patch',
    args: { operations: [{ type: 'replace_all', pattern: 'ta', replacement: 'TA' }] },
    after: (lines) => change(3, '\tdelTA')(change(1, 'beTA')(lines)),
  },
  {
    name: 'patching by a pattern',
    operation: 'fs_patch',
    args: { operations: [{ type: 'replace_first', pattern: '^g(\\w+) $', replacement: '$1g ', regex: true }] },
    after: change(2, 'ammag '),
  },
  {
    name: 'patching in a line before',
    operation: 'fs_patch',
    args: { operations: [{ type: 'insert_before', match: 'gamma', insert: 'new' }] },
    after: insert(2, 'new'),
  },
  {
    name: 'patching in a line after the last',
    operation: 'fs_patch',
    args: { operations: [{ type: 'insert_after', match: 'delta', insert: 'new' }] },
    after: append('new'),
  },
  {
    name: 'applying a diff',
    operation: 'apply_patch',
    args: { patchContent: '@@ -1,4 +1,4 @@\n alphá é\n-beta\n+BETA\n gamma \n \tdelta\n' },
    after: change(1, 'BETA'),
  },
  {
    name: 'applying a patch that removes and adds',
    operation: 'apply_patch',
    args: { patchContent: '@@\n alphá é\n-beta\n-gamma \n+one\n' },
    after: (lines) => [lines[0]!, ['one', lines[2]![1]], lines[3]!],
  },
]

/** Every other one of all there are, so that each pair of encoding, ends and kind is met. */
const ROWS = ENCODINGS.flatMap(([encoding, encode], first) =>
  ENDINGS.flatMap(([endings, ends], second) =>
    KINDS.filter((_kind, third) => (first + second + third) % 2 === 0).map((kind) => ({
      title: `${kind.name}: ${encoding}, ${endings}`,
      encode,
      ends,
      kind,
    })),
  ),
)

const world = fileWorld()
afterAll(() => world[Symbol.dispose]())

const TOOLSETS = [fileOperationsToolset(world), filesystemToolset(world)]

describe('only the intended bytes differ', () => {
  it('is shown by many rows', () => {
    expect(ROWS.length).toBeGreaterThanOrEqual(200)
  })

  it.each(ROWS.map((row, index) => [row.title, row, index] as const))('%s', async (_title, row, index) => {
    const { encode, ends, kind } = row
    const name = `${index}.txt`
    const path = join(world.workspace, name)
    const before = TEXTS.map((text, at): Line => [text, ends[at] ?? ''])
    const whole = (lines: readonly Line[]) => encode(lines.map(([text, ending]) => `${text}${ending}`).join(''))
    writeFileSync(path, whole(before))
    chmodSync(path, 0o751)
    const toolset = TOOLSETS.find(({ operations }) => operations.some((one) => one.name === kind.operation))!
    const args = { [kind.operation === 'fs_patch' ? 'path' : 'filePath']: name, ...kind.args }
    await runOperation(toolset, kind.operation, args, world.place, `call_${index}`)
    expect(readFileSync(path).toString('hex')).toBe(whole(kind.after(before)).toString('hex'))
    expect(statSync(path).mode & 0o777).toBe(0o751)
    if (index % ENDINGS.length !== 0) return
    await world.undo.run(`call_${index}`, { asCall: `undo_${index}`, force: false })
    expect(readFileSync(path).equals(whole(before))).toBe(true)
  })
})
