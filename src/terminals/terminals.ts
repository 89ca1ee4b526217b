import type {
  Encoding,
  OutputChunk,
  OutputWindow,
  ScreenSnapshot,
  ScreenView,
  SessionOwner,
  SessionUsage,
  SessionView,
  TerminalEvent,
} from '../contract/terminals.ts'

/**
 * Commands, terminals and background processes. The broker owns the processes; this is the daemon's side of it.
 * Ids are opaque. Unknown ids are `NOT_FOUND`; who may use which is judged by the caller of this service.
 */
export interface Terminals {
  /** Runs one command to its end, without a terminal. Never throws for what the command does: see `ExecResult`. */
  readonly exec: (plan: ExecPlan) => Promise<ExecResult>
  readonly open: (plan: OpenPlan) => Promise<SessionView>
  /** Types a command into a persistent shell and waits for its real end. `CONFLICT` while another one runs in it. */
  readonly run: (id: string, command: string, options: RunOptions) => Promise<RunResult>
  /** Waits for the end of a command that `run` left running. */
  readonly waitForCommand: (id: string, number: number, options: RunOptions) => Promise<RunResult>

  readonly get: (id: string) => SessionView | undefined
  /** Oldest first; ended ones for 15 minutes. */
  readonly list: (filter?: {
    readonly runId?: string | null
    readonly isBackground?: boolean
  }) => readonly SessionView[]
  /** `cursor` and `oldest` are as of the last news from the broker; this asks it. */
  readonly refresh: (id: string) => Promise<SessionView>
  readonly usage: (ids: readonly string[]) => Promise<readonly SessionUsage[]>

  readonly read: (id: string, window: ReadWindow) => Promise<OutputWindow>
  readonly wait: (id: string, condition: WaitCondition) => Promise<WaitResult>
  /** Bytes written. `CONFLICT` for a dead session, and for an agent while a person holds the lease. */
  readonly write: (id: string, text: string, by: Writer) => Promise<WriteResult>
  readonly resize: (id: string, cols: number, rows: number) => Promise<SessionView>
  /** To the foreground of a terminal, or to the whole group of a pipe session. `TERM`, `SIGTERM`, `15`. */
  readonly signal: (id: string, signal: string) => Promise<void>
  /** TERM (or what is given), two seconds, KILL; the whole tree. Resolves when nothing of it is left. */
  readonly stop: (id: string, options?: StopOptions) => Promise<SessionView>
  /** The same plan again, as a new session in its place; the old one is stopped first. */
  readonly restart: (id: string) => Promise<SessionView>
  /** Forgets an ended session now. */
  readonly remove: (id: string) => Promise<void>
  readonly setOnRunEnd: (id: string, then: 'keep' | 'stop') => Promise<void>

  readonly screen: (id: string) => Promise<ScreenView>
  readonly snapshot: (id: string) => Promise<ScreenSnapshot>
  readonly foreground: (id: string) => Promise<Foreground>
  /** Somebody asks for a password: what is typed is not shown. */
  readonly isEchoOff: (id: string) => Promise<boolean>

  /** A person watches. Data comes as fast as `send` takes it; who is too slow gets snapshots. */
  readonly attach: (id: string, viewer: Viewer) => Promise<Attachment>
  /** Output as it comes, about 30 pieces a second at most; what was too fast is told as `skipped`. */
  readonly follow: (id: string, from: number, onOutput: (chunk: OutputChunk, skipped: number) => void) => Follower
  readonly takeLease: (id: string, viewer: string) => SessionView
  readonly giveBackLease: (id: string, viewer: string) => SessionView

  /** What a person selected in a terminal on the console, for `get_terminal_selection`. */
  readonly setSelection: (id: string, text: string) => void
  readonly selection: (id: string) => string

  /** Ends or keeps the sessions of a run that ended. */
  readonly endRun: (runId: string) => void
  readonly onEvent: (listener: (event: TerminalEvent) => void) => () => void
  /** Why nothing can be started here, or null. */
  readonly problem: () => string | null
  /** Sessions that an earlier daemon left are known. */
  readonly ready: () => Promise<void>
  /** Ends everything, unless a successor is to adopt it. */
  readonly close: (options?: { readonly keepForSuccessor?: boolean }) => Promise<void>
}

/** Where a process starts: the broker compares the identity before it spawns. */
export interface Cwd {
  readonly path: string
  /** `dev:ino` of what was located; omitted by people's own sessions only. */
  readonly identity?: string
}

export interface ExecPlan {
  readonly owner: SessionOwner
  /** Shell text, or a program with its arguments. */
  readonly command: string | readonly string[]
  /** Absolute, or a name on the PATH. Default: the person's login shell. */
  readonly shell?: string
  readonly cwd: Cwd
  /** On top of the person's login environment. */
  readonly env?: Readonly<Record<string, string>>
  readonly stdin?: string
  readonly timeoutMs: number
  readonly signal?: AbortSignal
  /** Kept of each stream, half of it head and half tail. Default 10 MB. */
  readonly keepBytes?: number
  readonly onOutput?: (chunk: OutputChunk) => void
}

export interface ExecStream {
  /** Head and tail; `dropped` bytes are missing where the head ends. */
  readonly head: string
  readonly tail: string
  readonly dropped: number
  readonly bytes: number
}

export interface ExecResult {
  readonly pid: number
  /** 128 + n for a signal. */
  readonly exitCode: number
  readonly signal: string | null
  readonly stdout: ExecStream
  readonly stderr: ExecStream
  /** Ended by us; nothing of it is left. */
  readonly timedOut: boolean
  readonly cancelled: boolean
  readonly durationMs: number
}

export interface OpenPlan {
  readonly owner: SessionOwner
  readonly kind: 'pty' | 'pipe'
  /** Shell text, a program with its arguments, or nothing for a persistent login shell (pty only). */
  readonly command?: string | readonly string[]
  readonly shell?: string
  readonly cwd: Cwd
  readonly env?: Readonly<Record<string, string>>
  readonly cols?: number
  readonly rows?: number
  readonly encoding?: Encoding
  readonly name?: string
  /** Counts as background process instead of session. */
  readonly isBackground?: boolean
  readonly onRunEnd?: 'keep' | 'stop'
  /** `starting` until a line matches, or the time is over. */
  readonly success?: { readonly pattern: string; readonly timeoutMs: number }
  /** Ended, as `timed_out`, after this. */
  readonly timeoutMs?: number
  /** Asciicast file of what is shown; nothing that is typed. */
  readonly record?: boolean
  /** For a persistent shell: resolve when its first prompt is there. Default true. */
  readonly waitForPrompt?: boolean
}

export interface RunOptions {
  readonly timeoutMs: number
  readonly signal?: AbortSignal
  /** What to do then: `leave` it running (default), or `interrupt` it with Ctrl-C. */
  readonly onTimeout?: 'leave' | 'interrupt'
}

export interface RunResult {
  /** `exited`: the shell itself ended. `replaced`: `exec` put another program in its place. `incomplete`: an open quote or here-document; it was interrupted. */
  readonly status: 'done' | 'running' | 'exited' | 'replaced' | 'incomplete'
  readonly number: number
  readonly exitCode: number | null
  readonly durationMs: number
  /** Where its output is; `end` is null while it runs. */
  readonly start: number
  readonly end: number | null
  readonly cwd: string
}

export interface ReadWindow {
  /** Default: the oldest there is. */
  readonly cursor?: number
  /** At most 1 MiB at once. */
  readonly maxBytes: number
  /** Instead of a cursor. */
  readonly tailLines?: number
  readonly tailBytes?: number
  /** Stop there; for the output of one command. */
  readonly end?: number
}

export interface WaitCondition {
  /** Resolves when there is anything after it. */
  readonly cursor: number
  readonly timeoutMs: number
  /** `output` (default), `exit`, `prompt`, or a regular expression over the text after `cursor`, escape sequences removed. */
  readonly until?: 'output' | 'exit' | 'prompt' | { readonly pattern: string }
  readonly signal?: AbortSignal
}

export interface WaitResult {
  readonly reason: 'met' | 'exit' | 'timeout'
  readonly session: SessionView
  /** The text that matched. */
  readonly match: string | null
}

export type Writer = { readonly by: 'agent' } | { readonly by: 'person'; readonly viewer: string }

export interface WriteResult {
  readonly bytes: number
  /** The terminal did not echo: it was a secret. Record nothing of it. */
  readonly isSecret: boolean
}

export interface StopOptions {
  readonly signal?: string
  /** KILL at once. */
  readonly force?: boolean
  /** Recorded as `timed_out` instead of `stopped`. */
  readonly isTimeout?: boolean
}

export interface Foreground {
  readonly pid: number
  /** `bash`, `vim`, `python3`. */
  readonly program: string
  /** The session's own shell reads what is typed. */
  readonly isOwnShell: boolean
}

export interface Viewer {
  readonly id: string
  /** Resolves (or returns) when the viewer can take more. */
  readonly send: (frame: ViewerFrame) => Promise<void> | void
}

export type ViewerFrame =
  | { readonly type: 'snapshot'; readonly snapshot: ScreenSnapshot }
  | { readonly type: 'data'; readonly text: string; readonly start: number; readonly end: number }
  | { readonly type: 'resized'; readonly cols: number; readonly rows: number }
  | { readonly type: 'lease'; readonly session: SessionView }
  | { readonly type: 'exit'; readonly session: SessionView }

export interface Attachment {
  readonly session: SessionView
  readonly write: (text: string) => Promise<WriteResult>
  readonly resize: (cols: number, rows: number) => Promise<void>
  readonly detach: () => void
}

export interface Follower {
  readonly close: () => void
}
