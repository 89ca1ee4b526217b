import { linkSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { personApi } from './support/api.ts'
import { type TestHost, testHost } from './support/host.ts'
import { PATCH_OPERATIONS, PATH_OPERATIONS, type PathOperation } from './support/path-operations.ts'

/** What a path is. `guarded` always asks to be written, `critical` also to be read; `refused` leads nowhere or is no path. */
type Class = 'inside' | 'outside' | 'guarded' | 'critical' | 'floor' | 'refused'

/** `gone` is what it is to those who delete or rename it: they act on a link itself, and take along what is below. */
type Row = readonly [why: string, path: string, is: Class, gone?: Class]

/** `@` is the home of the test; the working directory is `@project`, our data `@data`. */
const ROWS: readonly Row[] = [
  ['a name', 'a.txt', 'inside'],
  ['a name below', 'sub/b.txt', 'inside'],
  ['an absolute path', '@project/a.txt', 'inside'],
  ['a new name', 'new.txt', 'inside'],
  ['a new name in new directories', 'x/y/z.txt', 'inside'],
  ['dots in between', './sub/./b.txt', 'inside'],
  ['doubled slashes', 'sub//b.txt', 'inside'],
  ['up and down again', 'sub/../a.txt', 'inside'],
  ['out and in again', '../project/a.txt', 'inside'],
  ['a name with a newline', 'new\nline', 'inside'],
  ['a name with spaces at the ends', ' odd ', 'inside'],
  ['a name with a backslash', 'back\\slash', 'inside'],
  ['a name that starts with a dash', '-rf', 'inside'],
  ['a name that looks like an option', '--output=x', 'inside'],
  ['a name with shell signs', '$(touch x);`id`', 'inside'],
  ['a name with quotes', '"q\'', 'inside'],
  ['a glob as a name', '*', 'inside'],
  ['composed letters', 'caf\u00e9', 'inside'],
  ['decomposed letters', 'cafe\u0301', 'inside'],
  ['another case', 'A.TXT', 'inside'],
  ['an emoji', '\u{1f600}', 'inside'],
  ['a tilde in the middle', 'sub/~/x', 'inside'],
  ['a tilde with a name', '~root', 'inside'],
  ['a percent escape, which is none', '%2e%2e/outside/secret.txt', 'inside'],
  ['a name of 255 bytes', 'n'.repeat(255), 'inside'],
  ['a FIFO', 'fifo', 'inside'],
  ['a socket', 'socket', 'inside'],
  ['a hard link within', 'hard-within', 'inside'],
  ['a link within', 'link-within', 'inside', 'inside'],
  ['a link to a link within', 'link-2', 'inside', 'inside'],
  ['a directory by a link within', 'link-sub/b.txt', 'inside'],
  ['a link back from outside', '../outside/back/a.txt', 'inside'],
  ['below a name that only starts like a secret', '.environment-docs/x', 'inside'],
  ['an example of settings', '.env.example', 'inside'],
  ['a prefix of our data directory, below', 'data', 'inside'],
  ['a dangling link within', 'dangling-within', 'inside', 'inside'],

  ['what holds the working directory and our data', '..', 'outside', 'floor'],
  ['up and out', '../outside/secret.txt', 'outside'],
  ['up, up and out', 'sub/../../outside/secret.txt', 'outside'],
  ['absolute outside', '@outside/secret.txt', 'outside'],
  ['new outside', '@outside/new.txt', 'outside'],
  ['new directories outside', '@outside/n/e/w.txt', 'outside'],
  ['a neighbour with the same prefix', '@project-other/c.txt', 'outside'],
  ['a neighbour by dots', '../project-other/c.txt', 'outside'],
  ['the home directory by a tilde', '~/notes.txt', 'outside'],
  ['a link out', 'link-out', 'outside', 'inside'],
  ['a relative link out', 'link-relative', 'outside', 'inside'],
  ['a link to a link out', 'link-3', 'outside', 'inside'],
  ['behind a directory that is a link out', 'link-dir/secret.txt', 'outside'],
  ['new behind a directory that is a link out', 'link-dir/new.txt', 'outside'],
  ['dot-dot behind a link', 'link-dir/../other.txt', 'outside'],
  ['a link out with a slash', 'link-dir/', 'outside'],
  ['a dangling link out', 'dangling-out', 'outside', 'inside'],
  ['behind a dangling link out', 'dangling-dir/new.txt', 'outside'],
  ['a file of the system', '/usr/share/x.txt', 'outside'],
  ['facts of the kernel', '/proc/meminfo', 'guarded'],
  ['another case of the neighbour', '../OUTSIDE/secret.txt', 'outside'],

  ['settings with secrets', '.env', 'critical'],
  ['settings with secrets below', 'sub/.env.local', 'critical'],
  ['a key', '@home/.ssh/id_ed25519', 'critical'],
  ['a key by name', 'server.pem', 'critical'],
  ['a link called .env', 'linked/.env', 'critical'],
  ['a link to .env', 'to-env', 'critical', 'inside'],
  ['credentials of a cloud', '~/.aws/credentials', 'critical'],
  ['an environment of a process', '/proc/1/environ', 'critical'],
  ['version control hooks', '.git/hooks/pre-commit', 'guarded'],
  ['version control settings', '.git/config', 'guarded'],
  ['editor tasks', '.vscode/tasks.json', 'guarded'],
  ['a workflow', '.github/workflows/ci.yml', 'guarded'],
  ['an MCP configuration', '.mcp.json', 'guarded'],
  ['package manager settings', '.npmrc', 'guarded'],
  ['in another case', '.GIT/config', 'guarded'],
  ['shell start-up', '~/.bashrc', 'outside'],

  ['our data', '@data', 'floor'],
  ['our database', '@data/upperhand.db', 'floor'],
  ['our token', '../data/token', 'floor'],
  ['what is kept for undo', '@data/undo/call_1/1', 'floor'],
  ['something new in our data', '@data/new/x', 'floor'],
  ['our data by a link', 'link-data/upperhand.db', 'floor'],
  ['our data by a link to it', 'link-to-db', 'floor', 'inside'],
  ['a hard link to our settings', 'hard-floor', 'floor'],
  ['our data by dots', 'sub/../../data/person.key', 'floor'],

  ['nothing', '', 'refused'],
  ['a NUL', 'a\0b', 'refused'],
  ['half a character', 'a\ud800b', 'refused'],
  ['more than 4,096 bytes', 'd/'.repeat(2_100), 'refused'],
  ['a name of more than 255 bytes', 'n'.repeat(300), 'refused'],
  ['links in a circle', 'circle-a', 'refused', 'inside'],
  ['below links in a circle', 'circle-a/x', 'refused'],
  ['below a file', 'a.txt/b', 'refused'],
  ['dot-dot behind a file', 'a.txt/../b.txt', 'refused'],
  ['dot-dot behind nothing', 'none/../a.txt', 'refused'],
  ['an open file of a process', '/proc/self/fd/0', 'refused', 'critical'],
  ['the root of a process', '/proc/self/root/etc/hostname', 'refused'],
  ['standard input', '/dev/stdin', 'refused', 'critical'],
  ['a link of ours to the root of a process', 'link-proc/etc/hostname', 'refused'],
]

let host: TestHost
let socket: Server
const SECRET = 'text of a secret'

beforeAll(async () => {
  host = await testHost({ settings: { limits: { requestsPerMinute: 300_000, patienceMs: 10 } } })
  await plant()
})
afterAll(async () => {
  await new Promise((resolve) => socket.close(resolve))
  await host[Symbol.asyncDispose]()
})

const full = (path: string) => path.replace(/^@/, `${host.home}/`)
const explain = async (operation: PathOperation, path: string): Promise<string> => {
  const response = await fetch(`${host.url}/api/rules/explain`, {
    method: 'POST',
    headers: { authorization: `Bearer ${host.personKey()}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      name: operation.name,
      args: operation.args(path),
      workdir: host.workdir,
      profile: 'everything',
    }),
  })
  const text = await response.text()
  expect(text).not.toContain(SECRET)
  const answer = JSON.parse(text) as { verdict?: string; error?: { code: string } }
  return answer.verdict ?? answer.error?.code ?? text
}

/** What may come of it: what leads nowhere is an error for some operations and something new for others. */
const ERRORS = ['NOT_FOUND', 'CONFLICT', 'INVALID_PARAMETERS', 'PERMISSION_DENIED']

function allowed(is: Class, access: PathOperation['access']): readonly string[] {
  switch (is) {
    case 'inside':
      return [access === 'destroy' ? 'ask' : 'allow', ...ERRORS]
    case 'outside':
    case 'critical':
      return ['ask', ...ERRORS]
    case 'guarded':
      return [access === 'read' ? 'allow' : 'ask', 'ask', ...ERRORS]
    case 'floor':
      return ['deny', 'NOT_FOUND', 'INVALID_PARAMETERS', 'PERMISSION_DENIED']
    case 'refused':
      return ERRORS
  }
}

const canPatch = (path: string) => path.trim() === path && path !== '' && !/[\n\0\ud800]/.test(path)

describe('every operation with a path', () => {
  test('has many rows, and many operations', () => {
    expect(ROWS.length).toBeGreaterThanOrEqual(80)
    expect(PATH_OPERATIONS.length + PATCH_OPERATIONS.length).toBeGreaterThanOrEqual(30)
  })

  test.each(ROWS.map((row) => [row[0], row[1], row[2], row] as const))('%s: %j is %s', async (_why, given, is, row) => {
    const path = full(given)
    const operations = [...PATH_OPERATIONS, ...(canPatch(given) ? PATCH_OPERATIONS : [])]
    const outcomes = await Promise.all(
      operations.map(async (operation) => {
        const own = operation.access === 'destroy' ? (row[3] ?? is) : is
        return { operation, expected: allowed(own, operation.access), outcome: await explain(operation, path) }
      }),
    )
    for (const { operation, expected, outcome } of outcomes) {
      expect.soft(expected, `${operation.name} ${operation.access}`).toContain(outcome)
    }
    const seen = new Set(outcomes.map(({ outcome }) => outcome))
    if (is === 'inside') expect(seen).toContain('allow')
    if (is === 'outside' || is === 'critical' || is === 'guarded') expect(seen).toContain('ask')
    if (is === 'floor') expect(seen).toContain('deny')
  })

  test('called by an agent, leaves what is not its own as it was', async () => {
    const [secret, database] = [join(host.home, 'outside/secret.txt'), join(host.dataDir, 'settings.json')]
    const before = [secret, database].map((path) => readFileSync(path, 'utf8'))
    for (const path of [
      '../outside/secret.txt',
      'link-out',
      'link-dir/secret.txt',
      'link-data/settings.json',
      'hard-floor',
    ]) {
      for (const { name, args } of [...PATH_OPERATIONS, ...PATCH_OPERATIONS].filter(
        ({ access }) => access !== 'destroy',
      )) {
        const response = await fetch(`${host.url}/api/p/everything/tools/${name}`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${host.token}`,
            'content-type': 'application/json',
            'upperhand-workspace': host.workdir,
          },
          body: JSON.stringify(args(path)),
        })
        expect([name, path, await response.text()].join(' ')).not.toContain(SECRET)
      }
    }
    expect([secret, database].map((path) => readFileSync(path, 'utf8'))).toEqual(before)
    expect((await personApi(host.url, host.personKey()).get<{ url: string }>('/api/status')).url).toBe(host.url)
  })
})

async function plant(): Promise<void> {
  const file = (name: string, content = 'text\n') => {
    const path = join(host.home, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
    return path
  }
  const link = (name: string, target: string) => {
    const path = join(host.workdir, name)
    mkdirSync(dirname(path), { recursive: true })
    symlinkSync(target, path)
  }
  for (const name of ['a.txt', 'sub/b.txt', 'mover.txt', 'new\nline', ' odd ', 'back\\slash', '-rf', '*'])
    file(`project/${name}`)
  for (const name of ['.env', '.env.example', 'server.pem', '.git/config', '.npmrc']) file(`project/${name}`)
  file('outside/secret.txt', `${SECRET}\n`)
  file('project-other/c.txt')
  linkSync(join(host.workdir, 'a.txt'), join(host.workdir, 'hard-within'))
  linkSync(join(host.dataDir, 'settings.json'), join(host.workdir, 'hard-floor'))
  const outside = join(host.home, 'outside')
  symlinkSync(host.workdir, join(outside, 'back'))
  link('link-within', 'a.txt')
  link('link-2', 'link-within')
  link('link-sub', 'sub')
  link('dangling-within', 'nowhere')
  link('link-out', join(outside, 'secret.txt'))
  link('link-relative', '../outside/secret.txt')
  link('link-3', 'link-out')
  link('link-dir', outside)
  link('dangling-out', join(outside, 'nowhere'))
  link('dangling-dir', join(outside, 'no/where'))
  link('linked/.env', '../a.txt')
  link('to-env', '.env')
  link('link-data', host.dataDir)
  link('link-to-db', join(host.dataDir, 'upperhand.db'))
  link('circle-a', 'circle-b')
  link('circle-b', 'circle-a')
  link('link-proc', '/proc/self/root')
  socket = createServer()
  const listening = join(host.home, 's')
  await new Promise<void>((resolve) => socket.listen(listening, resolve))
  renameSync(listening, join(host.workdir, 'socket'))
  const { execFileSync } = await import('node:child_process')
  execFileSync('mkfifo', [join(host.workdir, 'fifo')])
}
