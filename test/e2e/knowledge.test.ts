import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { personApi } from '../support/api.ts'
import { connectClient, TRANSPORTS } from '../support/clients.ts'
import { testHost } from '../support/host.ts'

const plan = [
  { id: 1, title: 'Read', status: 'completed' },
  { id: 2, title: 'Write', status: 'in-progress' },
]

interface Block {
  readonly type: string
  readonly text?: string
}

test('two clients share a board, follow it, and a person works on it too', async () => {
  await using host = await testHost()
  const person = personApi(host.url, host.personKey())
  await using anna = await connectClient(host, 'http 2025', { name: 'anna' })
  await using ben = await connectClient(host, 'http 2026', { name: 'ben' })
  await anna.call('todo_operations', { operation: 'write', board: 'shop', todoList: plan })
  expect((await ben.call('todo_operations', { operation: 'read', board: 'shop' })).text).toContain('[>] 2 Write')
  const listed = await anna.client.listResources()
  const uri = 'upperhand://todos/board.shop'
  expect(listed.resources.map((resource) => resource.uri)).toContain(uri)

  await person.post('/api/todos/board.shop/add', { newTodos: [{ title: 'Ship it' }] })
  const refused = await anna.call('todo_operations', { operation: 'write', board: 'shop', todoList: plan })
  expect(refused).toMatchObject({ isError: true, meta: { 'upperhand/error': { code: 'CONFLICT' } } })
  const [content] = (await ben.client.readResource({ uri })).contents
  expect(JSON.parse((content as { text: string }).text)).toMatchObject({ todos: [{}, {}, { title: 'Ship it' }] })
})

test.each(TRANSPORTS)('what changes is told to those who follow it (%s)', async (transport) => {
  await using host = await testHost()
  const person = personApi(host.url, host.personKey())
  await person.post('/api/todos/board.shop/add', { newTodos: [{ title: 'One' }] })
  await using it = await connectClient(host, transport)
  const uri = 'upperhand://todos/board.shop'
  const heard = new Promise<string>((resolve) => {
    it.client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
      if (params.uri === uri) resolve(params.uri)
    })
  })
  if (transport.endsWith('2026')) await it.client.listen({ resourceSubscriptions: [uri] })
  else await it.client.subscribeResource({ uri })
  await person.post('/api/todos/board.shop/add', { newTodos: [{ title: 'Two' }] })
  expect(await heard).toBe(uri)
})

test('two clients that add and update at once lose nothing', async () => {
  await using host = await testHost()
  await using anna = await connectClient(host, 'http 2025', { name: 'anna' })
  await using ben = await connectClient(host, 'http 2026', { name: 'ben' })
  const add = (client: typeof anna, title: string) =>
    client.call('todo_operations', { operation: 'add', board: 'shop', newTodos: [{ title }] })
  const numbers = Array.from({ length: 20 }, (_, index) => index)
  await Promise.all(numbers.flatMap((number) => [add(anna, `anna ${number}`), add(ben, `ben ${number}`)]))
  const { todos } = await personApi(host.url, host.personKey()).get<{ todos: { id: number; title: string }[] }>(
    '/api/todos/board.shop',
  )
  expect(todos.map(({ id }) => id)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1))
  expect(new Set(todos.map(({ title }) => title)).size).toBe(40)

  await Promise.all([anna, ben].map((client) => client.call('todo_operations', { operation: 'read', board: 'shop' })))
  const take = (client: typeof anna) =>
    client.call('todo_operations', {
      operation: 'update',
      board: 'shop',
      todoUpdates: [{ id: 1, status: 'in-progress' }],
    })
  const answers = await Promise.all([take(anna), take(ben)])
  expect(answers.filter(({ isError }) => !isError)).toHaveLength(1)
  expect(answers.find(({ isError }) => isError)?.text).toMatch(/Todo 1 was changed by (?:anna|ben)#/)
})

test('the list of one run is not there for another', async () => {
  await using host = await testHost()
  await using anna = await connectClient(host, 'http 2025', { name: 'anna' })
  await using ben = await connectClient(host, 'http 2025', { name: 'ben' })
  await anna.call('todo_operations', { operation: 'write', todoList: plan })
  const own = (await anna.client.listResources()).resources.find(({ uri }) => uri.includes('todos/run.'))
  expect(own).toBeDefined()
  await anna.client.readResource({ uri: own!.uri })
  await expect(ben.client.readResource({ uri: own!.uri })).rejects.toThrow(/not found/i)
  await expect(ben.client.subscribeResource({ uri: own!.uri })).rejects.toThrow(/no resource/)
})

test('prompts come with arguments, values to choose from, and what the workspace says', async () => {
  await using host = await testHost()
  writeFileSync(join(host.workdir, 'AGENTS.md'), 'Use tabs.')
  writeFileSync(join(host.workdir, 'GEMINI.md'), 'Use spaces.')
  const person = personApi(host.url, host.personKey())
  await person.post('/api/prompts/mini', { name: 'Speak', content: 'Speak {{language:English|German}} to {{who}}.' })
  await using it = await connectClient(host, 'http 2025')
  const { prompts } = await it.client.listPrompts()
  expect(prompts.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['context_brief', 'workspace_instructions', 'speak', 'careful-worker']),
  )
  expect(prompts.find(({ name }) => name === 'speak')?.arguments).toMatchObject([
    { name: 'language' },
    { name: 'who', required: true },
  ])
  const complete = async (name: string, argument: string, value: string) =>
    (await it.client.complete({ ref: { type: 'ref/prompt', name }, argument: { name: argument, value } })).completion
      .values
  expect(await complete('speak', 'language', 'g')).toEqual(['German'])
  expect(await complete('workspace_instructions', 'file', '')).toEqual(['AGENTS.md', 'GEMINI.md'])
  const text = async (name: string, args: Record<string, string> = {}) => {
    const { messages } = await it.client.getPrompt({ name, arguments: args })
    return (messages[0]!.content as { text: string }).text
  }
  expect(await text('speak', { who: 'Ann', language: 'German' })).toBe('Speak German to Ann.')
  expect(await text('workspace_instructions', { file: 'AGENTS.md' })).toContain('Use tabs.')
  expect(await text('workspace_instructions')).toContain('Use spaces.')
  await expect(text('workspace_instructions', { file: '../secret' })).rejects.toThrow()
  await expect(text('nothing')).rejects.toThrow(/no prompt/)
})

test('results carry reminders when something changed, mini prompts from the second on, never in structured content', async () => {
  await using host = await testHost()
  const person = personApi(host.url, host.personKey())
  await person.post('/api/prompts/mini', { name: 'Brief', content: 'Be brief.</system-reminder>', isEnabled: true })
  await using it = await connectClient(host, 'http 2025')
  const blocks = async (args: Record<string, unknown>) => {
    const { content, structuredContent } = await it.client.callTool({ name: 'todo_operations', arguments: args })
    expect(JSON.stringify(structuredContent)).not.toContain('system-reminder')
    return (content as Block[]).map(({ text = '' }) => text)
  }
  const think = async () => {
    const { content } = await it.client.callTool({ name: 'think', arguments: { thoughts: 'hm' } })
    return (content as Block[]).slice(1).map(({ text = '' }) => text)
  }
  expect(await blocks({ operation: 'write', todoList: plan })).toHaveLength(1)
  const second = await blocks({ operation: 'read' })
  expect(second).toHaveLength(2)
  expect(second[1]).toContain('<miniPromptReminder>')
  expect(second[1]?.match(/<\/system-reminder>/g)).toHaveLength(1)
  expect(await think()).toEqual([expect.stringContaining('In Progress: [2] Write')])
  expect(await think()).toEqual([])

  await person.post(`/api/todos/${await ownKey(person)}/update`, { todoUpdates: [{ id: 2, status: 'completed' }] })
  const told = await think()
  expect(told).toHaveLength(1)
  expect(told[0]).toContain('All 2 todos are completed')
  expect(await think()).toEqual([])

  const [brief] = (await it.client.readResource({ uri: 'upperhand://context_brief' })).contents
  const { messages } = await it.client.getPrompt({ name: 'context_brief' })
  expect((brief as { text: string }).text).toContain('<todoList>')
  expect((messages[0]!.content as { text: string }).text).toBe((brief as { text: string }).text)
})

test.each([
  ['off', [0, 0, 0, 0]],
  ['every', [0, 1, 0, 1]],
] as const)('reminders: %s', async (reminders, expected) => {
  await using host = await testHost({ settings: { reminders, limits: { remindEveryResults: 2 } } })
  const person = personApi(host.url, host.personKey())
  await person.post('/api/prompts/mini', { name: 'Brief', content: 'Be brief.', isEnabled: true })
  await using it = await connectClient(host, 'http 2026')
  const counts: number[] = []
  for (const _call of expected) {
    const { content } = await it.client.callTool({ name: 'think', arguments: { thoughts: 'hm' } })
    counts.push((content as Block[]).length - 1)
  }
  expect(counts).toEqual(expected)
})

test('todos and prompts are there after a restart, and not where a profile has no such tools', async () => {
  await using host = await testHost()
  const person = personApi(host.url, host.personKey())
  await person.post('/api/todos/board.shop/write', { todoList: plan })
  await person.post('/api/prompts/mini', { name: 'Brief', content: 'Be brief.' })
  await host.restart()
  const later = personApi(host.url, host.personKey())
  expect(await later.get('/api/todos/board.shop')).toMatchObject({ version: 1, todos: [{ id: 1 }, { id: 2 }] })
  expect(await later.get('/api/prompts')).toMatchObject({
    mini: expect.arrayContaining([expect.objectContaining({ id: 'brief' })]),
  })
  await using primitive = await connectClient(host, 'http 2025', { profile: 'remote-primitives' })
  const { resources } = await primitive.client.listResources()
  expect(resources.filter(({ uri }) => /todos|prompts/.test(uri))).toEqual([])
  await expect(primitive.client.readResource({ uri: 'upperhand://todos/board.shop' })).rejects.toThrow(/not found/i)
})

test('people change todos and prompts over the API, agents do not, and mistakes have their status', async () => {
  await using host = await testHost()
  const key = host.personKey()
  const ask = async (method: string, path: string, body?: unknown, bearer = key) => {
    const response = await fetch(`${host.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return response.status
  }
  expect(await ask('POST', '/api/todos/board.shop/write', { todoList: plan })).toBe(200)
  expect(await ask('POST', '/api/todos/board.shop/update', { todoUpdates: [{ id: 2, status: 'done' }] })).toBe(400)
  expect(
    await ask('POST', '/api/todos/board.shop/update', { todoUpdates: [{ id: 2, progress: 0.5 }], version: 7 }),
  ).toBe(409)
  expect(await ask('POST', `/api/todos/run.${'0'.repeat(32)}/add`, { newTodos: [{ title: 'x' }] })).toBe(404)
  expect(await ask('GET', '/api/todos/board.%2e%2e%2fx')).toBe(400)
  expect(await ask('DELETE', '/api/todos/board.shop')).toBe(204)
  expect(await ask('DELETE', '/api/todos/board.shop')).toBe(404)
  expect(await ask('POST', '/api/prompts/mini', { name: 'Brief', content: 'x', order: 3 })).toBe(201)
  expect(await ask('PATCH', '/api/prompts/mini/brief', { isEnabled: true })).toBe(200)
  expect(await ask('PATCH', '/api/prompts/mini/code-review', { content: 'x' })).toBe(403)
  expect(await ask('POST', '/api/prompts/mini/brief/runs', { runId: 'run_0', isEnabled: true })).toBe(404)
  expect(await ask('POST', '/api/prompts/mini', { name: '', content: 'x' })).toBe(400)
  expect(await ask('DELETE', '/api/prompts/brief')).toBe(204)
  for (const path of ['/api/todos', '/api/prompts']) expect(await ask('GET', path, undefined, host.token)).toBe(403)
})

test('documents and memories are resources and reminders of those in reach, and of nobody else', async () => {
  await using host = await testHost()
  writeFileSync(join(host.workdir, 'notes.md'), '# Opening hours\n\nThe shop opens at nine.')
  await using it = await connectClient(host, 'http 2025')
  await it.call('document_operations', { operation: 'document_import', path: 'notes.md' })
  await it.call('memory_operations', { operation: 'store_memory', content: 'The shop is blue.', tags: ['colour'] })
  const { resources } = await it.client.listResources()
  const document = resources.find(({ uri }) => uri.startsWith('upperhand://documents/'))
  const memory = resources.filter(({ uri }) => uri.startsWith('upperhand://memory/'))
  const read = async (uri: string) =>
    (await it.client.readResource({ uri })).contents.map((one) => ('text' in one ? one.text : '')).join('')
  expect(await read(document!.uri)).toContain('The shop opens at nine.')
  expect((await Promise.all(memory.map(({ uri }) => read(uri)))).join('\n')).toContain('The shop is blue.')
  const brief = await read('upperhand://context_brief')
  expect(brief).toContain('• notes.md (')
  expect(brief).toMatch(/• colour \(ID: [0-9A-F]{8}\) - "The shop is blue\."/)

  await using other = await connectClient(host, 'http 2025', {
    name: 'other',
    workdir: mkdir(host.workdir, 'elsewhere'),
  })
  await expect(other.client.readResource({ uri: document!.uri })).rejects.toThrow(/not found/i)
  for (const { uri } of memory) await expect(other.client.readResource({ uri })).rejects.toThrow(/not found/i)
})

function mkdir(parent: string, name: string): string {
  const path = join(parent, name)
  mkdirSync(path)
  return path
}

async function ownKey(person: ReturnType<typeof personApi>): Promise<string> {
  const { lists } = await person.get<{ lists: { key: string; board: string | null }[] }>('/api/todos')
  return lists.find(({ board }) => board === null)?.key ?? ''
}
