import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { placeReminders } from '../../src/reminders/place.ts'
import { personApi } from '../support/api.ts'
import { connectClient } from '../support/clients.ts'
import { testHost } from '../support/host.ts'

interface Block {
  readonly text?: string
}

/** One conversation over MCP, and the same state placed into chat messages: what a model reads, word for word. */
test('reminders in a conversation, over MCP and for the assistant', async () => {
  await using host = await testHost()
  writeFileSync(join(host.workdir, 'report.md'), 'The shop opens at nine.')
  const person = personApi(host.url, host.personKey())
  await person.post('/api/prompts/mini', { name: 'Brief', content: 'Answer in three sentences.', isEnabled: true })
  await using it = await connectClient(host, 'http 2025')
  const transcript: string[] = []
  const call = async (name: string, args: Record<string, unknown>) => {
    const { content } = await it.client.callTool({ name, arguments: args })
    const [, ...reminders] = (content as Block[]).map(({ text = '' }) => text)
    transcript.push(`> ${name} ${args['operation'] ?? ''}`.trim(), ...reminders, '')
  }
  await call('think', { thoughts: 'What is to be done?' })
  await call('todo_operations', {
    operation: 'write',
    todoList: [
      { id: 1, title: 'Read report.md', status: 'in-progress' },
      { id: 2, title: 'Write summary', status: 'not-started' },
    ],
  })
  await call('document_operations', { operation: 'document_import', path: 'report.md' })
  await call('memory_operations', { operation: 'store_memory', content: 'Apples, Bananas', tags: ['Fruits'] })
  await call('think', { thoughts: 'Nothing new.' })
  await call('todo_operations', { operation: 'update', todoUpdates: [{ id: 1, status: 'completed' }] })
  await person.post(`/api/todos/${await ownList(person)}/update`, { todoUpdates: [{ id: 2, status: 'completed' }] })
  await call('think', { thoughts: 'The person was quicker.' })

  const [brief] = (await it.client.readResource({ uri: 'upperhand://context_brief' })).contents
  const all = (brief as { text: string }).text.split(/(?<=<\/system-reminder>)\n/)
  const placed = placeReminders(
    [
      { role: 'system', content: 'You are helpful.' },
      { role: 'user', content: 'Summarise the report.' },
      { role: 'assistant', content: 'I read it.' },
      { role: 'user', content: 'Go on.' },
    ],
    { before: all.slice(0, -1), last: all.at(-1) ?? null },
  )
  transcript.push('= for the assistant', ...placed.map(({ role, content }) => `${role}: ${content}`))
  const masked = transcript.join('\n').replace(/ID: [0-9a-fA-F]{8}/g, 'ID: ########')
  await expect(`${masked}\n`).toMatchFileSnapshot('../__snapshots__/reminders-transcript.txt')
})

async function ownList(person: ReturnType<typeof personApi>): Promise<string> {
  const { lists } = await person.get<{ lists: { key: string; board: string | null }[] }>('/api/todos')
  return lists.find(({ board }) => board === null)?.key ?? ''
}
