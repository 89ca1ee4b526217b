import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { testHost } from '../support/host.ts'
import { httpAs } from '../support/http.ts'

interface Asked {
  readonly model: string
  readonly input: string[]
  readonly key: string | undefined
}

/** An OpenAI-compatible endpoint: how often each letter stands in a text. */
async function startEndpoint() {
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const part of request) text += part
    const { model, input } = JSON.parse(text) as { model: string; input: string[] }
    asked.push({ model, input, key: request.headers.authorization })
    const data = input.map((one, index) => ({
      index,
      embedding: Array.from(
        { length: 26 },
        (_, letter) => one.toLowerCase().split(String.fromCharCode(97 + letter)).length,
      ),
    }))
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ data }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    [Symbol.asyncDispose]: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

test('an endpoint that a person sets embeds instead of the built-in model; another model embeds everything again', async () => {
  await using endpoint = await startEndpoint()
  let keyFile = ''
  await using host = await testHost({
    before: (dataDirectory, workdir) => {
      keyFile = join(workdir, 'key')
      writeFileSync(keyFile, 'secret-key\n')
      const settings = { projects: [workdir], embeddings: { url: endpoint.url, model: 'one', keyFile } }
      writeFileSync(join(dataDirectory, 'settings.json'), JSON.stringify(settings))
    },
  })
  const person = httpAs(host.url, host.personKey())
  const memory = async (operation: string, args: object = {}) => {
    const args_ = { operation, ...args }
    const call = { name: 'memory_operations', args: args_, workdir: host.workdir, profile: 'everything' }
    return (await person('/api/call', { body: call })).body
  }
  const seen = (model: string) => endpoint.asked.filter((one) => one.model === model).flatMap(({ input }) => input)
  const content = 'Pelicans nest on the northern shore.'
  expect(await memory('store_memory', { content })).toMatchObject({ success: true })
  await vi.waitFor(() => expect(seen('one')).toContain(content), { timeout: 30_000 })
  expect(endpoint.asked[0]?.key).toBe('Bearer secret-key')
  const isEmbedded = async () => {
    const { body } = await person('/api/memory')
    return (body['memories'] as { isEmbedded: boolean }[]).every((one) => one.isEmbedded)
  }
  await expect.poll(isEmbedded, { timeout: 30_000 }).toBe(true)
  expect(await memory('search_memory', { query: 'northern shore pelicans' })).toMatchObject({
    structured: { results: [{ content, matchedBy: 'meaning and words' }], note: null },
  })

  const settings = { projects: [host.workdir], embeddings: { url: endpoint.url, model: 'two' } }
  writeFileSync(join(host.dataDir, 'settings.json'), JSON.stringify(settings))
  await vi.waitFor(() => expect(seen('two')).toContain(content), { timeout: 30_000 })
  expect(endpoint.asked.at(-1)?.key).toBeUndefined()
  await expect.poll(isEmbedded, { timeout: 30_000 }).toBe(true)
  expect(host.log.join('')).not.toContain('secret-key')
})
