import { Hono } from 'hono'
import { z } from 'zod'
import type { DocumentScope, Documents } from '../../../documents/documents.ts'
import { body, type HttpEnv, param } from '../http-env.ts'

export interface DocumentService extends Pick<Documents, 'list' | 'show' | 'remove' | 'import'> {
  /** A scope that is known by this key. Throws NOT_FOUND when there is none. */
  readonly scope: (key: string) => DocumentScope
}

const documentId = z.string().regex(/^doc_[0-9a-f]{32}$/, 'is not the id of a document')
export const importDocumentBody = z.strictObject({
  name: z.string().min(1).max(255),
  /** The file in base 64. */
  content: z
    .string()
    .min(1)
    .regex(/^[A-Za-z0-9+/]*={0,2}$/, 'must be base 64'),
  /** The key of the scope whose memory it goes to. */
  scope: z.string().min(1).max(200),
})

export function documentRoutes(documents: DocumentService) {
  return new Hono<HttpEnv>()
    .get('/', (c) => c.json({ documents: documents.list() }))
    .get('/:id', (c) => c.json(documents.show(param(c, 'id', documentId))))
    .post('/', async (c) => {
      const { name, content, scope } = await body(c, importDocumentBody)
      const bytes = Buffer.from(content, 'base64')
      const { document, preview, notes, isNew } = await documents.import(
        { bytes, name, contentType: '', source: name },
        {
          scope: documents.scope(scope),
          from: { client: 'you', runId: null, callId: null },
          signal: c.req.raw.signal,
          progress: () => {},
        },
      )
      return c.json({ document, preview, notes, isNew }, isNew ? 201 : 200)
    })
    .delete('/:id', (c) => {
      documents.remove(param(c, 'id', documentId), 'you')
      return c.body(null, 204)
    })
}
