import { chmodSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type FileWorld, fileWorld } from '../../../test/support/file-world.ts'
import { runOperation } from '../../../test/support/run-operation.ts'
import { filesystemToolset } from './index.ts'

const patch = (world: FileWorld, operations: readonly object[], more: Record<string, unknown> = {}) =>
  runOperation(filesystemToolset(world), 'fs_patch', { path: 'f', operations, ...more }, world.place)

/** The file before, the operations, the file after. */
const WORKS: readonly [why: string, before: string, operations: object[], after: string][] = [
  ['replaces the first only', 'a b a', [{ type: 'replace_first', pattern: 'a', replacement: 'x' }], 'x b a'],
  ['replaces all', 'a b a', [{ type: 'replace_all', pattern: 'a', replacement: 'x' }], 'x b x'],
  [
    'replaces on consecutive lines',
    'a1\na2\na3\n',
    [{ type: 'replace_all', pattern: 'a', replacement: 'b' }],
    'b1\nb2\nb3\n',
  ],
  [
    'deletes with an empty replacement',
    'keep drop',
    [{ type: 'replace_first', pattern: ' drop', replacement: '' }],
    'keep',
  ],
  ['takes a pattern literally', 'a.c abc', [{ type: 'replace_all', pattern: 'a.c', replacement: '$&' }], '$& abc'],
  [
    'takes a pattern as a regex when told',
    'a1 a2',
    [{ type: 'replace_all', pattern: 'a(\\d)', replacement: '<$1>', regex: true }],
    '<1> <2>',
  ],
  [
    'anchors a regex at lines',
    'a\nb\n',
    [{ type: 'replace_all', pattern: '^', replacement: '> ', regex: true }],
    '> a\n> b\n> ',
  ],
  [
    'inserts after the line of the match',
    'one\ntwo\n',
    [{ type: 'insert_after', match: 'on', insert: 'x' }],
    'one\nx\ntwo\n',
  ],
  ['inserts before it', 'one\ntwo\n', [{ type: 'insert_before', match: 'two', insert: 'x\ny\n' }], 'one\nx\ny\ntwo\n'],
  [
    'inserts after a last line without an end',
    'one',
    [{ type: 'insert_after', match: 'one', insert: 'two' }],
    'one\ntwo',
  ],
  [
    'inserts at each of several when told how many',
    'a\na\n',
    [{ type: 'insert_after', match: 'a', insert: 'x', expected_count: 2 }],
    'a\nx\na\nx\n',
  ],
  [
    'applies one after the other',
    'a',
    [
      { type: 'replace_first', pattern: 'a', replacement: 'b' },
      { type: 'replace_first', pattern: 'b', replacement: 'c' },
    ],
    'c',
  ],
  [
    'finds several lines in a file with CRLF',
    'a\r\nb\r\n',
    [{ type: 'replace_first', pattern: 'a\nb', replacement: 'x\ny\nz' }],
    'x\r\ny\r\nz\r\n',
  ],
]

const FAILS: readonly [why: string, before: string, operation: object, code: string, words: RegExp][] = [
  ['nothing matches', 'hello\n', { type: 'replace_first', pattern: 'hallo', replacement: '' }, 'CONFLICT', /1: hello/],
  [
    'a regex matches nothing',
    'a',
    { type: 'replace_all', pattern: 'b+', replacement: '', regex: true },
    'CONFLICT',
    /matches nothing/,
  ],
  [
    'the count is another',
    'a a',
    { type: 'replace_all', pattern: 'a', replacement: 'b', expected_count: 3 },
    'CONFLICT',
    /2 times, not 3 times/,
  ],
  ['an insert is ambiguous', 'a\na\n', { type: 'insert_after', match: 'a', insert: 'x' }, 'CONFLICT', /1: a\n2: a/],
  [
    'the regex is none',
    'a',
    { type: 'replace_all', pattern: '(', replacement: '', regex: true },
    'INVALID_PARAMETERS',
    /not a regular expression/,
  ],
  ['the pattern is missing', 'a', { type: 'replace_all', replacement: '' }, 'INVALID_PARAMETERS', /needs pattern/],
  [
    'the pattern is empty',
    'a',
    { type: 'replace_all', pattern: '', replacement: 'x' },
    'INVALID_PARAMETERS',
    /nothing to look for/,
  ],
]

describe('fs_patch', () => {
  it.each(WORKS)('%s', async (_why, before, operations, after) => {
    using world = fileWorld()
    const path = world.file('ws/f', before)
    const { output } = await patch(world, operations)
    expect(readFileSync(path, 'utf8')).toBe(after)
    expect(output).toEqual({ path, operations_applied: operations.length })
  })

  it.each(FAILS)('changes nothing when %s', async (_why, before, operation, code, words) => {
    using world = fileWorld()
    const path = world.file('ws/f', before)
    const error = await patch(world, [operation]).catch((cause: unknown) => cause)
    expect(error).toMatchObject({ code })
    expect(`${(error as Error).message} ${(error as { hint?: string }).hint}`).toMatch(words)
    expect(readFileSync(path, 'utf8')).toBe(before)
  })

  it('stops a pattern that would take for ever', async () => {
    using world = fileWorld({ limits: { patternMs: 300 } })
    world.file('ws/f', `${'a'.repeat(50)}b`)
    const operation = { type: 'replace_all', pattern: '^(a+)+$', replacement: '', regex: true }
    await expect(patch(world, [operation])).rejects.toMatchObject({ code: 'TIMEOUT' })
  })

  it('shows and writes nothing in a dry run, and asks only to read', async () => {
    using world = fileWorld()
    const path = world.file('ws/f', 'a\nb\nc\n')
    const { output, resources } = await patch(world, [{ type: 'replace_first', pattern: 'b', replacement: 'x' }], {
      dry_run: true,
    })
    expect(output).toEqual({
      path,
      operations_applied: 0,
      preview: [
        {
          operation: 'replace_first',
          changed: true,
          before_excerpt: '1: a\n2: b\n3: c\n4: ',
          after_excerpt: '1: a\n2: x\n3: c\n4: ',
        },
      ],
    })
    expect(resources).toMatchObject([{ access: 'read' }])
    expect(readFileSync(path, 'utf8')).toBe('a\nb\nc\n')
  })

  it('does not write when nothing changes', async () => {
    using world = fileWorld()
    const before = statSync(world.file('ws/f', 'a'), { bigint: true })
    const { output, text } = await patch(world, [{ type: 'replace_all', pattern: 'a', replacement: 'a' }])
    expect(output).toMatchObject({ operations_applied: 0 })
    expect(text).toMatch(/as it was/)
    expect(statSync(`${world.workspace}/f`, { bigint: true }).mtimeNs).toBe(before.mtimeNs)
  })

  it('edits where a link leads, keeps the link and the mode, and shows a diff', async () => {
    using world = fileWorld()
    const path = world.file('ws/real', 'a\n')
    chmodSync(path, 0o750)
    symlinkSync('real', `${world.workspace}/f`)
    const { preview, resources } = await patch(world, [{ type: 'replace_first', pattern: 'a', replacement: 'b' }])
    expect(resources).toMatchObject([{ path, access: 'write' }])
    expect(preview).toMatchObject({
      kind: 'changes',
      files: [{ path, change: 'edit', added: 1, removed: 1, diff: `--- ${path}\n+++ ${path}\n@@ -1 +1 @@\n-a\n+b\n` }],
    })
    expect(readFileSync(path, 'utf8')).toBe('b\n')
    expect(statSync(path).mode & 0o777).toBe(0o750)
  })

  it('says what it may not quote to the person instead of the caller', async () => {
    using world = fileWorld()
    world.file('outside/f', 'secret line\n')
    const operations = [{ type: 'replace_first', pattern: 'secret lime', replacement: '' }]
    const args = { path: `${world.outside}/f`, operations }
    const toolset = filesystemToolset(world)
    const operation = toolset.operations.find(({ name }) => name === 'fs_patch')!
    const context = { caller: { runId: 'r' } as never, place: world.place }
    const prepared = await operation.prepare(operation.input.parse(args), context)
    expect(await prepared.preview()).toMatchObject({
      kind: 'changes',
      notes: [expect.stringMatching(/^It would fail/)],
    })
    const error = await runOperation(toolset, 'fs_patch', args, world.place).catch((cause: unknown) => cause)
    expect(JSON.stringify([error, (error as Error).message])).not.toContain('secret line')
    expect(error).toMatchObject({ code: 'CONFLICT', hint: 'Read the file first.' })
  })

  it('checks the content it is meant for', async () => {
    using world = fileWorld()
    world.file('ws/f', 'a')
    const operation = { type: 'replace_first', pattern: 'a', replacement: 'b' }
    await expect(patch(world, [operation], { base_hash: '0'.repeat(64) })).rejects.toMatchObject({ code: 'CONFLICT' })
    const sha256 = 'ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb'
    expect((await patch(world, [operation], { base_hash: sha256 })).output).toMatchObject({ operations_applied: 1 })
  })
})
