import { HostError } from '../../base/host-error.ts'
import type { MemoryScope } from '../../contract/memory.ts'
import { ownerOf } from '../../contract/run.ts'
import type { Documents } from '../../documents/documents.ts'
import type { Prompts } from '../../prompts/prompts.ts'
import { personPlace, type Todos } from '../../todos/todos.ts'
import type { DocumentService } from './routes/documents.ts'
import type { PromptService } from './routes/prompts.ts'
import type { TodoService } from './routes/todos.ts'

interface Parts {
  readonly todos: Todos
  readonly prompts: Prompts
  readonly documents: Documents
  /** Every scope that has memories. */
  readonly scopes: () => readonly MemoryScope[]
  readonly credentialOf: (runId: string) => string | undefined
  readonly conversationOf: (runId: string) => string | undefined
}

/** Todos, prompts and documents as people work with them. */
export function createKnowledgeServices({ todos, prompts, documents, scopes, credentialOf, conversationOf }: Parts): {
  readonly documents: DocumentService
  readonly todos: TodoService
  readonly prompts: PromptService
} {
  const placeOf = (key: string, by: string) => {
    // A board comes into being when somebody writes on it; the list of a run is its agent's to begin.
    if (!key.startsWith('board.')) todos.show(key)
    return personPlace(key, by)
  }
  return {
    documents: {
      ...documents,
      scope: (key) => {
        const found = scopes().find((scope) => scope.key === key)
        if (found !== undefined) return found
        throw new HostError('NOT_FOUND', `There is no scope ${key}.`, { hint: 'See GET /api/memory/collections.' })
      },
    },
    todos: {
      lists: todos.lists,
      show: todos.show,
      write: (key, items, version, by) => {
        const place = placeOf(key, by)
        return todos.write(place, items, version)
      },
      update: (key, items, version, by) => todos.update(placeOf(key, by), items, version),
      add: (key, items, version, by) => todos.add(placeOf(key, by), items, version),
      remove: todos.remove,
    },
    prompts: {
      ...prompts,
      enableInRun: (id, runId, isEnabled, by) => {
        const [credential, conversationId] = [credentialOf(runId), conversationOf(runId)]
        if (credential === undefined || conversationId === undefined) {
          throw new HostError('NOT_FOUND', 'There is no such run.', { hint: 'See the runs: upperhand status' })
        }
        return prompts.enable(id, ownerOf({ credential, conversationId }), isEnabled, by)
      },
    },
  }
}
