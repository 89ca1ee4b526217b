import { expect, test } from 'vitest'
import { connectClient } from '../support/clients.ts'
import { startDaemon, temporaryPlace } from '../support/daemon-process.ts'

test('todos, prompts and memories that were answered for are there after kill -9', { timeout: 120_000 }, async () => {
  using place = temporaryPlace()
  const todoList = [{ id: 1, title: 'Survive', status: 'in-progress', evidence: ['1a2b3c4'] }]
  let port = 0
  {
    await using daemon = await startDaemon(place, { port })
    port = daemon.port
    await using agent = await connectClient(daemon, 'http 2026')
    await agent.call('todo_operations', { operation: 'write', board: 'shop', todoList })
    await agent.call('memory_operations', { operation: 'store_memory', content: 'The shop opens at nine.' })
    await daemon.person.post('/api/prompts/mini', { name: 'Brief', content: 'Be brief.', isEnabled: true })
    await daemon.kill()
  }
  await using daemon = await startDaemon(place, { port })
  await using agent = await connectClient(daemon, 'http 2026')
  expect(await daemon.person.get('/api/todos/board.shop')).toMatchObject({ version: 1, todos: todoList })
  expect((await agent.call('list_mini_prompts')).text).toContain('[on]  brief: Brief')
  const found = await agent.call('memory_operations', { operation: 'search_memory', query: 'When does the shop open?' })
  expect(found.text).toContain('The shop opens at nine.')
})
