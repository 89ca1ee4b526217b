import type { ErrorCode } from '../contract/errors.ts'
import type {
  Encoding,
  OutputStream,
  ScreenSnapshot,
  ScreenView,
  SessionOwner,
  SessionUsage,
  SessionView,
  ShellCommand,
} from '../contract/terminals.ts'
import type { Segment } from './output-log.ts'

/** Another number means another broker: it is ended, and a new one started. */
export const PROTOCOL = 1

/** In the environment of everything the broker starts. */
export const SESSION_MARK = 'UPPERHAND_SESSION'
export const BROKER_MARK = 'UPPERHAND_BROKER'

/** `broker.json` in the data directory, for the owner only. */
export interface BrokerFile {
  readonly protocol: number
  readonly id: string
  readonly pid: number
  readonly socket: string
  readonly token: string
  /** The control group everything it owns is in, where there is one. */
  readonly group: string | null
}

/** What the broker knows of a session; the daemon adds who watches and who types. */
export type BrokerView = Omit<SessionView, 'lease' | 'viewers' | 'recording'>

export interface SessionFacts {
  readonly name: string | null
  readonly isBackground: boolean
  readonly owner: SessionOwner
  readonly command: string
  readonly shell: string | null
  readonly onRunEnd: 'keep' | 'stop'
}

export interface Bounds {
  readonly memoryBytes: number
  readonly spillBytes: number
  readonly idleMs: number
  readonly lifeMs: number
  readonly endedMs: number
  readonly stopMs: number
  readonly processes: number
}

export interface StartPlan {
  readonly cwd: { readonly path: string; readonly identity?: string | undefined }
  readonly env: Readonly<Record<string, string>>
}

export interface OpenRequest extends StartPlan {
  readonly facts: SessionFacts
  readonly kind: 'pty' | 'pipe'
  /** Omitted for a persistent shell, which is started with its marks. */
  readonly argv?: readonly string[] | undefined
  readonly cols: number
  readonly rows: number
  readonly encoding: Encoding
  readonly success?: { readonly pattern: string; readonly timeoutMs: number } | undefined
  readonly timeoutMs?: number | undefined
  readonly bounds: Bounds
}

export interface ExecRequest extends StartPlan {
  readonly argv: readonly string[]
  readonly stdin?: string | undefined
  readonly timeoutMs: number
  readonly keepBytes: number
  readonly wantsOutput: boolean
  readonly stopMs: number
}

/** The bytes of both streams follow as body: head and tail of stdout, head and tail of stderr. */
export interface ExecReply {
  readonly pid: number
  readonly exitCode: number
  readonly signal: string | null
  readonly timedOut: boolean
  readonly cancelled: boolean
  readonly durationMs: number
  readonly lengths: readonly [number, number, number, number]
  readonly bytes: readonly [number, number]
}

export type Until = 'output' | 'exit' | 'prompt' | { readonly pattern: string } | { readonly command: number }

/** Every question, with what belongs to it and what comes back. Bodies carry bytes. */
export interface Operations {
  readonly hello: [
    { readonly token: string; readonly graceMs: number },
    { readonly protocol: number; readonly sessions: readonly BrokerView[] },
  ]
  readonly exec: [ExecRequest, ExecReply]
  readonly open: [OpenRequest, BrokerView]
  readonly view: [{ readonly session: string }, BrokerView]
  readonly type: [
    { readonly session: string; readonly text: string },
    { readonly number: number; readonly start: number },
  ]
  readonly command: [{ readonly session: string; readonly number: number }, CommandReply]
  readonly write: [
    { readonly session: string; readonly text: string; readonly mindSecrets: boolean },
    { readonly bytes: number; readonly isSecret: boolean },
  ]
  readonly read: [
    {
      readonly session: string
      readonly cursor: number
      readonly maxBytes: number
      readonly tailBytes?: number | undefined
      readonly tailLines?: number | undefined
      readonly end?: number | undefined
    },
    ReadReply,
  ]
  readonly wait: [
    { readonly session: string; readonly cursor: number; readonly until: Until; readonly timeoutMs: number },
    WaitReply,
  ]
  readonly resize: [{ readonly session: string; readonly cols: number; readonly rows: number }, BrokerView]
  readonly signal: [{ readonly session: string; readonly signal: number }, object]
  readonly stop: [
    { readonly session: string; readonly signal: NodeJS.Signals; readonly isTimeout: boolean },
    BrokerView,
  ]
  /** The same again, with another id. */
  readonly restart: [{ readonly session: string }, BrokerView]
  readonly remove: [{ readonly session: string }, object]
  readonly change: [{ readonly session: string; readonly onRunEnd: 'keep' | 'stop' }, BrokerView]
  readonly usage: [{ readonly sessions: readonly string[] }, { readonly usage: readonly SessionUsage[] }]
  readonly foreground: [
    { readonly session: string },
    { readonly pid: number; readonly program: string; readonly isOwnShell: boolean },
  ]
  readonly echo: [{ readonly session: string }, { readonly isOff: boolean }]
  readonly screen: [{ readonly session: string }, ScreenView]
  readonly snapshot: [{ readonly session: string }, ScreenSnapshot]
  /** Ends everything, and the broker. */
  readonly end: [object, object]
}

export type OperationName = keyof Operations

export interface CommandReply {
  readonly command: ShellCommand | null
  /** Why nothing more will come of it. */
  readonly ended: 'exited' | 'replaced' | 'incomplete' | null
  readonly cwdNow: string
}

export interface ReadReply {
  readonly start: number
  readonly next: number
  readonly oldest: number
  readonly end: number
  readonly isEnd: boolean
  readonly segments: readonly Segment[]
}

export interface WaitReply {
  readonly reason: 'met' | 'exit' | 'timeout'
  readonly match: string | null
  readonly view: BrokerView
}

export interface ReplyError {
  readonly code: ErrorCode
  readonly message: string
  readonly hint?: string | undefined
}

/** What the broker says unasked. */
export type News =
  | { readonly news: 'opened' | 'state' | 'exit' | 'resized'; readonly view: BrokerView }
  | { readonly news: 'command'; readonly view: BrokerView; readonly command: ShellCommand }
  | { readonly news: 'removed'; readonly session: string }
  /** Bytes of a command that runs to its end, as body. */
  | { readonly news: 'output'; readonly of: number; readonly stream: OutputStream; readonly start: number }
