import { z } from 'zod'
import { newMiniPromptSchema, newSystemPromptSchema } from '../../../contract/prompts.ts'
import { todoSchema, todoStatisticsSchema } from '../../../contract/todos.ts'
import { importDocumentBody } from '../routes/documents.ts'
import { enableBody, miniPatch, systemPatch } from '../routes/prompts.ts'
import { addTodosBody, updateTodosBody, writeTodosBody } from '../routes/todos.ts'
import type { Endpoint } from './endpoint.ts'
import { MEMORY } from './memory.ts'

const listSummary = z.looseObject({
  key: z.string(),
  board: z.string().nullable(),
  client: z.string(),
  version: z.int(),
  updatedAt: z.int(),
  statistics: todoStatisticsSchema,
})
const listView = listSummary.extend({
  todos: z.array(todoSchema),
  looksDone: z.array(z.looseObject({ id: z.int(), reason: z.string() })),
})
const changeView = z.looseObject({ list: listView, changed: z.array(z.int()) })
const kept = { id: z.string(), isBuiltIn: z.boolean(), createdAt: z.int(), updatedAt: z.int() }
const systemView = z.looseObject({ ...newSystemPromptSchema.shape, ...kept })
const miniView = z.looseObject({ ...newMiniPromptSchema.shape, ...kept, scope: z.string() })

const TODOS: readonly Endpoint[] = [
  {
    route: 'GET /todos',
    id: 'list_todo_lists',
    summary: 'Lists of runs and boards',
    tag: 'todos',
    answer: z.looseObject({ lists: z.array(listSummary) }),
  },
  { route: 'GET /todos/{key}', id: 'get_todo_list', summary: 'One list', tag: 'todos', answer: listView },
  {
    route: 'POST /todos/{key}/write',
    id: 'write_todos',
    summary: 'Replace a list',
    tag: 'todos',
    body: writeTodosBody,
    answer: changeView,
  },
  {
    route: 'POST /todos/{key}/update',
    id: 'update_todos',
    summary: 'Change some',
    tag: 'todos',
    body: updateTodosBody,
    answer: changeView,
  },
  {
    route: 'POST /todos/{key}/add',
    id: 'add_todos',
    summary: 'Append',
    tag: 'todos',
    body: addTodosBody,
    answer: changeView,
  },
  { route: 'DELETE /todos/{key}', id: 'remove_todo_list', summary: 'Remove a list', tag: 'todos' },
]

const PROMPTS: readonly Endpoint[] = [
  {
    route: 'GET /prompts',
    id: 'list_prompts',
    summary: 'System prompts and mini prompts',
    tag: 'prompts',
    answer: z.looseObject({ system: z.array(systemView), mini: z.array(miniView) }),
  },
  {
    route: 'POST /prompts/system',
    id: 'add_system_prompt',
    summary: 'A new system prompt',
    tag: 'prompts',
    body: newSystemPromptSchema,
    status: 201,
    answer: systemView,
  },
  {
    route: 'POST /prompts/mini',
    id: 'add_mini_prompt',
    summary: 'A new mini prompt',
    tag: 'prompts',
    body: newMiniPromptSchema,
    status: 201,
    answer: miniView,
  },
  {
    route: 'PATCH /prompts/system/{id}',
    id: 'change_system_prompt',
    summary: 'Change a system prompt',
    tag: 'prompts',
    body: systemPatch,
    answer: systemView,
  },
  {
    route: 'PATCH /prompts/mini/{id}',
    id: 'change_mini_prompt',
    summary: 'Change a mini prompt, or enable it for every run',
    tag: 'prompts',
    body: miniPatch,
    answer: miniView,
  },
  {
    route: 'POST /prompts/mini/{id}/runs',
    id: 'enable_mini_prompt',
    summary: 'Enable or disable it in one run',
    tag: 'prompts',
    body: enableBody,
    answer: miniView,
  },
  { route: 'DELETE /prompts/{id}', id: 'remove_prompt', summary: 'Remove one', tag: 'prompts' },
]

/** What agents know: kept for them, and open to people. */
const documentView = z.looseObject({
  id: z.string(),
  scope: z.string(),
  name: z.string(),
  kind: z.string(),
  contentType: z.string(),
  source: z.string(),
  bytes: z.int(),
  chars: z.int(),
  parts: z.int().nullable(),
  client: z.string(),
  runId: z.string().nullable(),
  createdAt: z.int(),
})

const DOCUMENTS: readonly Endpoint[] = [
  {
    route: 'GET /documents',
    id: 'list_documents',
    summary: 'Imported documents, newest first',
    tag: 'documents',
    answer: z.looseObject({ documents: z.array(documentView) }),
  },
  {
    route: 'GET /documents/{id}',
    id: 'get_document',
    summary: 'One document with its text',
    tag: 'documents',
    answer: z.looseObject({ document: documentView, text: z.string() }),
  },
  {
    route: 'POST /documents',
    id: 'import_document',
    summary: 'Import a file into the memory of a scope',
    tag: 'documents',
    body: importDocumentBody,
    answer: z.looseObject({
      document: documentView,
      preview: z.string(),
      notes: z.array(z.string()),
      isNew: z.boolean(),
    }),
  },
  { route: 'DELETE /documents/{id}', id: 'remove_document', summary: 'Forget a document', tag: 'documents' },
]

export const KNOWLEDGE: readonly Endpoint[] = [...TODOS, ...MEMORY, ...PROMPTS, ...DOCUMENTS]
