import { z } from 'zod'
import { CONTENT_TYPES, memoryPatchSchema, SCOPE_KINDS } from '../../../contract/memory.ts'
import { memoryExportQuery, memoryListQuery, memorySearchBody } from '../routes/memory.ts'
import { attachBody, newTopicBody, topicPatch } from '../routes/topics.ts'
import type { Endpoint } from './endpoint.ts'

const scopeView = z.looseObject({ key: z.string(), kind: z.enum(SCOPE_KINDS), label: z.string() })
const memoryView = z.looseObject({
  id: z.string(),
  scope: scopeView,
  content: z.string(),
  length: z.int(),
  contentType: z.enum(CONTENT_TYPES),
  context: z.string().nullable(),
  tags: z.array(z.string()),
  importance: z.number(),
  hasSecret: z.boolean(),
  runId: z.string().nullable(),
  callId: z.string().nullable(),
  client: z.string(),
  createdAt: z.int(),
  updatedAt: z.int(),
  isEmbedded: z.boolean(),
})
const topicView = z.looseObject({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  createdAt: z.int(),
  runs: z.array(z.string()),
})

/** What is remembered, and the topics that runs share. */
export const MEMORY: readonly Endpoint[] = [
  {
    route: 'GET /memory',
    id: 'list_memories',
    summary: 'Memories, newest first',
    tag: 'memory',
    query: memoryListQuery,
    answer: z.looseObject({ memories: z.array(memoryView), total: z.int() }),
  },
  {
    route: 'GET /memory/collections',
    id: 'list_memory_collections',
    summary: 'What is remembered where',
    tag: 'memory',
    answer: z.looseObject({ collections: z.array(z.looseObject({ scope: scopeView, memories: z.int() })) }),
  },
  {
    route: 'POST /memory/search',
    id: 'search_memories',
    summary: 'Find by meaning and words',
    tag: 'memory',
    body: memorySearchBody,
    answer: z.looseObject({
      hits: z.array(z.looseObject({ memory: memoryView, text: z.string(), score: z.number(), by: z.string() })),
      total: z.int(),
      best: z.number().nullable(),
    }),
  },
  {
    route: 'GET /memory/export',
    id: 'export_memories',
    summary: 'Every memory, one JSON object a line',
    tag: 'memory',
    query: memoryExportQuery,
    answer: z.string(),
    media: 'application/x-ndjson',
  },
  { route: 'GET /memory/{id}', id: 'get_memory', summary: 'One memory', tag: 'memory', answer: memoryView },
  {
    route: 'PATCH /memory/{id}',
    id: 'change_memory',
    summary: 'Change a memory',
    tag: 'memory',
    body: memoryPatchSchema,
    answer: memoryView,
  },
  { route: 'DELETE /memory/{id}', id: 'remove_memory', summary: 'Forget a memory', tag: 'memory' },
  {
    route: 'GET /topics',
    id: 'list_topics',
    summary: 'Shared topics',
    tag: 'topics',
    answer: z.looseObject({ topics: z.array(topicView) }),
  },
  {
    route: 'POST /topics',
    id: 'add_topic',
    summary: 'A new topic',
    tag: 'topics',
    body: newTopicBody,
    status: 201,
    answer: topicView,
  },
  {
    route: 'PATCH /topics/{id}',
    id: 'change_topic',
    summary: 'Rename or describe a topic',
    tag: 'topics',
    body: topicPatch,
    answer: topicView,
  },
  { route: 'DELETE /topics/{id}', id: 'remove_topic', summary: 'Remove a topic', tag: 'topics' },
  {
    route: 'POST /topics/{id}/runs',
    id: 'attach_run',
    summary: 'Attach a run to a topic',
    tag: 'topics',
    body: attachBody,
    answer: topicView,
  },
  { route: 'DELETE /topics/{id}/runs/{runId}', id: 'detach_run', summary: 'Detach a run', tag: 'topics' },
]
