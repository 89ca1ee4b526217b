import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { personApi } from '../support/api.ts'
import { connectClient } from '../support/clients.ts'
import { testHost } from '../support/host.ts'
import { httpAs } from '../support/http.ts'

interface Collections {
  readonly collections: readonly { readonly scope: { readonly key: string } }[]
}

test('a document that a client imports is found in its memory, and both forget it together', async () => {
  await using host = await testHost()
  const person = personApi(host.url, host.personKey())
  writeFileSync(join(host.workdir, 'kettle.md'), '# Kettle\n\nThe descaling button is below the lid.\n')
  await using client = await connectClient(host, 'http 2026', { workdir: host.workdir })
  const imported = await client.call('document_operations', { operation: 'document_import', path: 'kettle.md' })
  expect(imported.structured).toMatchObject({ filename: 'kettle.md', already_imported: false })
  const search = { operation: 'search_memory', query: 'descaling button' }
  expect((await client.call('memory_operations', search)).text).toContain('below the lid')

  const { documents } = await person.get<{ documents: { id: string; name: string; scope: string }[] }>('/api/documents')
  expect(documents).toMatchObject([{ id: imported.structured['document_id'], name: 'kettle.md' }])
  const [document] = documents
  expect(await person.get(`/api/documents/${document?.id}`)).toMatchObject({
    text: '# Kettle\n\nThe descaling button is below the lid.\n',
  })

  const { collections } = await person.get<Collections>('/api/memory/collections')
  const content = Buffer.from('Tea needs eighty degrees.').toString('base64')
  const scope = collections[0]?.scope.key
  const put = await person.post('/api/documents', { name: 'tea.txt', content, scope })
  expect(put).toMatchObject({ isNew: true, document: { name: 'tea.txt', client: 'you', scope: document?.scope } })
  expect((await client.call('memory_operations', { ...search, query: 'eighty degrees' })).text).toContain('Tea needs')
  await expect(person.post('/api/documents', { name: 'x', content, scope: 'nowhere' })).rejects.toThrow(/no scope/)

  const removed = await httpAs(host.url, host.personKey())(`/api/documents/${document?.id}`, { method: 'DELETE' })
  expect(removed.status).toBe(204)
  expect((await client.call('memory_operations', search)).text).not.toContain('below the lid')
  const after = await person.get<{ documents: { name: string }[] }>('/api/documents')
  expect(after.documents.map(({ name }) => name)).toEqual(['tea.txt'])
})
