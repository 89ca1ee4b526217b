import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { personApi } from '../support/api.ts'
import { type TestHost, testHost } from '../support/host.ts'
import { httpAs } from '../support/http.ts'
import { type ChatTools, overMcp, overOpenApi } from '../support/open-webui.ts'

const SHORT_PATIENCE = { limits: { patienceMs: 300, holdMs: 300 } }

/** A person makes a token for the chat, and gives it one address. */
async function chat(host: TestHost, face: string, profile: string | null = 'workspace-agent'): Promise<ChatTools> {
  const { secret } = await personApi(host.url, host.personKey()).post<{ secret: string }>('/api/tokens', {
    label: 'open-webui',
    profile,
  })
  const headers = { 'upperhand-workspace': host.workdir }
  switch (face) {
    case 'MCP':
      return overMcp({ url: host.mcp, key: secret, headers }, 'application/json, text/event-stream')
    case 'MCP, any answer':
      return overMcp({ url: host.mcp, key: secret, headers }, '*/*')
    case 'MCP, no streams':
      return overMcp({ url: host.mcp, key: secret, headers }, 'application/json')
    case 'OpenAPI':
      return overOpenApi({ url: `${host.url}/api`, key: secret, headers })
    default:
      return overOpenApi({ url: `${host.url}/api/p/${profile}`, key: secret, headers })
  }
}

const FACES = ['MCP', 'MCP, any answer', 'MCP, no streams', 'OpenAPI', 'OpenAPI of a profile']
const write = (filePath: string, content: string) => ({ operation: 'create_file', filePath, content })

describe.each(FACES)('a chat over %s', (face) => {
  test('sees the tools of its profile, reads and writes', async () => {
    await using host = await testHost()
    const tools = await chat(host, face)
    const agent = httpAs(host.url, host.token)
    const { body } = await agent('/api/p/workspace-agent/tools')
    expect(await tools.names()).toEqual((body['tools'] as { name: string }[]).map(({ name }) => name))
    writeFileSync(join(host.workdir, 'plan.md'), 'first line\n')
    expect(await tools.call('file_operations', { operation: 'read_file', filePath: 'plan.md' })).toContain('first line')
    await tools.call('file_operations', write('made.txt', 'by the chat'))
    expect(readFileSync(join(host.workdir, 'made.txt'), 'utf8')).toBe('by the chat')
  })

  test('learns in words that a person has to approve, and gets its result afterwards, once', async () => {
    await using host = await testHost({ settings: SHORT_PATIENCE })
    const tools = await chat(host, face)
    const person = personApi(host.url, host.personKey())
    const target = join(host.home, 'outside.txt')
    const asked = await tools.call('file_operations', write(target, 'x'))
    const [card] = await person.pending()
    expect(asked).toContain(card!.id)
    expect(asked).toContain('repeat this call later')
    expect(card).toMatchObject({ lineage: [face.startsWith('MCP') ? 'mcp' : 'open-webui', card!.runId] })
    expect(existsSync(target)).toBe(false)
    await person.decide(card!)
    expect(await tools.call('file_operations', write(target, 'x'))).toContain('outside.txt')
    expect(readFileSync(target, 'utf8')).toBe('x')
    const again = await tools.call('file_operations', { ...write(target, 'x'), overwrite: true })
    expect(again).toContain('approve')
  })

  test('waits for the answer where the person is quick', async () => {
    await using host = await testHost()
    const tools = await chat(host, face)
    const person = personApi(host.url, host.personKey())
    const target = join(host.home, 'outside.txt')
    const calling = tools.call('file_operations', write(target, 'x'))
    await person.decide(await person.nextPending())
    expect(await calling).toContain('outside.txt')
    expect(existsSync(target)).toBe(true)
  })

  test('is told in words what a person denied', async () => {
    await using host = await testHost()
    const tools = await chat(host, face)
    const person = personApi(host.url, host.personKey())
    const calling = tools.call('file_operations', write(join(host.home, 'outside.txt'), 'x'))
    const failed = expect(calling).rejects.toThrow('use the project folder')
    await person.decide(await person.nextPending(), { decision: 'deny', message: 'use the project folder' })
    await failed
  })
})

test('from a container the host has another name, which has to be allowed', async () => {
  for (const allowedHosts of [[], ['host.docker.internal']]) {
    await using host = await testHost({ settings: { allowedHosts } })
    const headers = { host: `host.docker.internal:${host.port}` }
    const answer = await httpAs(host.url, host.token)('/api/openapi.json', { headers })
    expect(answer.status).toBe(allowedHosts.length === 0 ? 403 : 200)
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  }
})
