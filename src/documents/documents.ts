import { hash } from 'node:crypto'
import type { Clock } from '../base/clock.ts'
import { HostError } from '../base/host-error.ts'
import type { NewId } from '../base/ids.ts'
import type { Limits } from '../base/limits.ts'
import { runInWorker, workerFile } from '../base/run-in-worker.ts'
import type { MemoryScope } from '../contract/memory.ts'
import type { Caller } from '../contract/run.ts'
import type { Events } from '../events/events.ts'
import type { Database } from '../storage/database.ts'
import { chunksOf } from './chunks.ts'
import type { MadeDocument } from './create-document.ts'
import type { DocumentAnswer, DocumentWork } from './document-worker.ts'
import type { DocumentFacts, DocumentText } from './read-document.ts'
import { createDocumentStore, type StoredDocument } from './store.ts'

/** Whose memory it goes to, and who put it there. */
export interface ImportContext {
  readonly scope: DocumentScope
  readonly from: { readonly client: string; readonly runId: string | null; readonly callId: string | null }
  readonly signal: AbortSignal
  readonly progress: (message: string, fraction?: number) => void
}

export interface GivenDocument {
  readonly bytes: Uint8Array
  readonly name: string
  readonly contentType: string
  readonly source: string
}

export interface Imported {
  readonly document: StoredDocument
  readonly preview: string
  readonly notes: readonly string[]
  readonly isNew: boolean
}

/** As the feature that remembers names it. */
export type DocumentScope = MemoryScope

/** Makes a document's text findable by meaning; the feature that remembers passes it in. */
export type Ingest = (
  document: { readonly id: string; readonly name: string; readonly chunks: readonly string[] },
  context: ImportContext,
) => Promise<void>

/** And makes it forgotten again. */
export type Forget = (documentId: string) => void

export interface Documents {
  readonly limits: Limits
  readonly scopeOf: (caller: Caller) => DocumentScope
  readonly import: (given: GivenDocument, context: ImportContext) => Promise<Imported>
  readonly facts: (bytes: Uint8Array, name: string, signal: AbortSignal) => Promise<DocumentFacts>
  readonly create: (
    markdown: string,
    format: 'html' | 'docx' | 'pdf',
    title: string,
    signal: AbortSignal,
  ) => Promise<MadeDocument>
  readonly inScope: (caller: Caller) => readonly StoredDocument[]
  readonly list: () => readonly StoredDocument[]
  readonly show: (id: string) => { readonly document: StoredDocument; readonly text: string }
  readonly remove: (id: string, by: string) => void
}

interface Parts {
  readonly database: Database
  readonly events: Events
  readonly clock: Clock
  readonly newId: NewId
  readonly limits: Limits
  readonly scopeOf: (caller: Caller) => DocumentScope
  readonly ingest: Ingest
  readonly forget: Forget
}

const MEMORY_MB = 1_024
const LISTED = 1_000

export function createDocuments(parts: Parts): Documents {
  const { events, clock, newId, limits, scopeOf, ingest, forget } = parts
  const store = createDocumentStore(parts.database)

  const work = async <Result>(task: DocumentWork, signal: AbortSignal, progress?: ImportContext['progress']) => {
    const answer = await runInWorker<DocumentAnswer>(workerFile('document-worker', import.meta), task, {
      signal,
      timeoutMs: limits.documentWorkMs,
      memoryMb: MEMORY_MB,
      tooMuch: 'The document takes too long or too much memory to be read.',
      ...(progress === undefined ? {} : { onProgress: progress }),
    })
    if ('ok' in answer) return answer.ok as Result
    const { code, message, hint } = answer
    throw new HostError(code, message, hint === undefined ? {} : { hint })
  }

  return {
    limits,
    scopeOf,
    import: async ({ bytes, name, contentType, source }, context) => {
      const scope = context.scope.key
      const digest = hash('sha256', bytes)
      const known = store.byHash(scope, digest)
      if (known !== null) return imported(known, store.textOf(known.id) ?? '', [], false, limits)
      const task = { work: 'read', bytes, name, type: contentType } as const
      const read = await work<DocumentText>(task, context.signal, context.progress)
      const text = readable(read, name, limits)
      const document: StoredDocument = {
        id: newId('doc'),
        scope,
        hash: digest,
        name,
        kind: read.kind,
        contentType: read.contentType,
        source,
        bytes: bytes.length,
        chars: text.length,
        parts: read.parts,
        ...context.from,
        createdAt: clock.now(),
      }
      context.progress(`Storing ${name}`)
      await ingest({ id: document.id, name, chunks: chunksOf(text) }, context)
      store.add(document, text)
      events.note({ type: 'documents.changed', body: { documentId: document.id, change: 'imported' } })
      return imported(document, text, read.notes, true, limits)
    },
    facts: (bytes, name, signal) => work<DocumentFacts>({ work: 'facts', bytes, name }, signal),
    create: (markdown, format, title, signal) =>
      work<MadeDocument>({ work: 'create', markdown, format, title }, signal),
    inScope: (caller) => store.list(scopeOf(caller).key, LISTED),
    list: () => store.list(null, LISTED),
    show: (id) => {
      const document = store.byId(id)
      if (document === null) throw unknown(id)
      return { document, text: store.textOf(id) ?? '' }
    },
    remove: (id, by) => {
      if (!store.remove(id)) throw unknown(id)
      forget(id)
      events.note({ type: 'documents.changed', body: { documentId: id, change: 'removed', by } })
    },
  }
}

function readable({ text }: DocumentText, name: string, limits: Limits): string {
  if (text.trim() === '') {
    throw new HostError('INVALID_PARAMETERS', `${name} has no text that could be imported.`, {
      hint: 'A scan has pictures of text only; those are not read here.',
    })
  }
  if (text.length > limits.documentChars) {
    throw new HostError(
      'TOO_LARGE',
      `${name} has ${text.length} characters; ${limits.documentChars} are imported at most.`,
    )
  }
  return text
}

function imported(
  document: StoredDocument,
  text: string,
  notes: readonly string[],
  isNew: boolean,
  limits: Limits,
): Imported {
  return { document, notes, isNew, preview: text.slice(0, limits.documentPreviewChars).toWellFormed() }
}

function unknown(id: string): HostError {
  return new HostError('NOT_FOUND', `There is no document ${id}.`)
}
