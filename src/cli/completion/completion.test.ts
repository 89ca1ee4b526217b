import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { personApi } from '../../../test/support/api.ts'
import { connectClient } from '../../../test/support/clients.ts'
import { runCommand } from '../../../test/support/fake-api.ts'
import { type TestHost, testHost } from '../../../test/support/host.ts'
import { ARGUMENT_KINDS } from './command-tree.ts'

/** Not blocking: the daemon that is asked runs in this process. */
const run = promisify(execFile)
const BIN = join(import.meta.dirname, '..', '..', '..', 'bin', 'upperhand.mjs')
const [FISH = '', PWSH = ''] = ['fish', 'pwsh']
const script = async (shell: string) => (await runCommand(['completion', shell], { program: BIN })).out
const has = (shell: string) => spawnSync(shell, ['--version']).status === 0

/** What bash would offer behind these words; the last one is being typed. */
async function offered(words: readonly string[], env: Record<string, string> = {}): Promise<string[]> {
  const program = `eval "$SCRIPT"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _upperhand; printf '%s\\n' "\${COMPREPLY[@]}"`
  const { stdout: output } = await run('bash', ['--norc', '-c', program, 'bash', 'upperhand', ...words], {
    env: { PATH: `${join(process.execPath, '..')}:/usr/bin:/bin`, SCRIPT: await script('bash'), ...env },
    encoding: 'utf8',
  })
  return output.split('\n').filter((line) => line !== '')
}

const envOf = (host: TestHost) => ({ HOME: host.home, UPPERHAND_HOME: host.dataDir })

describe.skipIf(!has('bash'))('completion in bash', () => {
  test.each([
    ['commands', ['re'], ['resume']],
    ['commands below one', ['ask', 'a'], ['approve', 'answer']],
    ['the options of a command', ['serve', '--p'], ['--port', '--profile', '--plain']],
    ['options everywhere', ['history', 'verify', '--j'], ['--json']],
    ['a fixed list', ['level', 'fu'], ['full_access', 'full']],
    [
      'a fixed list, behind an option and its value',
      ['tokens', 'add', 'x', '--profile', 'a', '--level', 'r'],
      ['read_only'],
    ],
    ['shells', ['completion', 'z'], ['zsh']],
    ['clients', ['connect', 'claude-c'], ['claude-code']],
    ['nothing hidden', ['__'], []],
    ['nothing where files belong', ['profile', 'import', 'x'], []],
    ['a command although an option came before', ['--json', 'stat'], ['status']],
  ])('offers %s', async (_what, words, expected) => {
    expect(await offered(words)).toEqual(expected)
  })

  test('offers profiles, tools and ids of the running daemon', async () => {
    await using host = await testHost({ settings: { limits: { patienceMs: 100 } } })
    await using agent = await connectClient(host, 'http 2025')
    await agent.call('file_operations', { operation: 'create_file', filePath: join(host.home, 'x'), content: '' })
    const [card] = await personApi(host.url, host.personKey()).pending()
    const env = envOf(host)
    expect(await offered(['profile', 'use', 'read'], env)).toEqual(['read-only'])
    expect(await offered(['tools', 'ls', '--profile', 'remote'], env)).toEqual(['remote-primitives'])
    expect(await offered(['tools', 'ls', '--profile', '=', 'remote'], env)).toEqual(['remote-primitives'])
    expect(await offered(['tools', 'off', 'filesys'], env)).toContain('filesystem')
    expect(await offered(['call', 'file_operations.rea'], env)).toEqual(['file_operations.read_file'])
    expect(await offered(['ask', 'approve', ''], env)).toEqual([card?.id.slice(0, 12)])
    expect(await offered(['ask', 'approve', card?.id.slice(0, 20) ?? ''], env)).toEqual([card?.id])
    expect((await offered(['history', 'show', 'call_'], env)).length).toBe(1)
    const person = personApi(host.url, host.personKey())
    const { id } = await person.post<{ id: string }>('/api/terminals', { cwd: host.workdir, shell: '/bin/sh' })
    expect(await offered(['term', 'attach', ''], env)).toEqual([id.slice(0, 12)])
  })

  test('offers what the files say when nothing runs, and nothing when there are none', async () => {
    await using host = await testHost()
    await host.host.close()
    expect(await offered(['profile', 'use', 'read'], envOf(host))).toEqual(['read-only'])
    expect(await offered(['ask', 'approve', ''], envOf(host))).toEqual([])
    expect(await offered(['profile', 'use', ''], { ...envOf(host), UPPERHAND_HOME: join(host.home, 'none') })).toEqual(
      [],
    )
  })
})

describe('completion', () => {
  test('asks this very copy, and never an alias', async () => {
    expect(await script('bash')).toContain(`$(node ${BIN} __complete `)
  })

  test.each([
    ['zsh', ['-n', '-c']],
    ['fish', ['--no-execute', '-c']],
  ])('is a script that %s understands', async (shell, flags) => {
    const text = await script(shell)
    expect(text).toContain("'ask show'")
    if (has(shell)) expect(spawnSync(shell, [...flags, text], { encoding: 'utf8' })).toMatchObject({ stderr: '' })
  })

  test('is a script that PowerShell understands', async () => {
    const text = await script('powershell')
    expect(text).toContain('Register-ArgumentCompleter -Native -CommandName upperhand')
    if (has(PWSH)) expect(spawnSync(PWSH, ['-NoProfile', '-Command', text]).status).toBe(0)
  })

  test.skipIf(!has(FISH))('offers commands in fish', async () => {
    const program = `${await script('fish')}\ncomplete -C 'upperhand ask a'`
    expect(execFileSync(FISH, ['--no-config', '-c', program], { encoding: 'utf8' })).toMatch(/^answer\t.*\napprove\t/m)
  })

  test('knows every command whose ids and names it asks for', async () => {
    const text = await script('bash')
    const missing = Object.keys(ARGUMENT_KINDS).filter((path) => !text.includes(`    '${path}') REPLY='kind:`))
    expect(missing).toEqual([])
  })

  test('refuses a shell it does not know', async () => {
    expect(await runCommand(['completion', 'tcsh'], {})).toMatchObject({ code: 2 })
  })
})
