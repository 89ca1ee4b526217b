import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { RuleView } from '../../src/contract/rules.ts'
import { personApi } from '../support/api.ts'
import { connectClient } from '../support/clients.ts'
import { testHost } from '../support/host.ts'

const SHORT = { limits: { patienceMs: 200 } }

test('a rule made over the API counts at once, is listed, and stops counting when revoked', async () => {
  await using host = await testHost({ settings: SHORT })
  await using agent = await connectClient(host, 'http 2025')
  const person = personApi(host.url, host.personKey())
  const write = (name: string) =>
    agent.call('file_operations', {
      operation: 'create_file',
      filePath: join(host.home, name),
      content: 'x',
      overwrite: true,
    })
  expect(await write('a.txt')).toMatchObject({ structured: { status: 'approval_pending' } })
  const { rule } = await person.post<{ rule: RuleView }>('/api/rules', {
    effect: 'allow',
    operation: 'file_operations.create_file',
    match: { path: `${host.home}/*.txt` },
    examples: { match: [`${host.home}/a.txt`], not: [`${host.home}/a.sh`, `${host.home}/deep/a.txt`] },
  })
  expect(await write('a.txt')).toMatchObject({
    isError: false,
    meta: { 'upperhand/because': { step: 'allow_rule', source: rule.id } },
  })
  expect(await write('a.sh')).toMatchObject({ structured: { status: 'approval_pending' } })
  const { rules } = await person.get<{ rules: RuleView[] }>('/api/rules')
  expect(rules).toMatchObject([{ id: rule.id, uses: 1 }])
  await fetch(`${host.url}/api/rules/${rule.id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${host.personKey()}` },
  })
  expect(await write('a.txt')).toMatchObject({ structured: { status: 'approval_pending' } })
})

test("a denial by rule carries the rule's message to the agent", async () => {
  await using host = await testHost()
  await using agent = await connectClient(host, 'http 2026')
  const person = personApi(host.url, host.personKey())
  const message = 'Generated files are made by npm run build.'
  await person.post('/api/rules', {
    effect: 'deny',
    operation: '*',
    match: { path: `${host.workdir}/dist/**` },
    message,
  })
  const call = { operation: 'create_file', filePath: 'dist/a.js', content: 'x' }
  expect(await agent.call('file_operations', call)).toMatchObject({
    isError: true,
    text: expect.stringContaining(message),
  })
  expect(
    await person.post('/api/rules/explain', { name: 'file_operations', args: call, workdir: host.workdir }),
  ).toMatchObject({
    verdict: 'deny',
    because: { step: 'deny_rule', reason: message },
  })
})

test('a rule with failing examples, a bad pattern or an unknown field is refused and not saved', async () => {
  await using host = await testHost()
  const person = personApi(host.url, host.personKey())
  const base = { effect: 'allow', operation: 'file_operations.create_file' }
  for (const bad of [
    { ...base, match: { path: '/a/*' }, examples: { match: ['/b/c'] } },
    { ...base, match: { path: '/a/[b]' } },
    { ...base, match: { path: 'relative' } },
    { ...base, operation: 'not an id' },
    { ...base, matches: {} },
    { ...base, when: { from: '25:00' } },
  ]) {
    await expect(person.post('/api/rules', bad)).rejects.toThrow('400')
  }
  expect(await person.get('/api/rules')).toEqual({ rules: [] })
})

test('an approval offers rules, and an agent has no way to make one', async () => {
  await using host = await testHost({ settings: SHORT })
  await using agent = await connectClient(host, 'http 2025')
  const person = personApi(host.url, host.personKey())
  await agent.call('file_operations', {
    operation: 'create_file',
    filePath: join(host.home, 'out/a.txt'),
    content: 'x',
  })
  const [card] = await person.pending()
  const { candidates } = await person.get<{ candidates: object[] }>(`/api/approvals/${card!.id}/candidates`)
  expect(candidates.length).toBeGreaterThan(1)
  const asAgent = await fetch(`${host.url}/api/rules`, {
    method: 'POST',
    headers: { authorization: `Bearer ${host.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ effect: 'allow', operation: '*' }),
  })
  expect(asAgent.status).toBe(403)
})

test('a rule about a command is checked against its examples by the grammar of the gate', async () => {
  await using host = await testHost()
  const person = personApi(host.url, host.personKey())
  const base = {
    effect: 'allow',
    operation: '*',
    match: { command: { program: 'git', subcommand: ['status'], flags: '*' } },
  }
  await person.post('/api/rules', {
    ...base,
    examples: { match: ['cd src && git status -s'], not: ['git push', 'rm -rf x; git stash'] },
  })
  for (const examples of [{ match: ['git push'] }, { not: ['ls; "git" status'] }]) {
    await expect(person.post('/api/rules', { ...base, examples })).rejects.toThrow('400')
  }
  expect((await person.get<{ rules: RuleView[] }>('/api/rules')).rules).toHaveLength(1)
})
