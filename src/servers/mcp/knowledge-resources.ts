import type { Caller } from '../../contract/run.ts'
import type { ResourceEntry, ResourceProvider, ResourceText } from './parts.ts'

/** Something that is kept for agents, under addresses that begin alike. */
export interface Shelf {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly mimeType: string
  /** Whoever may call this may read here. */
  readonly operation: string
  readonly list: (caller: Caller) => readonly { readonly id: string; readonly title: string }[]
  /** Null when there is none, or none for this caller. */
  readonly read: (id: string, caller: Caller) => Promise<string | null> | string | null
}

interface Parts {
  readonly shelves: readonly Shelf[]
  readonly brief: (caller: Caller) => string
  readonly allows: (caller: Caller, operation: string) => boolean
}

export const BRIEF_URI = 'upperhand://context_brief'

export function shelfUri(shelf: string, id: string): string {
  return `upperhand://${shelf}/${encodeURIComponent(id)}`
}

/** What agents know as resources: a client reads and follows what its profile lets it call. */
export function createKnowledgeResources({ shelves, brief, allows }: Parts): ResourceProvider {
  const open = (caller: Caller) => shelves.filter(({ operation }) => allows(caller, operation))
  const entry = (shelf: Shelf, { id, title }: { id: string; title: string }): ResourceEntry => ({
    uri: shelfUri(shelf.name, id),
    name: `${shelf.name}/${id}`,
    title,
    mimeType: shelf.mimeType,
  })
  return {
    templates: [
      ...shelves.map(({ name, title, description, mimeType }) => ({
        name,
        uriTemplate: `upperhand://${name}/{id}`,
        title,
        description,
        mimeType,
      })),
      {
        name: 'context_brief',
        uriTemplate: BRIEF_URI,
        title: 'Context brief',
        description: 'Instructions of the person, todos, imported documents and fresh memories of this run.',
        mimeType: 'text/plain',
      },
    ],
    list: (caller) => [
      { uri: BRIEF_URI, name: 'context_brief', title: 'Context brief', mimeType: 'text/plain' },
      ...open(caller).flatMap((shelf) => shelf.list(caller).map((item) => entry(shelf, item))),
    ],
    read: async (uri, caller) => {
      if (uri === BRIEF_URI) return { mimeType: 'text/plain', text: brief(caller) }
      for (const shelf of open(caller)) {
        const found = await readFrom(shelf, uri, caller)
        if (found !== null) return found
      }
      return null
    },
  }
}

async function readFrom(shelf: Shelf, uri: string, caller: Caller): Promise<ResourceText | null> {
  const prefix = `upperhand://${shelf.name}/`
  if (!uri.startsWith(prefix)) return null
  const id = decoded(uri.slice(prefix.length))
  const text = id === null ? null : await shelf.read(id, caller)
  return text === null ? null : { mimeType: shelf.mimeType, text }
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
