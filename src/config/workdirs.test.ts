import { existsSync, mkdirSync, realpathSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../../test/support/temporary.ts'
import { resolveSettings } from './resolve-settings.ts'
import { createWorkdirs, type Wish } from './workdirs.ts'

function open() {
  const directory = temporaryDirectory()
  const home = realpathSync.native(directory.path)
  for (const name of ['data', 'project/deep', 'project-other', 'elsewhere'])
    mkdirSync(join(home, name), { recursive: true })
  symlinkSync(join(home, 'elsewhere'), join(home, 'project', 'link'))
  const resolved = resolveSettings({ projects: [join(home, 'project')] }, home)
  if (!resolved.ok) throw new Error('settings')
  const workdirFor = createWorkdirs({ home, dataDirectory: join(home, 'data'), settings: () => resolved.settings })
  const wish = (kind: Wish['kind'], workdir?: string, more: Partial<Wish> = {}) =>
    workdirFor({ kind, credential: 'agent', profile: 'p', workdir, ...more })
  return { home, wish, [Symbol.dispose]: () => directory[Symbol.dispose]() }
}

test('a local client works where it was started', () => {
  using t = open()
  expect(t.wish('stdio', join(t.home, 'elsewhere'))).toBe(join(t.home, 'elsewhere'))
})

test.each(['', '/', '/etc', '/nowhere'])('a local client started in %j gets a directory of its own', (workdir) => {
  using t = open()
  expect(t.wish('stdio', workdir)).toBe(join(t.home, 'upperhand/workspaces/agent-p'))
})

test('the home directory and the data directory are never worked in', () => {
  using t = open()
  for (const name of ['', 'data']) expect(t.wish('stdio', join(t.home, name))).toContain('workspaces')
})

test('over HTTP a client may name a registered project or what is inside it', () => {
  using t = open()
  expect(t.wish('stateless', join(t.home, 'project/deep'))).toBe(join(t.home, 'project/deep'))
})

test.each(['elsewhere', 'project-other', 'project/link', 'project/../elsewhere', 'data', '', 'missing'])(
  'over HTTP %j is refused',
  (name) => {
    using t = open()
    expect(() => t.wish('session', `${t.home}/${name}`)).toThrow('cannot be the workspace')
  },
)

test('runs without a directory get one per credential, profile and conversation', () => {
  using t = open()
  const first = t.wish('stateless')
  expect(existsSync(first)).toBe(true)
  expect(t.wish('stateless')).toBe(first)
  expect(t.wish('stateless', undefined, { profile: 'q' })).not.toBe(first)
  expect(t.wish('stateless', undefined, { conversation: '../../x' })).toMatch(/workspaces\/agent-p-[0-9a-f]{12}$/)
})

test('a person may stand anywhere', () => {
  using t = open()
  expect(t.wish('person', t.home)).toBe(t.home)
})
