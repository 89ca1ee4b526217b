import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type FileWorld, fileWorld } from '../../../test/support/file-world.ts'
import { runOperation } from '../../../test/support/run-operation.ts'
import { testStore } from '../../../test/support/store.ts'
import { newId } from '../../base/ids.ts'
import { LIMITS } from '../../base/limits.ts'
import { createDocuments } from '../../documents/documents.ts'
import { createWeb } from '../../web/web.ts'
import { documentOperationsToolset } from './index.ts'

interface Imported {
  readonly document_id: string
  readonly already_imported: boolean
}

function office(world: FileWorld, privateHosts: readonly string[] = []) {
  const store = testStore()
  const ingested: { name: string; chunks: readonly string[] }[] = []
  const forgotten: string[] = []
  const documents = createDocuments({
    ...store,
    newId,
    limits: LIMITS,
    scopeOf: ({ conversationId }) => ({ key: conversationId, kind: 'run', label: '' }),
    ingest: async ({ name, chunks }) => void ingested.push({ name, chunks }),
    forget: (id) => void forgotten.push(id),
  })
  const web = createWeb({ limits: LIMITS, privateHosts: () => privateHosts })
  const toolset = documentOperationsToolset({ documents, files: world.files, web })
  const call = (name: string, args: Record<string, unknown>) => runOperation(toolset, name, args, world.place)
  return { documents, ingested, forgotten, call, [Symbol.dispose]: () => store[Symbol.dispose]() }
}

describe('an import', () => {
  it('stores the text once, shows its beginning, and recognises it under another name', async () => {
    using world = fileWorld()
    using desk = office(world)
    const path = world.file('ws/manual.md', '# Kettle\n\nPress the button.\n')
    world.file('ws/copy.md', '# Kettle\n\nPress the button.\n')
    const ran = await desk.call('document_import', { path: 'manual.md' })
    expect(ran).toMatchObject({
      label: 'Importing document: manual.md',
      resources: [{ kind: 'path', path, access: 'read', zone: 'inside' }],
      output: {
        filename: 'manual.md',
        content_type: 'text/markdown',
        file_size: 28,
        full_content_length: 28,
        content_preview: '# Kettle\n\nPress the button.\n',
        already_imported: false,
      },
    })
    const again = await desk.call('document_import', { path: 'copy.md' })
    expect(again.output).toMatchObject({ already_imported: true, filename: 'manual.md' })
    expect((again.output as Imported).document_id).toBe((ran.output as Imported).document_id)
    expect(desk.ingested).toEqual([{ name: 'manual.md', chunks: ['# Kettle\n\nPress the button.'] }])
  })

  it('from the web names the host it reaches', async () => {
    using world = fileWorld()
    const server = createServer((_request, response) => response.end('words of the web'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
    using desk = office(world, [host])
    try {
      const ran = await desk.call('document_import', { url: `http://${host}/a%20b.txt` })
      expect(ran.resources).toMatchObject([{ kind: 'url', host }])
      expect(ran.output).toMatchObject({ filename: 'a b.txt', content_preview: 'words of the web' })
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })

  it.each([
    ['nothing', {}, 'INVALID_PARAMETERS'],
    ['both', { path: 'a.md', url: 'https://example.com/' }, 'INVALID_PARAMETERS'],
    ['a directory', { path: '.' }, 'INVALID_PARAMETERS'],
    ['a file that is not there', { path: 'none.pdf' }, 'NOT_FOUND'],
    ['an empty file', { path: 'empty.txt' }, 'INVALID_PARAMETERS'],
    ['a damaged PDF', { path: 'bad.pdf' }, 'EXECUTION_FAILED'],
    ['this machine', { url: 'http://127.0.0.1:1/' }, 'PERMISSION_DENIED'],
  ])('of %s is refused and stores nothing', async (_what, args, code) => {
    using world = fileWorld()
    using desk = office(world)
    world.file('ws/empty.txt', '')
    world.file('ws/bad.pdf', '%PDF-1.7 nothing')
    await expect(desk.call('document_import', args)).rejects.toMatchObject({ code })
    expect([desk.ingested, desk.documents.list()]).toEqual([[], []])
  })

  it('is shown to people and can be forgotten by them', async () => {
    using world = fileWorld()
    using desk = office(world)
    world.file('ws/a.txt', 'tea')
    const { document_id: id } = (await desk.call('document_import', { path: 'a.txt' })).output as Imported
    expect(desk.documents.show(id)).toMatchObject({ document: { name: 'a.txt', client: 'test' }, text: 'tea' })
    desk.documents.remove(id, 'me')
    expect(desk.forgotten).toEqual([id])
    expect(() => desk.documents.show(id)).toThrow(/There is no document/)
  })
})

describe('a document that is made', () => {
  it.each([
    ['a PDF by its name', { output_path: 'out/a.pdf' }, 'out/a.pdf', '%PDF-'],
    ['a DOCX by its format', { output_path: 'a', format: 'docx' }, 'a.docx', 'PK'],
    ['HTML under a name in a directory', { output_path: 'out', filename: 'a.html' }, 'out/a.html', '<!doctype html>'],
    ['Markdown as it is', { output_path: 'a.md' }, 'a.md', '# Tea\n'],
  ])('is %s', async (_what, args, name, beginning) => {
    using world = fileWorld()
    using desk = office(world)
    const ran = await desk.call('document_create', { content: '# Tea\n', ...args })
    const path = join(world.workspace, name)
    expect(ran.resources).toMatchObject([{ path, access: 'write' }])
    expect(readFileSync(path).subarray(0, beginning.length).toString()).toBe(beginning)
    expect(ran.output).toMatchObject({ path, notes: [] })
  })

  it('is never written under a name that leads elsewhere, nor as a kind that cannot be made', async () => {
    using world = fileWorld()
    using desk = office(world)
    const ran = await desk.call('document_create', { content: 'x', output_path: 'out', filename: '../../a.md' })
    expect(ran.output).toMatchObject({ path: join(world.workspace, 'out', 'a.md') })
    await expect(desk.call('document_create', { content: 'x', output_path: 'a.exe' })).rejects.toThrow(/\.exe is not/)
  })
})

it('looks at a file without importing it', async () => {
  using world = fileWorld()
  using desk = office(world)
  world.file('ws/a.md', '# Tea\n\nTwo words\n')
  const ran = await desk.call('get_doc_info', { path: 'a.md', include_extended_metadata: true })
  expect(ran.output).toMatchObject({ content_type: 'text/markdown', file_size: 17, title: 'Tea', words: 4 })
  expect(desk.documents.list()).toEqual([])
})
