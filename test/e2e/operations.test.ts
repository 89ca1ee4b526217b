import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { createNames } from '../../src/profiles/names.ts'
import { personApi } from '../support/api.ts'
import { testHost } from '../support/host.ts'
import { metadataCatalog } from '../support/metadata.ts'

interface Answer {
  readonly success: boolean
  readonly operation: string
  readonly label: string
  readonly output: string
  readonly structured: Record<string, unknown>
  readonly code?: string
}

/** These need something that happened before; here they only have to arrive. */
const NEEDS_MORE = new Set([
  'user_collaboration',
  'read_tool_result',
  'approval_wait',
  'web_operations.fetch',
  'todo_operations.update',
])

/** A session that was started before, or the terminal of the run: shown beside their sources. */
const NEEDS_SESSION =
  /^(?:shell\.shell_(?:send_input|stop_session|read_output)|projects\.(?:get|stop)_background_\w+|terminal_operations\.(?:get_\w+|send_input|resize_session|close_session))$/

/** These make what their example names; all others find it there. */
const CREATES = new Set(['create_directory', 'create_file', 'fs_write'])

const catalog = metadataCatalog()
const names = createNames(catalog)

const spellings = catalog.entries.flatMap((entry) => {
  const flat: [string, string, Record<string, unknown>] = [entry.id, names.flatName(entry), {}]
  if (entry.toolset.shape === 'single') return [flat]
  const dotted: typeof flat = [entry.id, entry.id, {}]
  const grouped: typeof flat = [entry.id, entry.toolset.name, { operation: entry.operation.name }]
  return [flat, dotted, grouped]
})

test('every spelling of every operation reaches it with its own example, and what it gives is what it declares', async () => {
  await using host = await testHost({ settings: { limits: { patienceMs: 10 } } })
  const person = personApi(host.url, host.personKey())
  for (const [index, [id, name, more]] of spellings.entries()) {
    const { operation } = catalog.byId.get(id)!
    const workdir = join(host.workdir, String(index))
    mkdirSync(workdir)
    if (!CREATES.has(operation.name)) prepareExample(workdir, operation.name, operation.example)
    const args = { ...operation.example, ...more }
    const answer = await person.post<Answer>('/api/call', { name, args, workdir, profile: 'everything' })
    if (NEEDS_SESSION.test(id)) {
      expect.soft([name, answer.code]).toEqual([name, 'NOT_FOUND'])
      continue
    }
    expect.soft(answer, `${name} as ${id}`).toMatchObject({ operation: id })
    expect.soft(answer.label.length, `the line of ${id}`).toBeGreaterThan(5)
    if (NEEDS_MORE.has(id)) continue
    expect.soft(answer, name).toMatchObject({ success: true })
    const parsed = operation.output.safeParse(answer.structured)
    expect.soft(parsed.error?.issues ?? [], `${id} against its output schema`).toEqual([])
  }
})

/** Makes what an example speaks of: a directory for listings, a file otherwise. */
function prepareExample(workdir: string, operation: string, example: Readonly<Record<string, unknown>>): void {
  const given = example['base'] ?? example['path'] ?? example['filePath'] ?? example['from'] ?? example['oldPath']
  if (typeof given !== 'string') return
  const path = join(workdir, given)
  if (path === workdir) return
  if (operation.includes('list') || 'base' in example) mkdirSync(path, { recursive: true })
  else {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, 'hello\n')
  }
}

test('arguments that are wrong name the field, what was given, what is allowed, and a correct call', async () => {
  await using host = await testHost()
  const person = personApi(host.url, host.personKey())
  const call = (name: string, args: Record<string, unknown>) =>
    person.post<Answer & { error: string; hint: string }>('/api/call', { name, args, profile: 'everything' })
  for (const [name, args, words] of [
    ['fs_read', { path: 'a', max_bytes: 'many' }, ['max_bytes', 'many', 'number']],
    ['fs_read', { path: 'a', maxbytes: 5 }, ['maxbytes', 'max_bytes']],
    ['fs_read', {}, ['path']],
    [
      'fs_write',
      { path: 'a', content: 'x', mode: 'replace' },
      ['mode', 'replace', 'overwrite', 'append', 'create_if_missing'],
    ],
    ['file_operations', { operation: 'read_fil', filePath: 'a' }, ['read_fil', 'read_file']],
    ['read_file', { filePath: 'a', path: 'b' }, ['filePath', 'path']],
  ] as const) {
    const answer = await call(name, args)
    expect.soft(answer.code, name).toBe('INVALID_PARAMETERS')
    for (const word of words)
      expect.soft(`${answer.error} ${answer.hint}`, `${name} ${JSON.stringify(args)}`).toContain(word)
  }
  expect(await call('fs_read', { path: 'missing', max_bytes: '5' })).toMatchObject({ code: 'NOT_FOUND' })
})

/** The lines that a chat shows while a tool runs, for what is built; each row names its source operation. */
const LABELS: readonly [operation: string, args: Record<string, unknown>, label: string][] = [
  ['file_operations.create_file', { filePath: 'deep/filename.txt', content: '' }, 'Creating file: filename.txt'],
  ['file_operations.read_file', { filePath: 'deep/filename.txt' }, 'Reading file: filename.txt'],
]

test.each(LABELS)('%s shows its line', async (id, args, label) => {
  await using host = await testHost()
  const person = personApi(host.url, host.personKey())
  expect(
    await person.post('/api/call', { name: id, args, workdir: host.workdir, profile: 'everything' }),
  ).toMatchObject({ label })
})

test('a long value in a line is cut', async () => {
  await using host = await testHost()
  const person = personApi(host.url, host.personKey())
  const { label } = await person.post<Answer>('/api/call', { name: 'think', args: { thoughts: 'x'.repeat(300) } })
  expect(label.length).toBeLessThanOrEqual(100)
  expect(label.endsWith('...')).toBe(true)
})
