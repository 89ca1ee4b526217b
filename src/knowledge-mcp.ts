import type { Clock } from './base/clock.ts'
import { HostError } from './base/host-error.ts'
import type { Gate } from './calls/gate.ts'
import type { MiniPrompt, SystemPrompt } from './contract/prompts.ts'
import { type Caller, ownerOf } from './contract/run.ts'
import type { StoredDocument } from './documents/store.ts'
import type { Events } from './events/events.ts'
import type { Files } from './files/files.ts'
import type { Knowledge } from './knowledge.ts'
import type { Machine } from './machine/machine.ts'
import type { Profiles } from './profiles/profiles.ts'
import { createInstructionFiles } from './prompts/instruction-files.ts'
import { fill, placeholdersOf } from './prompts/placeholders.ts'
import { systemText } from './prompts/prompts.ts'
import type { ImportedDocument } from './reminders/document-reminder.ts'
import { createRunReminders, type RemindMode } from './reminders/run-reminders.ts'
import type { Retrieval } from './retrieval.ts'
import type { Runs } from './runs/runs.ts'
import type { Change } from './servers/mcp/change.ts'
import { createKnowledgePrompts } from './servers/mcp/knowledge-prompts.ts'
import { BRIEF_URI, createKnowledgeResources, type Shelf, shelfUri } from './servers/mcp/knowledge-resources.ts'
import type { ResourceProvider } from './servers/mcp/parts.ts'
import type { PromptProvider } from './servers/mcp/prompt-methods.ts'

interface Parts {
  readonly knowledge: Knowledge
  readonly gate: Gate
  readonly files: Files
  readonly runs: Runs
  readonly profiles: Profiles
  readonly machine: Machine
  readonly events: Events
  readonly clock: Clock
  readonly remindMode: () => RemindMode
  readonly remindEvery: () => number
  readonly retrieval: Retrieval
}

/** What agents know, as MCP clients meet it: resources, prompts, and reminders on results. */
export interface KnowledgeMcp {
  readonly resources: ResourceProvider
  readonly prompts: PromptProvider
  readonly remind: (runId: string, operation: string) => readonly string[]
  /** Tells what changes from now on. */
  readonly follow: (tell: (change: Change) => void) => void
  readonly close: () => void
}

const TODOS_SHOWN = 200
const MEMORIES_SHOWN = 20
const MEMORY_CHARS = 400
const DOCUMENTS_LISTED = 100
const DOCUMENT_CHARS = 200_000

export function createKnowledgeMcp(parts: Parts): KnowledgeMcp {
  const { knowledge, retrieval, gate, files, runs, profiles, machine, events, clock } = parts
  const { todos, prompts, documents } = knowledge
  let tell: (change: Change) => void = () => {}

  const isEnabled = (profileId: string, operation: string): boolean => {
    const lookup = profiles.lookup(profileId)
    return lookup.ok && lookup.profile.isEnabled(operation)
  }
  const allows = (caller: Caller, operation: string): boolean =>
    !machine.state().isPaused && isEnabled(caller.profile, operation)

  const reminders = createRunReminders({
    mode: parts.remindMode,
    every: parts.remindEvery,
    now: clock.now,
    factsOf: (runId) => {
      const caller = runs.callerOf(runId)
      if (caller === undefined) return NOTHING
      const owner = ownerOf(caller)
      // Nobody is reminded of a tool that is not there.
      const when = <T>(operation: string, list: () => readonly T[]) =>
        isEnabled(caller.profile, operation) ? list() : []
      return {
        miniPrompts: prompts.enabledFor(owner).map(({ name, content }) => ({ name, content: fill(content, {}) })),
        todos: when('todo_operations.update', () => todos.ofOwner(owner)),
        documents: when('document_operations.document_import', () => documents.inScope(caller).map(toReminded)),
        memories: when('memory_operations.store_memory', () => retrieval.storedLately(owner)),
      }
    },
  })
  const brief = ({ runId }: Caller) => reminders.brief(runId)

  const instructions = createInstructionFiles({
    isThere: (caller, name) => {
      if (!allows(caller, READ_FILE)) return false
      const place = { workdir: caller.workdir, policy: 'workspace' as const, roots: [caller.workdir] }
      const { exists, zone, protection } = files.locate(place, name, 'read').resource
      return exists && zone === 'inside' && protection.class === 'none'
    },
    read: async (caller, name) => {
      const outcome = await gate.calls.call({ name: READ_FILE, args: { filePath: name }, caller, patienceMs: 0 })
      if (outcome.status === 'failed') throw outcome.error
      if (outcome.status === 'pending') throw new HostError('APPROVAL_REQUIRED', outcome.text)
      return String(outcome.output['content'] ?? outcome.text)
    },
  })

  const changed = (uri: string): void => {
    reminders.changed()
    tell({ kind: 'resource', uri })
    tell({ kind: 'resource', uri: BRIEF_URI })
  }
  const stops = [
    todos.onChange((key) => changed(shelfUri('todos', key))),
    prompts.onChange(() => {
      reminders.changed()
      for (const { id } of [...prompts.systemPrompts(), ...prompts.miniPrompts()]) changed(shelfUri('prompts', id))
      tell({ kind: 'prompts' })
      tell({ kind: 'resources' })
    }),
    retrieval.memory.onChange((scope) => changed(shelfUri('memory', scope))),
    events.subscribe(({ type, runId, body }) => {
      if (type === 'documents.changed') {
        changed(shelfUri('documents', String(body['documentId'])))
        tell({ kind: 'resources' })
      }
      if (type === 'run.ended' && runId !== null) reminders.end(runId)
    }),
  ]

  return {
    resources: createKnowledgeResources({
      shelves: [todoShelf(knowledge), promptShelf(knowledge), memoryShelf(retrieval), documentShelf(knowledge)],
      brief,
      allows,
    }),
    prompts: createKnowledgePrompts({
      systemPrompts: prompts.systemPrompts,
      miniPrompts: prompts.miniPrompts,
      textOf,
      placeholdersOf,
      fill,
      instructionFiles: instructions.find,
      readInstructions: instructions.read,
      brief,
    }),
    remind: reminders.next,
    follow: (listener) => {
      tell = listener
    },
    close: () => {
      for (const stop of stops) stop()
    },
  }
}

const NOTHING = { miniPrompts: [], todos: [], documents: [], memories: [] }
const READ_FILE = 'file_operations.read_file'

function textOf(prompt: SystemPrompt | MiniPrompt): string {
  return 'components' in prompt ? systemText(prompt) : prompt.content
}

function todoShelf({ todos }: Knowledge): Shelf {
  return {
    name: 'todos',
    title: 'Todos',
    description: 'The list of this run, or a board.',
    mimeType: 'application/json',
    operation: 'todo_operations.read',
    list: (caller) =>
      todos
        .keysOf(ownerOf(caller))
        .map((id) => ({ id, title: id.startsWith('board.') ? id.slice(6) : 'Todos of this run' })),
    read: (key, caller) => {
      // Boards are open to whoever knows the name; the list of a run is its own.
      if (!key.startsWith('board.') && !todos.keysOf(ownerOf(caller)).includes(key)) return null
      const list = todos.find(key)
      if (list === undefined) return key.startsWith('board.') ? null : JSON.stringify({ key, version: 0, todos: [] })
      return JSON.stringify({ ...list, todos: list.todos.slice(0, TODOS_SHOWN) })
    },
  }
}

function memoryShelf({ memory }: Retrieval): Shelf {
  return {
    name: 'memory',
    title: 'Memory',
    description: 'A collection of memories: how many, of what kind, and the newest.',
    mimeType: 'application/json',
    operation: 'memory_operations.search_memory',
    list: (caller) =>
      memory.scopesOf(caller).visible.map(({ key, kind }) => ({ id: key, title: `Memory of the ${kind}` })),
    read: (key, caller) => {
      const scope = memory.scopesOf(caller).visible.find((one) => one.key === key)
      if (scope === undefined) return null
      const newest = memory.recent([scope], MEMORIES_SHOWN).map(({ id, content, contentType, tags, hasSecret }) => ({
        id,
        contentType,
        tags,
        content: hasSecret ? '[holds a secret]' : content.slice(0, MEMORY_CHARS),
      }))
      return JSON.stringify({ scope: key, collection: memory.collections([scope])[0] ?? null, newest })
    },
  }
}

function toReminded({ id, name, chars }: StoredDocument): ImportedDocument {
  return { id, filename: name, chars }
}

function documentShelf({ documents }: Knowledge): Shelf {
  return {
    name: 'documents',
    title: 'Documents',
    description: 'The text of an imported document.',
    mimeType: 'text/plain',
    operation: 'document_operations.document_import',
    list: (caller) =>
      documents
        .inScope(caller)
        .slice(0, DOCUMENTS_LISTED)
        .map(({ id, name }) => ({ id, title: name })),
    read: (id, caller) => {
      if (!documents.inScope(caller).some((document) => document.id === id)) return null
      return documents.show(id).text.slice(0, DOCUMENT_CHARS).toWellFormed()
    },
  }
}

function promptShelf({ prompts }: Knowledge): Shelf {
  const all = () => [...prompts.systemPrompts(), ...prompts.miniPrompts()]
  return {
    name: 'prompts',
    title: 'Prompts',
    description: 'A system prompt or mini prompt of the person.',
    mimeType: 'text/plain',
    operation: 'list_mini_prompts',
    list: () => all().map(({ id, name }) => ({ id, title: name })),
    read: (id) => {
      const found = all().find((prompt) => prompt.id === id)
      return found === undefined ? null : textOf(found)
    },
  }
}
