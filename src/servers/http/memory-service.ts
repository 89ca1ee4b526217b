import type { Events } from '../../events/events.ts'
import type { Memory } from '../../memory/memory.ts'
import type { Topics } from '../../topics/topics.ts'
import type { MemoryService } from './routes/memory.ts'
import type { TopicService } from './routes/topics.ts'

const LISTED_CHARS = 4_000

interface Parts {
  readonly memory: Memory
  readonly topics: Topics
  readonly events: Events
}

/** What people do with memories. Their changes are in the history. */
export function createMemoryServices({ memory, topics, events }: Parts): {
  readonly memory: MemoryService
  readonly topics: TopicService
} {
  const note = (id: string, action: string, by: string) =>
    events.note({ type: 'memory.changed', subject: id, body: { action, by } })
  const scopesNamed = (key: string | undefined) => {
    const all = memory.collections(null).map(({ scope }) => scope)
    return key === undefined ? all : all.filter((scope) => scope.key === key)
  }
  return {
    memory: {
      list: ({ scope, type, tag, text, limit, offset }) => {
        const filter = {
          scopes: scope === undefined ? null : [scope],
          type: type ?? null,
          tag: tag ?? null,
          text: text ?? null,
        }
        const { memories, total } = memory.list(filter, limit, offset)
        return { memories: memories.map((one) => ({ ...one, content: one.content.slice(0, LISTED_CHARS) })), total }
      },
      collections: () => memory.collections(null),
      search: ({ scope, ...question }, signal) => memory.search(scopesNamed(scope), question, signal),
      show: memory.show,
      edit: (id, patch, by) => {
        const changed = memory.edit(id, patch)
        note(id, 'edited', by)
        return changed
      },
      remove: (id, by) => {
        memory.remove(id)
        note(id, 'removed', by)
      },
      exportLines: function* (scope) {
        for (const one of memory.each(scope)) yield JSON.stringify(one)
      },
    },
    topics,
  }
}
