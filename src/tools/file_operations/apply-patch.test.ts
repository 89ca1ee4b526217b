import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type FileWorld, fileWorld } from '../../../test/support/file-world.ts'
import { runOperation } from '../../../test/support/run-operation.ts'
import { fileOperationsToolset } from './index.ts'

const apply = (world: FileWorld, patchContent: string, more: Record<string, unknown> = {}) =>
  runOperation(fileOperationsToolset(world), 'apply_patch', { patchContent, ...more }, world.place)

const TEN = Array.from({ length: 10 }, (_, index) => `line ${index + 1}\n`).join('')
const changed = (number: number, text: string) => TEN.replace(`line ${number}\n`, text)

/** The patch of a file `f`, what it was, what it becomes, and what is reported. */
const FITS: readonly [why: string, before: string, patch: string, after: string, note: RegExp | null][] = [
  [
    'a plain diff',
    TEN,
    '--- a/f\n+++ b/f\n@@ -2,3 +2,3 @@\n line 2\n-line 3\n+LINE 3\n line 4\n',
    changed(3, 'LINE 3\n'),
    null,
  ],
  [
    'names without prefixes and with times',
    TEN,
    '--- f\t2026-01-01\n+++ f\t2026-01-02\n@@ -3 +3 @@\n-line 3\n+x\n',
    changed(3, 'x\n'),
    null,
  ],
  ['wrong counts', TEN, '--- a/f\n+++ b/f\n@@ -2,9 +2,7 @@\n line 2\n-line 3\n+x\n line 4\n', changed(3, 'x\n'), null],
  ['no line numbers', TEN, '--- a/f\n+++ b/f\n@@\n line 2\n-line 3\n+x\n', changed(3, 'x\n'), null],
  [
    'a wrong line number',
    TEN,
    '--- a/f\n+++ b/f\n@@ -7,2 +7,2 @@\n line 2\n-line 3\n+x\n',
    changed(3, 'x\n'),
    /5 lines further up/,
  ],
  [
    'a line of context that is wrong',
    TEN,
    '--- a/f\n+++ b/f\n@@ -2,3 +2,3 @@\n other\n-line 3\n+x\n line 4\n',
    changed(3, 'x\n'),
    /leaves out 1 line/,
  ],
  [
    'spaces at line ends',
    'a  \nb\n',
    '--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n',
    'a  \nc\n',
    /spaces at line ends/,
  ],
  [
    'another indentation',
    '\ta\n\tb\n',
    '--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n   a\n-  b\n+\tc\n',
    '\ta\n\tc\n',
    /indentation/,
  ],
  [
    'two changes, the second moved by the first',
    TEN,
    '--- a/f\n+++ b/f\n@@ -1,2 +1,3 @@\n line 1\n+new\n line 2\n@@ -8,2 +9,2 @@\n line 8\n-line 9\n+x\n',
    changed(9, 'x\n').replace('line 1\n', 'line 1\nnew\n'),
    null,
  ],
  ['a removed line that looks like a header', '-- a\nb\n', '--- a/f\n+++ b/f\n@@ -1,2 +1 @@\n--- a\n b\n', 'b\n', null],
  [
    'an end without a newline, taken away',
    'a\nb',
    '--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n',
    'a\nb\n',
    null,
  ],
  [
    'an end without a newline, made',
    'a\nb\n',
    '--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n a\n-b\n+b\n\\ No newline at end of file\n',
    'a\nb',
    null,
  ],
  ['lines after a line that stays', TEN, '--- a/f\n+++ b/f\n@@ -3,0 +4,1 @@\n+x\n', changed(3, 'line 3\nx\n'), null],
  ['a fence around it', TEN, '```diff\n--- a/f\n+++ b/f\n@@ -3 +3 @@\n-line 3\n+x\n```\n', changed(3, 'x\n'), null],
  [
    'the other format',
    TEN,
    '*** Begin Patch\n*** Update File: f\n@@ line 2\n-line 3\n+x\n*** End Patch',
    changed(3, 'x\n'),
    null,
  ],
  [
    'the other format, at the end',
    'a\nb\na\n',
    '*** Begin Patch\n*** Update File: f\n@@\n-a\n+c\n*** End of File\n*** End Patch',
    'a\nb\nc\n',
    null,
  ],
  ['the other format, adding only', 'a\n', '*** Begin Patch\n*** Update File: f\n+b\n*** End Patch', 'a\nb\n', null],
]

const FAILS: readonly [why: string, before: string, patch: string, code: string, words: RegExp][] = [
  [
    'its lines are nowhere',
    TEN,
    '--- a/f\n+++ b/f\n@@ -3 +3 @@\n-lime 3\n+x\n',
    'CONFLICT',
    /does not fit anywhere[\s\S]*line 3/,
  ],
  [
    'it fits twice',
    'a\nb\na\nb\n',
    '--- a/f\n+++ b/f\n@@\n a\n-b\n+c\n',
    'CONFLICT',
    /fits in 2 places[\s\S]*1: a\n3: a/,
  ],
  ['it creates what exists', 'a\n', '--- /dev/null\n+++ b/f\n@@ -0,0 +1 @@\n+x\n', 'CONFLICT', /exists already/],
  [
    'it deletes another content',
    'a\nmore\n',
    '--- a/f\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n',
    'CONFLICT',
    /more than the patch deletes/,
  ],
  [
    'its anchor is missing',
    'a\n',
    '*** Begin Patch\n*** Update File: f\n@@ function x()\n-a\n+b\n*** End Patch',
    'CONFLICT',
    /function x/,
  ],
  ['it is none', 'a\n', 'please change a to b', 'INVALID_PARAMETERS', /names no file/],
  ['it is binary', 'a\n', 'diff --git a/f b/f\nGIT binary patch\nliteral 1\n', 'INVALID_PARAMETERS', /binary/],
]

describe('apply_patch', () => {
  it.each(FITS)('applies %s', async (_why, before, patch, after, note) => {
    using world = fileWorld()
    const path = world.file('ws/f', before)
    const { output } = await apply(world, patch)
    expect(readFileSync(path, 'utf8')).toBe(after)
    const { notes } = output as { notes: string[] }
    if (note === null) expect(notes).toEqual([])
    else expect(notes.join('\n')).toMatch(note)
  })

  it.each(FAILS)('changes nothing if %s', async (_why, before, patch, code, words) => {
    using world = fileWorld()
    const path = world.file('ws/f', before)
    const error = await apply(world, patch).catch((cause: unknown) => cause)
    expect(error).toMatchObject({ code })
    expect(`${(error as Error).message}\n${(error as { hint?: string }).hint}`).toMatch(words)
    expect(readFileSync(path, 'utf8')).toBe(before)
  })

  it('creates, deletes and renames, and touches every path it names', async () => {
    using world = fileWorld()
    world.file('ws/old', 'o\n')
    const script = world.file('ws/run.sh', '#!/bin/sh\n')
    chmodSync(script, 0o755)
    const patch = [
      'diff --git a/new/file b/new/file',
      'new file mode 100644',
      '--- /dev/null',
      '+++ b/new/file',
      '@@ -0,0 +1,2 @@',
      '+one',
      '+two',
      'diff --git a/old b/old',
      'deleted file mode 100644',
      '--- a/old',
      '+++ /dev/null',
      '@@ -1 +0,0 @@',
      '-o',
      'diff --git a/run.sh b/bin/go.sh',
      'rename from run.sh',
      'rename to bin/go.sh',
      '--- a/run.sh',
      '+++ b/bin/go.sh',
      '@@ -1 +1,2 @@',
      ' #!/bin/sh',
      '+echo',
      '',
    ].join('\n')
    const { output, resources, preview, text } = await apply(world, patch)
    expect(output).toMatchObject({
      files: [
        { filePath: `${world.workspace}/new/file`, change: 'create', added: 2, removed: 0 },
        { filePath: `${world.workspace}/old`, change: 'delete', added: 0, removed: 1 },
        { filePath: `${world.workspace}/bin/go.sh`, change: 'rename', added: 1, removed: 0 },
      ],
    })
    expect(text).toContain('Applied the patch to 3 files.')
    expect(resources.map((one) => one.kind === 'path' && [one.path.slice(world.workspace.length), one.access])).toEqual(
      [
        ['/new/file', 'write'],
        ['/old', 'destroy'],
        ['/run.sh', 'destroy'],
        ['/bin/go.sh', 'write'],
      ],
    )
    expect(preview).toMatchObject({ kind: 'changes', files: { length: 3 } })
    expect(readFileSync(`${world.workspace}/new/file`, 'utf8')).toBe('one\ntwo\n')
    expect(existsSync(`${world.workspace}/old`)).toBe(false)
    expect(readFileSync(`${world.workspace}/bin/go.sh`, 'utf8')).toBe('#!/bin/sh\necho\n')
    expect(statSync(`${world.workspace}/bin/go.sh`).mode & 0o777).toBe(0o755)
  })

  it('is all or nothing when a file does not fit', async () => {
    using world = fileWorld()
    world.file('ws/a', 'a\n')
    world.file('ws/b', 'b\n')
    const patch = '--- a/a\n+++ b/a\n@@ -1 +1 @@\n-a\n+x\n--- a/b\n+++ b/b\n@@ -1 +1 @@\n-nope\n+x\n'
    await expect(apply(world, patch)).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(readFileSync(`${world.workspace}/a`, 'utf8')).toBe('a\n')
  })

  it('takes back what it had written when a later file cannot be written', async () => {
    using world = fileWorld()
    world.file('ws/a', 'a\n')
    world.file('ws/gone', 'g\n')
    // Its temporary cannot be made: a directory has the name.
    world.file('ws/sub/b', 'b\n')
    mkdirSync(`${world.workspace}/sub/.upperhand-call_1.tmp`)
    const patch = [
      '*** Begin Patch',
      '*** Update File: a',
      '@@',
      '-a',
      '+x',
      '*** Delete File: gone',
      '*** Add File: made/new',
      '+n',
      '*** Update File: sub/b',
      '@@',
      '-b',
      '+y',
      '*** End Patch',
    ].join('\n')
    await expect(apply(world, patch)).rejects.toThrow()
    expect(readFileSync(`${world.workspace}/a`, 'utf8')).toBe('a\n')
    expect(readFileSync(`${world.workspace}/gone`, 'utf8')).toBe('g\n')
    expect(readFileSync(`${world.workspace}/sub/b`, 'utf8')).toBe('b\n')
    expect(readdirSync(world.workspace).sort()).toEqual(['a', 'gone', 'sub'])
    expect(await world.undo.plan('call_1')).toMatchObject({ state: 'nothing' })
  })

  it('judges paths that lead out where they lead', async () => {
    using world = fileWorld()
    symlinkSync(world.outside, `${world.workspace}/link`)
    for (const name of ['../outside/x', 'link/x', `${world.outside}/x`]) {
      const toolset = fileOperationsToolset(world)
      const operation = toolset.operations.find((one) => one.name === 'apply_patch')!
      const patchContent = `*** Begin Patch\n*** Add File: ${name}\n+x\n*** End Patch`
      const context = { caller: { runId: 'r' } as never, place: world.place }
      const { resources } = await operation.prepare(operation.input.parse({ patchContent }), context)
      expect(resources).toMatchObject([{ path: `${world.outside}/x`, zone: 'outside', access: 'write' }])
    }
  })

  it('only looks in a dry run', async () => {
    using world = fileWorld()
    world.file('ws/f', 'a\n')
    const { output, resources } = await apply(world, '--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+x\n', { dryRun: true })
    expect(output).toMatchObject({ message: 'The patch fits: 1 file would change.' })
    expect(resources).toMatchObject([{ access: 'read' }])
    expect(readFileSync(`${world.workspace}/f`, 'utf8')).toBe('a\n')
  })

  it('works below a directory, and names a file with odd letters', async () => {
    using world = fileWorld()
    world.file('ws/sub/ä b', 'a\n')
    await apply(world, '--- "a/\\303\\244 b"\n+++ "b/\\303\\244 b"\n@@ -1 +1 @@\n-a\n+x\n', { path: 'sub' })
    expect(readFileSync(`${world.workspace}/sub/ä b`, 'utf8')).toBe('x\n')
  })
})
