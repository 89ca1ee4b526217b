import type { Approvals } from '../approvals/approvals.ts'
import type { Collaboration } from '../approvals/collaboration.ts'
import type { Diagnostics } from '../diagnostics/diagnostics.ts'
import type { Documents } from '../documents/documents.ts'
import type { Files } from '../files/files.ts'
import type { Indexes } from '../indexing/indexes.ts'
import type { Memory } from '../memory/memory.ts'
import type { Prompts } from '../prompts/prompts.ts'
import type { Results } from '../results/results.ts'
import type { Search } from '../search/search.ts'
import type { Todos } from '../todos/todos.ts'
import type { Web } from '../web/web.ts'
import { approvalWaitToolset } from './approval_wait/index.ts'
import type { UnavailableToolset } from './catalog.ts'
import type { TouchCommand } from './command-touches.ts'
import { documentOperationsToolset } from './document_operations/index.ts'
import { fileOperationsToolset } from './file_operations/index.ts'
import { filesystemToolset } from './filesystem/index.ts'
import { listMiniPromptsToolset } from './list_mini_prompts/index.ts'
import { listSystemPromptsToolset } from './list_system_prompts/index.ts'
import { memoryOperationsToolset } from './memory_operations/index.ts'
import type { Toolset } from './operation.ts'
import { projectsToolset } from './projects/index.ts'
import { readToolResultToolset } from './read_tool_result/index.ts'
import { recallHistoryToolset } from './recall_history/index.ts'
import type { RecallServices } from './recall_history/recall-history.ts'
import { searchIndexToolset } from './search_index/index.ts'
import type { Sessions } from './sessions/sessions.ts'
import { shellToolset } from './shell/index.ts'
import { terminalOperationsToolset } from './terminal_operations/index.ts'
import { thinkToolset } from './think/index.ts'
import type { CountThoughts, DescribeTools } from './think/think.ts'
import { todoOperationsToolset } from './todo_operations/index.ts'
import { userCollaborationToolset } from './user_collaboration/index.ts'
import { webOperationsToolset } from './web_operations/index.ts'
import { workingDirectoryIndexerToolset } from './working_directory_indexer/index.ts'

export interface ToolServices {
  readonly countThoughts: CountThoughts
  readonly describeTools: DescribeTools
  readonly collaboration: Collaboration
  readonly approvals: Approvals
  readonly results: Results
  readonly files: Files
  readonly search: Search
  readonly diagnostics: Diagnostics
  readonly indexes: Indexes
  readonly memory: Memory
  readonly touchCommand: TouchCommand
  readonly sessions: Sessions
  readonly todos: Todos
  readonly web: Web
  readonly documents: Documents
  readonly prompts: Prompts
  readonly recall: RecallServices['recall']
  readonly topicOwners: RecallServices['topicOwners']
}

type Factory = readonly [name: string, category: string, create: (services: ToolServices) => Toolset]

/** The canonical order: prompts stay cacheable because it never changes. Profiles remove, they never reorder. */
const FACTORIES: readonly Factory[] = [
  ['think', 'reasoning', thinkToolset],
  ['user_collaboration', 'collaboration', userCollaborationToolset],
  ['list_system_prompts', 'prompts', listSystemPromptsToolset],
  ['list_mini_prompts', 'prompts', listMiniPromptsToolset],
  ['memory_operations', 'memory', memoryOperationsToolset],
  ['todo_operations', 'todos', todoOperationsToolset],
  ['read_tool_result', 'results', readToolResultToolset],
  ['recall_history', 'results', recallHistoryToolset],
  ['web_operations', 'web', webOperationsToolset],
  ['document_operations', 'documents', documentOperationsToolset],
  ['file_operations', 'files', fileOperationsToolset],
  ['terminal_operations', 'terminal', terminalOperationsToolset],
  ['search_index', 'files', searchIndexToolset],
  ['working_directory_indexer', 'files', workingDirectoryIndexerToolset],
  ['filesystem', 'filesystem', filesystemToolset],
  ['shell', 'shell', shellToolset],
  ['projects', 'projects', projectsToolset],
  ['approval_wait', 'collaboration', approvalWaitToolset],
]

/** A toolset whose service cannot start is named with its reason; the others are not affected. */
export function createToolsets(
  services: ToolServices,
  factories: readonly Factory[] = FACTORIES,
): { readonly toolsets: readonly Toolset[]; readonly unavailable: readonly UnavailableToolset[] } {
  const toolsets: Toolset[] = []
  const unavailable: UnavailableToolset[] = []
  for (const [name, category, create] of factories) {
    try {
      toolsets.push(create(services))
    } catch (cause) {
      unavailable.push({ name, category, reason: cause instanceof Error ? cause.message : String(cause) })
    }
  }
  return { toolsets, unavailable }
}
