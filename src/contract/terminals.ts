/** Shapes of terminals that cross a border: broker, daemon, HTTP and console say the same. */

/** `starting` until its success pattern or time came; the rest as everyone would say it. */
export const SESSION_STATES = ['starting', 'running', 'completed', 'failed', 'stopped', 'timed_out'] as const
export type SessionState = (typeof SESSION_STATES)[number]

export const ENCODINGS = ['utf-8', 'latin1', 'cp437'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** A pty merges both. */
export type OutputStream = 'stdout' | 'stderr'

/** Whom a session belongs to. Rights are judged by the one who asks, never here. */
export interface SessionOwner {
  /** Null for a session of a person. */
  readonly runId: string | null
  readonly credential: string
  /** What people read: `claude-code`, `person`. */
  readonly label: string
}

/** One command of a shell, as the shell itself told it. */
export interface ShellCommand {
  /** 1 for the first of its session. */
  readonly number: number
  /** As the shell read it; null where the shell does not say. */
  readonly text: string | null
  readonly startedAt: number
  readonly endedAt: number | null
  readonly exitCode: number | null
  /** Directory of the shell afterwards. */
  readonly cwd: string | null
  /** Where its output begins and ends. */
  readonly start: number
  readonly end: number | null
}

/** `none`: not a shell we know, or replaced by `exec`; nothing can be said about its commands. */
export type PromptState = 'starting' | 'prompt' | 'continued' | 'running' | 'none'

/** Who may type. `free`: whoever comes first; a person who types or takes it holds it until it is given back. */
export interface Lease {
  readonly holder: 'free' | 'person'
  /** The viewer that holds it. */
  readonly viewer: string | null
  readonly since: number
}

export interface SessionView {
  readonly id: string
  /** Caller's own name for it, unique within its owner. */
  readonly name: string | null
  readonly kind: 'pty' | 'pipe'
  /** Counts against the limit of background processes and is shown on the board. */
  readonly isBackground: boolean
  readonly owner: SessionOwner
  /** What runs, as people read it: the command text, or the shell. */
  readonly command: string
  /** The shell that reads it, absolute; null when a program was started without one. */
  readonly shell: string | null
  /** A persistent shell that tells of its commands. */
  readonly isShell: boolean
  readonly pid: number
  /** `/dev/pts/3`; null for pipes. */
  readonly tty: string | null
  readonly cols: number
  readonly rows: number
  readonly encoding: Encoding
  /** Where it was started. */
  readonly cwd: string
  /** Where its shell is now, as far as it told. */
  readonly cwdNow: string
  readonly state: SessionState
  /** 128 + n when a signal ended it; null while it runs. */
  readonly exitCode: number | null
  readonly signal: string | null
  readonly startedAt: number
  readonly endedAt: number | null
  /** Absolute byte positions: the oldest still readable, and the end. */
  readonly oldest: number
  readonly end: number
  readonly prompt: PromptState
  readonly lastCommand: ShellCommand | null
  readonly lease: Lease
  readonly viewers: number
  /** When its run ends. */
  readonly onRunEnd: 'keep' | 'stop'
  /** The file it is recorded to. */
  readonly recording: string | null
}

/** A session that was recorded, as its file tells. */
export interface RecordingView {
  readonly id: string
  readonly title: string
  readonly startedAt: number
  readonly cols: number
  readonly rows: number
  readonly bytes: number
}

/** What the machine says of a session now; costs a look at the process table. */
export interface SessionUsage {
  readonly id: string
  readonly processes: number
  /** Percent of one core since the last look. */
  readonly cpuPercent: number
  readonly memoryBytes: number
  /** TCP ports that anything in its tree listens on. */
  readonly ports: readonly number[]
}

export interface OutputChunk {
  /** Decoded; never ends within a character. */
  readonly text: string
  readonly stream: OutputStream
  readonly start: number
  readonly end: number
}

export interface OutputWindow {
  readonly text: string
  /** Where `text` begins; later than asked when the rest is gone. */
  readonly start: number
  /** Where to read on. */
  readonly next: number
  readonly oldest: number
  /** Bytes asked for that nobody has any more. */
  readonly gap: number
  /** Nothing more will come. */
  readonly isEnd: boolean
}

export interface ScreenView {
  /** Visible rows, right-trimmed. */
  readonly lines: readonly string[]
  readonly cols: number
  readonly rows: number
  /** Zero-based. */
  readonly cursor: { readonly x: number; readonly y: number }
  readonly title: string
  readonly isAlternate: boolean
}

/** For someone who joins late: writing `data` into a fresh terminal of this size shows what there is; go on at `next`. */
export interface ScreenSnapshot {
  readonly data: string
  readonly cols: number
  readonly rows: number
  readonly next: number
}

export type TerminalEvent =
  | { readonly type: 'opened'; readonly session: SessionView }
  | { readonly type: 'state'; readonly session: SessionView }
  /** Exactly once per session. */
  | { readonly type: 'exit'; readonly session: SessionView }
  | { readonly type: 'command'; readonly session: SessionView; readonly command: ShellCommand }
  | { readonly type: 'resized'; readonly session: SessionView }
  | { readonly type: 'lease'; readonly session: SessionView }
  /** A person typed while the terminal did not echo. What was typed is nowhere. */
  | { readonly type: 'secret'; readonly session: SessionView }
  /** No longer readable. */
  | { readonly type: 'removed'; readonly id: string }
