import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryDirectory } from '../support/temporary.ts'

const BIN = fileURLToPath(new URL('../../bin/upperhand.mjs', import.meta.url))
const INSPECTOR = fileURLToPath(
  new URL('../../node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js', import.meta.url),
)

const directory = temporaryDirectory()
const home = directory.path
const workdir = join(home, 'project')
const env = { PATH: process.env['PATH'] ?? '', HOME: home, UPPERHAND_HOME: join(home, 'data') }
let daemon: ChildProcess
let ready: { readonly url: string; readonly mcp: string; readonly token: string }

beforeAll(async () => {
  for (const path of ['data', 'private']) mkdirSync(join(home, path), { mode: 0o700 })
  mkdirSync(workdir)
  writeFileSync(join(workdir, 'hello.txt'), 'hello from the workspace\n')
  writeFileSync(join(home, 'data/settings.json'), JSON.stringify({ projects: [workdir] }))
  daemon = spawn(process.execPath, [BIN, 'serve', '--port', '0', '--json'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const output = daemon.stdout
  if (output === null) throw new Error('the daemon has no output')
  const [line] = (await once(createInterface({ input: output }), 'line')) as [string]
  ready = JSON.parse(line) as typeof ready
})

afterAll(async () => {
  if (daemon.exitCode === null) {
    daemon.kill()
    await once(daemon, 'exit')
  }
  directory[Symbol.dispose]()
})

interface Target {
  readonly name: string
  /** Before the options of the request. */
  readonly options: () => readonly string[]
  /** After them, behind `--`. */
  readonly command?: readonly string[]
}

const stdio = (name: string, era: string, data: string, ...flags: string[]): Target => ({
  name,
  options: () => ['-e', `UPPERHAND_HOME=${join(home, data)}`, '--protocol-era', era],
  command: [process.execPath, BIN, 'stdio', '--workdir', workdir, ...flags],
})

const network = (name: string, transport: string, url: () => string, era: string): Target => {
  const headers = () => [`Authorization: Bearer ${ready.token}`, `Upperhand-Workspace: ${workdir}`]
  return {
    name,
    options: () => [url(), '--transport', transport, '--protocol-era', era, '--header', ...headers()],
  }
}

const TARGETS: readonly Target[] = [
  stdio('stdio 2025', 'legacy', 'data'),
  stdio('stdio 2026', 'modern', 'data'),
  stdio('stdio in process 2025', 'legacy', 'private', '--in-process'),
  network('HTTP 2025', 'http', () => ready.mcp, 'legacy'),
  network('HTTP 2026', 'http', () => ready.mcp, 'modern'),
  network('SSE', 'sse', () => `${ready.url}/sse`, 'legacy'),
]

test.each(TARGETS)(
  'the Inspector lists and calls tools over $name',
  async (target) => {
    const list = await inspect(target, '--method', 'tools/list')
    const names = (list['tools'] as { name: string }[]).map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['think', 'file_operations']))

    const args = JSON.stringify({ operation: 'read_file', filePath: 'hello.txt' })
    const call = ['--method', 'tools/call', '--tool-name', 'file_operations', '--tool-args-json', args]
    expect(await inspect(target, ...call)).toMatchObject({
      content: [{ type: 'text', text: expect.stringContaining('hello from the workspace') }],
      structuredContent: { content: 'hello from the workspace\n' },
    })
  },
  60_000,
)

async function inspect(target: Target, ...request: readonly string[]): Promise<Record<string, unknown>> {
  const command = target.command === undefined ? [] : ['--', ...target.command]
  const args = [INSPECTOR, '--cli', ...target.options(), ...request, '--format', 'json', '--quiet', ...command]
  const { stdout, stderr } = await new Promise<{ stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, args, { env }, (_error, stdout, stderr) => resolve({ stdout, stderr }))
  })
  const answer = JSON.parse(stdout || stderr) as { readonly result?: Record<string, unknown> }
  expect(answer).toHaveProperty('result')
  return answer.result ?? {}
}
