import { createDocuments, type Documents } from './documents/documents.ts'
import type { Memory } from './memory/memory.ts'

type Parts = Omit<Parameters<typeof createDocuments>[0], 'scopeOf' | 'ingest' | 'forget'> & { readonly memory: Memory }

const IMPORTANCE = 0.5
const PAGE = 500
const NAME_CHARS = 64

/** Imported documents are found again by searching memory: every chunk is a memory that names its document. */
export function createRememberedDocuments({ memory, ...parts }: Parts): Documents {
  const forget = (documentId: string): void => {
    const filter = { scopes: null, type: 'document', tag: documentId, text: null }
    for (;;) {
      const { memories } = memory.list(filter, PAGE, 0)
      for (const { id } of memories) memory.remove(id)
      if (memories.length < PAGE) return
    }
  }
  return createDocuments({
    ...parts,
    scopeOf: (caller) => memory.scopesOf(caller).effective,
    ingest: ({ id, name, chunks }, { scope, from, signal }) => {
      const tags = [id, name.trim().slice(0, NAME_CHARS)]
      try {
        for (const content of chunks) {
          signal.throwIfAborted()
          memory.store(
            scope,
            { content, contentType: 'document', context: name, tags, importance: IMPORTANCE },
            { ...from, owner: null },
          )
        }
      } catch (cause) {
        forget(id)
        throw cause
      }
    },
    forget,
  })
}
