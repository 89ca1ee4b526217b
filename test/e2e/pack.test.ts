import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryDirectory } from '../support/temporary.ts'

const ROOT = join(import.meta.dirname, '..', '..')

const MESSAGES = [
  {
    jsonrpc: '2.0',
    id: 0,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'pack', version: '1' } },
  },
  { jsonrpc: '2.0', method: 'notifications/initialized' },
  { jsonrpc: '2.0', id: 1, method: 'tools/list' },
]

it('what npm pack makes runs outside the clone', async () => {
  using directory = temporaryDirectory()
  const home = join(directory.path, 'home')
  const env = {
    PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
    HOME: directory.path,
    UPPERHAND_HOME: join(home, 'data'),
    npm_config_cache: join(directory.path, 'npm'),
  }
  execFileSync('npm', ['pack', '--silent', '--pack-destination', directory.path], { cwd: ROOT, env, stdio: 'pipe' })
  const [tarball] = readdirSync(directory.path).filter((name) => name.endsWith('.tgz'))
  execFileSync('tar', ['-xzf', tarball ?? ''], { cwd: directory.path })
  const bin = join(directory.path, 'package', 'bin', 'upperhand.mjs')
  const project = join(directory.path, 'project')
  mkdirSync(project)
  writeFileSync(join(project, 'tokens.ts'), 'export function checkToken(token: string) {}\n')
  const upperhand = (...args: string[]) =>
    execFileSync(process.execPath, [bin, ...args], { env, cwd: project, encoding: 'utf8' })

  expect(upperhand('--version')).toMatch(/^\d+\.\d+\.\d+\n$/)
  const shim = spawn(process.execPath, [bin, 'stdio'], { env, cwd: directory.path, stdio: ['pipe', 'pipe', 'inherit'] })
  let out = ''
  shim.stdout.on('data', (chunk) => {
    out += chunk
  })
  shim.stdin.end(MESSAGES.map((message) => `${JSON.stringify(message)}\n`).join(''))
  await once(shim, 'exit')
  try {
    const answers = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(answers.map(({ id }) => id)).toEqual([0, 1])
    expect(answers[1].result.tools.map(({ name }: { name: string }) => name)).toContain('file_operations')
    // Threads, grammars and the embedding model travel with it.
    expect(upperhand('call', 'list_usages', 'symbolName=checkToken')).toMatch(/^definition {2}tokens\.ts:1:17/)
    const found = upperhand('call', 'semantic_search', 'query=where is a password verified')
    expect(found).not.toContain('found by words and names only')
    expect(upperhand('call', 'store_memory', 'content=The shop opens at nine.')).toContain('Stored as mem_')
    const remembered = upperhand('memory', 'search', 'when can I buy something', '--threshold', '0')
    expect(remembered).toContain('The shop opens at nine.')
  } finally {
    upperhand('down')
  }
}, 240_000)
