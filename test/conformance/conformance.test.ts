import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { serveFixtures } from './serve-fixtures.ts'

const SUITE = dirname(dirname(fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'))))

interface Check {
  readonly id: string
  readonly status: string
  readonly errorMessage?: string
}

/** Of the tasks extension, which no revision requires. The suite itself skips the one about notifications. */
const TASKS = [
  'tasks-lifecycle',
  'tasks-capability-negotiation',
  'tasks-wire-fields',
  'tasks-request-state-removal',
  'tasks-mrtr-input',
  'tasks-request-headers',
  'tasks-dispatch-and-envelope',
  'tasks-required-task-error',
  'tasks-mrtr-composition',
]

test.each([
  ['2026-07-28', 37, TASKS],
  ['2025-11-25', 30, []],
])(
  'every scenario that %s requires of a server passes, and those of its extensions',
  async (revision, count, extensions) => {
    await using served = await serveFixtures()
    const scored = await requiredScenarios(revision)
    expect(scored).toHaveLength(count)
    const required = [...scored, ...extensions]

    const checks = await runSuite(served.url, revision)
    const missing = required.filter((scenario) => !checks.get(scenario)?.some(({ status }) => status === 'SUCCESS'))
    const failures = required.flatMap((scenario) =>
      (checks.get(scenario) ?? [])
        .filter(({ status }) => status === 'FAILURE')
        .map(({ id, errorMessage }) => `${scenario}: ${id}: ${errorMessage}`),
    )
    expect(missing).toEqual([])
    expect(failures).toEqual([])
  },
  60_000,
)

test('hot requests are answered by the dispatcher, without a server of the SDK', async () => {
  await using served = await serveFixtures()
  const envelope = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  for (const [method, name] of [['tools/list'], ['tools/call', 'test_simple_text'], ['tools/call', 'think']]) {
    const response = await fetch(served.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': String(method),
        ...(name === undefined ? {} : { 'mcp-name': name }),
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { name, _meta: envelope } }),
    })
    expect(await response.json()).toMatchObject({ result: { resultType: 'complete' } })
  }
  expect(served.sdkServers()).toBe(0)
})

/** The scenarios under `server:` of the suite's own list. */
async function requiredScenarios(revision: string): Promise<string[]> {
  const yaml = await readFile(join(SUITE, 'requirements', `${revision}.yaml`), 'utf8')
  const section = /^server:\n((?: {2}- .*\n)+)/m.exec(yaml)?.[1] ?? ''
  return section
    .trim()
    .split('\n')
    .map((line) => line.trim().slice(2))
}

async function runSuite(url: string, revision: string): Promise<Map<string, readonly Check[]>> {
  const directory = await mkdtemp(join(tmpdir(), 'upperhand-conformance-'))
  try {
    const args = ['server', '--url', url, '--requirements', revision, '-o', directory]
    // The exit code says the same as the files, which also say what failed.
    await new Promise((resolve) => execFile(process.execPath, [join(SUITE, 'dist/index.js'), ...args], resolve))
    const found = new Map<string, readonly Check[]>()
    for (const name of await readdir(directory)) {
      const scenario = /^server-(.+)-\d{4}-\d\d-\d\dT/.exec(name)?.[1]
      if (scenario === undefined) continue
      found.set(scenario, JSON.parse(await readFile(join(directory, name, 'checks.json'), 'utf8')) as Check[])
    }
    return found
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}
