import { createDocuments, type Documents } from './documents/documents.ts'
import type { Memory } from './memory/memory.ts'

type Parts = Omit<Parameters<typeof createDocuments>[0], 'scopeOf' | 'ingest' | 'forget'> & { readonly memory: Memory }

const IMPORTANCE = 0.5
const PAGE = 500
const BATCH = 16
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
    ingest: async ({ id, name, chunks }, { scope, from, signal, progress }) => {
      const about = {
        contentType: 'document' as const,
        context: name,
        tags: [id, name.trim().slice(0, NAME_CHARS)],
        importance: IMPORTANCE,
      }
      try {
        for (let first = 0; first < chunks.length; first += BATCH) {
          signal.throwIfAborted()
          const batch = chunks.slice(first, first + BATCH).map((content) => ({ content, ...about }))
          memory.storeAll(scope, batch, { ...from, owner: null })
          progress(`Storing ${name}`, Math.min(1, (first + BATCH) / chunks.length))
          // Others get their turn: a book has thousands of chunks.
          await new Promise((resolve) => setImmediate(resolve))
        }
      } catch (cause) {
        forget(id)
        throw cause
      }
    },
    forget,
  })
}
