import type { Clock } from './base/clock.ts'
import type { NewId } from './base/ids.ts'
import type { Limits } from './base/limits.ts'
import type { Logger } from './base/logger.ts'
import type { History } from './calls/history.ts'
import type { DataDirectory } from './config/data-directory.ts'
import { ownerOf, principalOf } from './contract/run.ts'
import type { Documents } from './documents/documents.ts'
import type { Embeddings } from './embeddings/embeddings.ts'
import type { Events } from './events/events.ts'
import type { Memory } from './memory/memory.ts'
import { createPrompts, type Prompts } from './prompts/prompts.ts'
import { RECALL_MIGRATIONS } from './recall/index-store.ts'
import { createRecall, type Recall } from './recall/recall.ts'
import { createRememberedDocuments } from './remembered-documents.ts'
import type { Runs } from './runs/runs.ts'
import type { Database } from './storage/database.ts'
import { openDerivedStore } from './storage/open-store.ts'
import { createTodos, type Todos } from './todos/todos.ts'
import type { TopicOwners } from './tools/recall_history/recall-history.ts'
import type { Topics } from './topics/topics.ts'

interface Parts {
  readonly directory: DataDirectory
  readonly database: Database
  readonly events: Events
  readonly clock: Clock
  readonly newId: NewId
  readonly limits: Limits
  readonly log: Logger
  readonly runs: Runs
  readonly history: History
  readonly embeddings: Embeddings
  readonly topics: Topics
  readonly memory: Memory
}

/** What an agent knows besides its context: kept here, shared with the person. */
export interface Knowledge {
  readonly todos: Todos
  readonly prompts: Prompts
  readonly recall: Recall
  readonly documents: Documents
  readonly topicOwners: TopicOwners
  /** Forgets what nobody has touched since. */
  readonly prune: (before: number) => void
  readonly close: () => void
}

export function createKnowledge(parts: Parts): Knowledge {
  const { directory, database, events, clock, newId, limits, log, runs, history, embeddings, topics, memory } = parts
  const lastState = (callId: string): string | null => {
    const state = events.ofSubject(callId).at(-1)?.body['state']
    return typeof state === 'string' ? state : null
  }
  const todos = createTodos({
    database,
    events,
    clock,
    limits,
    callEnded: lastState,
    isCall: (callId) => events.ofSubject(callId).length > 0,
    isLive: runs.isLive,
  })
  const prompts = createPrompts({ database, events, clock, limits })
  const recall = createRecall({
    database,
    openIndex: () => openDerivedStore(directory.path('recall.db'), RECALL_MIGRATIONS),
    embed: embeddings.embed,
    finished: (before, limit) => events.newest({ types: ['call.finished'], before, limit }),
    showCall: (id) => history.show(id).call,
    runOf: (runId) => {
      const caller = runs.callerOf(runId)
      return caller === undefined ? null : { principal: principalOf(caller), owner: ownerOf(caller) }
    },
    oldestSeq: () => events.since(0, 1)[0]?.seq ?? 0,
    newId: () => newId('arch'),
    clock,
    log,
  })
  return {
    todos,
    prompts,
    recall,
    documents: createRememberedDocuments({ database, events, clock, newId, limits, memory }),
    topicOwners: (given, caller) => {
      const topic = caller.isPerson ? topics.find(given) : topics.topicOf(ownerOf(caller))
      // An agent has the topic that a person attached it to, and no other.
      if (topic === null || (topic.id !== given && topic.name !== given)) return null
      return topics.ownersOf(topic.id)
    },
    prune: (before) => {
      todos.prune(before)
      recall.prune(before)
    },
    close: recall.close,
  }
}
