import type { CallToolResult, InputRequiredResult, McpServer, ServerContext } from '@modelcontextprotocol/server'
import type { Clock } from '../../base/clock.ts'
import type { NewId } from '../../base/ids.ts'
import type { Limits } from '../../base/limits.ts'
import type { Logger } from '../../base/logger.ts'
import type { CallProgress, Calls } from '../../calls/calls.ts'
import type { ApprovalView, Decision } from '../../contract/approvals.ts'
import type { Caller } from '../../contract/run.ts'
import type { Published, PublishedTool } from '../../profiles/published.ts'
import type { PromptProvider } from './prompt-methods.ts'
import type { Task } from './tasks.ts'
import type { TaskCreated } from './tool-answer.ts'

/** Who opens a run. What a client says about itself is a wish; the runs service judges it. */
export interface RunIdentity {
  readonly kind: 'stdio' | 'session' | 'stateless'
  readonly credential: string
  readonly profile: string
  readonly client: string
  readonly clientVersion: string
  readonly workdir?: string | undefined
  readonly conversation?: string | undefined
  readonly sessionId?: string | undefined
}

/** The other end of a frame stream, as the shim or the process knows it. */
export interface StreamIdentity {
  readonly credential: string
  /** Null where the client named none: the active profile serves it. */
  readonly profile: string | null
  readonly workdir?: string | undefined
  readonly conversation?: string | undefined
}

/** Who sent an HTTP request; authentication has already happened. */
export interface Principal {
  readonly credential: string
  readonly profile: string | null
}

export type PublishedLookup =
  | { readonly ok: true; readonly published: Published }
  | { readonly ok: false; readonly reason: string; readonly hint: string }

export interface ResourceTemplateEntry {
  readonly name: string
  readonly uriTemplate: string
  readonly title: string
  readonly description: string
  readonly mimeType: string
}

export interface ResourceEntry {
  readonly uri: string
  readonly name: string
  readonly title?: string
  readonly mimeType?: string
}

export interface ResourceProvider {
  readonly templates: readonly ResourceTemplateEntry[]
  readonly list: (caller: Caller) => Promise<readonly ResourceEntry[]> | readonly ResourceEntry[]
  /** Null when there is no such resource, or none this caller may see. */
  readonly read: (uri: string, caller: Caller) => Promise<ResourceText | null> | ResourceText | null
}

export interface ResourceText {
  readonly mimeType: string
  readonly text: string
}

export interface ServerInfo {
  readonly name: string
  readonly version: string
  readonly title?: string
  readonly icons?: readonly { readonly src: string; readonly mimeType: string; readonly sizes?: readonly string[] }[]
}

/** A tool outside the catalog. `plain` ones are answered by our dispatcher, the others need the protocol's context. */
export interface ExtraTool {
  readonly tool: PublishedTool
  readonly plain?: (
    args: Readonly<Record<string, unknown>>,
    onProgress: (progress: CallProgress) => void,
  ) => Promise<CallToolResult> | CallToolResult
  readonly call?: (
    args: Readonly<Record<string, unknown>>,
    context: ServerContext,
    openTask: OpenTask,
  ) => Promise<ExtraResult> | ExtraResult
}

export type ExtraResult = CallToolResult | InputRequiredResult | TaskCreated

/** Opens a task of the caller; undefined when there is no room. */
export type OpenTask = (message: string, onCancel: () => void) => Promise<Task | undefined>

/** What tests add to the server: the product composes none. */
export interface Extras {
  readonly tools: readonly ExtraTool[]
  readonly capabilities: NonNullable<ConstructorParameters<typeof McpServer>[1]>['capabilities']
  readonly requestState?: NonNullable<ConstructorParameters<typeof McpServer>[1]>['requestState']
  readonly setup: (server: McpServer) => void
}

export interface McpParts {
  readonly calls: Calls
  readonly activeProfile: () => string
  readonly published: (profileId: string) => PublishedLookup
  readonly instructions: (profileId: string) => string
  readonly isKnownName: (name: string) => boolean
  readonly nearNames: (name: string) => readonly string[]
  /** Whether a client's own dialog may bring a decision. */
  readonly allowsElicitation: (profileId: string) => boolean
  readonly decide: (approvalId: string, decision: Decision, by: string) => Promise<ApprovalView>
  /** Called once for a connection or session, and for every stateless request. */
  readonly openRun: (identity: RunIdentity) => Promise<Caller> | Caller
  readonly touchRun: (runId: string) => void
  readonly endRun: (runId: string) => void
  readonly resources: ResourceProvider
  /** Absent where a test brings its own. */
  readonly prompts?: PromptProvider
  /** Blocks that a result carries besides, never inside its structured content. */
  readonly remind?: (runId: string, operation: string) => readonly string[]
  readonly serverInfo: ServerInfo
  readonly limits: Limits
  readonly log: Logger
  readonly clock: Clock
  readonly newId: NewId
  readonly extras?: Extras
}
