import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type TestHost, testHost } from '../support/host.ts'
import { httpAs } from '../support/http.ts'
import { generateClient, openapiProblems } from '../support/openapi.ts'

const documentFor = async (host: TestHost, bearer: string, path = '/api/openapi.json') =>
  (await httpAs(host.url, bearer)(path)).body

const PROFILES = ['workspace-agent', 'remote-primitives', 'project-automation', 'read-only', 'everything']

describe('the OpenAPI document', () => {
  test('is right, for people and for every profile', async () => {
    await using host = await testHost()
    expect(openapiProblems(await documentFor(host, host.personKey()))).toEqual([])
    for (const profile of PROFILES) {
      const document = await documentFor(host, host.token, `/api/p/${profile}/openapi.json`)
      expect(document).toMatchObject({ servers: [{ url: `/api/p/${profile}` }] })
      expect([profile, openapiProblems(document)]).toEqual([profile, []])
    }
  })

  test.each<[string, object, string]>([
    ['a dangling reference', { paths: { '/a': { get: { $ref: '#/nowhere' } } } }, 'leads nowhere'],
    ['an undeclared parameter', { paths: { '/a/{id}': { get: { operationId: 'a' } } } }, 'path parameters id'],
    ['another version', { openapi: '2.0' }, 'not 3.1'],
  ])('and the test would notice %s', async (_what, wrong, problem) => {
    const base = { openapi: '3.1.1', info: { title: 't', version: '1' }, paths: {} }
    expect(openapiProblems(base)).toEqual([])
    expect(openapiProblems({ ...base, ...wrong }).join('\n')).toContain(problem)
  })

  test('has for an agent exactly the tools of its profile', async () => {
    await using host = await testHost()
    const agent = httpAs(host.url, host.token)
    const { tools } = (await agent('/api/tools')).body as { tools: { name: string; parameters: object }[] }
    const document = await documentFor(host, host.token)
    expect(generateClient(document, host.url, host.token).ids).toEqual(tools.map(({ name }) => name))
    const person = generateClient(await documentFor(host, host.personKey()), host.url, host.personKey())
    expect(person.ids).toContain('decide_approval')
  })

  test('follows a switch at once', async () => {
    await using host = await testHost()
    const person = generateClient(await documentFor(host, host.personKey()), host.url, host.personKey())
    await person.call('toggle_tool', { profile: 'workspace-agent', tool: 'think', enabled: false })
    const after = generateClient(await documentFor(host, host.token), host.url, host.token)
    expect(after.ids).not.toContain('think')
  })
})

describe('a client made from nothing but the document', () => {
  test('calls tools, and every answer is as described', async () => {
    await using host = await testHost()
    const agent = generateClient(await documentFor(host, host.token), host.url, host.token)
    const made = await agent.call('file_operations', {
      operation: 'create_file',
      filePath: 'a.txt',
      content: 'hello\n',
    })
    expect(made).toMatchObject({ status: 200, body: { created: true } })
    const read = await agent.call('file_operations', { operation: 'read_file', filePath: 'a.txt' })
    expect(read.body).toMatchObject({ content: 'hello\n', totalLines: 1 })
    expect(read.headers['upperhand-call']).toMatch(/^call_[0-9a-f]{32}$/)
    const wrong = await agent.call('file_operations', { operation: 'read_file', filePath: 'no.txt' })
    expect(wrong).toMatchObject({ status: 404, body: { error: { code: 'NOT_FOUND' } } })
    expect(await agent.call('think', { thought: 1 })).toMatchObject({
      status: 400,
      body: { error: { code: 'INVALID_PARAMETERS', hint: expect.any(String) } },
    })
  })

  test('manages the machine, and every answer is as described', async () => {
    await using host = await testHost()
    const document = await documentFor(host, host.personKey())
    const person = generateClient(document, host.url, host.personKey())
    await person.call('think', { thoughts: 'as a person' })
    const plain = plainQuestions(document as { paths: Paths })
    expect(plain.length).toBeGreaterThan(15)
    for (const id of plain) expect([id, (await person.call(id)).status]).toEqual([id, 200])
    const [call] = (await person.call('search_calls', { q: 'as a person', limit: 1 })).body['calls'] as { id: string }[]
    expect((await person.call('get_call', { id: call!.id })).body).toMatchObject({ call: { isPerson: true } })
    expect((await person.call('get_execution', { id: call!.id })).body).toMatchObject({ status: 'completed' })
    expect((await person.call('get_profile', { id: 'read-only' })).body).toMatchObject({ id: 'read-only' })
    expect((await person.call('set_level', { level: 'read_only' })).body).toMatchObject({ level: 'read_only' })
    expect((await person.call('set_level', { level: 'full_access' })).status).toBe(400)
    expect((await person.call('change_settings', { historyDays: 30 })).body).toMatchObject({
      settings: { limits: { historyDays: 30 } },
    })
    const { token } = (await person.call('add_token', { label: 'x', profile: 'read-only' })).body as {
      token: { id: string }
    }
    expect((await person.call('rotate_token', { id: token.id })).status).toBe(200)
    expect((await person.call('revoke_token', { id: token.id })).status).toBe(204)
    const rule = { effect: 'deny', operation: 'filesystem.*', match: { path: '/etc/**' } }
    expect((await person.call('check_rule', { ...rule, calls: 10 })).status).toBe(200)
    const added = (await person.call('add_rule', rule)).body as { rule: { id: string } }
    expect((await person.call('revoke_rule', { id: added.rule.id })).status).toBe(204)
    expect((await person.call('verify_history')).body).toMatchObject({ ok: true })
    expect((await person.call('pause')).body).toMatchObject({ isPaused: true })
    expect((await person.call('resume')).body).toMatchObject({ isPaused: false })
  })

  test('takes an approval from asking to the result', async () => {
    await using host = await testHost({ settings: { limits: { patienceMs: 200 } } })
    const agent = generateClient(await documentFor(host, host.token), host.url, host.token)
    const person = generateClient(await documentFor(host, host.personKey()), host.url, host.personKey())
    const target = join(host.home, 'outside.txt')
    const args = { operation: 'create_file', filePath: target, content: 'x' }

    const asked = await agent.call('file_operations', args)
    expect(asked).toMatchObject({
      status: 202,
      body: { status: 'approval_pending', retry_after_s: 30, message: expect.stringContaining('repeat this call') },
    })
    expect(asked.headers['retry-after']).toBe('30')
    const { approvals } = (await person.call('list_approvals', { state: 'pending' })).body as {
      approvals: { id: string }[]
    }
    expect(approvals.map(({ id }) => id)).toEqual([asked.body['approval_id']])
    const card = (await person.call('get_approval', { id: approvals[0]!.id })).body
    expect(card).toMatchObject({ label: 'Creating file: outside.txt', args: { filePath: target } })
    expect((await person.call('list_rule_candidates', { id: approvals[0]!.id })).status).toBe(200)
    expect(existsSync(target)).toBe(false)
    const { version, digest } = card
    const decided = await person.call('decide_approval', { id: card['id'], version, digest, decision: 'approve' })
    expect(decided.body).toMatchObject({ state: 'approved' })

    expect(await agent.call('file_operations', args)).toMatchObject({ status: 200, body: { created: true } })
    expect(readFileSync(target, 'utf8')).toBe('x')
    expect(await agent.call('file_operations', { ...args, overwrite: true })).toMatchObject({ status: 202 })
  })

  test('learns that a person edited its arguments', async () => {
    await using host = await testHost({ settings: { limits: { patienceMs: 200 } } })
    const agent = generateClient(await documentFor(host, host.token), host.url, host.token)
    const person = generateClient(await documentFor(host, host.personKey()), host.url, host.personKey())
    const target = join(host.home, 'outside.txt')
    const args = { operation: 'create_file', filePath: target, content: 'theirs' }
    const asked = await agent.call('file_operations', args)
    const card = (await person.call('get_approval', { id: asked.body['approval_id'] })).body
    const editedArgs = { filePath: target, content: 'ours' }
    const { version, digest } = card
    const edit = { id: card['id'], version, digest, editedArgs }
    const { editedDigest } = (await person.call('edit_approval', edit)).body
    await person.call('decide_approval', { ...edit, editedDigest, decision: 'approve' })
    expect(await agent.call('file_operations', args)).toMatchObject({ status: 200, body: { edited_by_user: true } })
    expect(readFileSync(target, 'utf8')).toBe('ours')
  })
})

interface Described {
  readonly operationId: string
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>
}
type Paths = Readonly<Record<string, { readonly get?: Described }>>

/** What can be asked without naming anything, and is answered at once. */
function plainQuestions({ paths }: { readonly paths: Paths }): string[] {
  return Object.entries(paths).flatMap(([path, { get }]) =>
    get?.responses['200']?.content?.['application/json'] === undefined || path.includes('{') ? [] : [get.operationId],
  )
}
