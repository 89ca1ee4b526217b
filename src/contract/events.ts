/** Every event of the product. Stored ones carry a sequence number and are hash-chained; `call.progress` is only delivered. */
export const EVENT_TYPES = [
  'host.started',
  'host.stopped',
  'host.paused',
  'host.resumed',
  'host.safe_mode',
  'host.level',
  'ledger.gap',
  'ledger.pruned',
  'run.opened',
  'run.ended',
  'run.paused',
  'run.resumed',
  'call.waiting',
  'call.started',
  'call.progress',
  'call.finished',
  'approval.requested',
  'approval.answered',
  'approval.expired',
  'approval.withdrawn',
  'grant.made',
  'grant.ended',
  'rule.made',
  'rule.ended',
  'token.made',
  'token.rotated',
  'token.ended',
  'tools.changed',
  'settings.changed',
  'memory.changed',
  'topics.changed',
  'todos.changed',
  'prompts.changed',
  'documents.changed',
  'terminal.opened',
  'terminal.changed',
  'terminal.ended',
  /** Delivered, not stored, and with exactly the fields that clients of sessions know. */
  'shell_session_output',
  'shell_session_exit',
] as const

export type EventType = (typeof EVENT_TYPES)[number]

export interface HostEvent {
  readonly seq: number | null
  readonly at: number
  readonly type: EventType
  readonly runId: string | null
  readonly subject: string | null
  readonly operation: string | null
  readonly body: Readonly<Record<string, unknown>>
}
