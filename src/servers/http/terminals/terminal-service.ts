import type { Encoding, OutputWindow, ScreenView, SessionUsage, SessionView } from '../../../contract/terminals.ts'

export interface NewTerminal {
  readonly cwd: string
  readonly command?: string | undefined
  readonly shell?: string | undefined
  readonly cols?: number | undefined
  readonly rows?: number | undefined
  readonly encoding?: Encoding | undefined
  readonly record?: boolean | undefined
}

/** What a viewer is sent and what it may do; a person at a terminal. */
export interface TerminalViewer {
  readonly id: string
  readonly send: (frame: object) => Promise<void> | void
}

export interface Watching {
  readonly session: SessionView
  readonly write: (text: string) => Promise<void>
  readonly resize: (cols: number, rows: number) => Promise<void>
  readonly lease: (isTaken: boolean) => void
  readonly select: (text: string) => void
  /** Sends the screen as it is now. */
  readonly refresh: () => Promise<void>
  readonly detach: () => void
}

/** Terminals for people: all of them, whoever started them. */
export interface TerminalService {
  readonly list: () => readonly SessionView[]
  readonly find: (id: string) => SessionView
  readonly open: (wanted: NewTerminal, by: string) => Promise<SessionView>
  readonly read: (id: string, window: { cursor?: number | undefined; maxBytes: number }) => Promise<OutputWindow>
  readonly screen: (id: string) => Promise<ScreenView>
  readonly write: (id: string, text: string, by: string) => Promise<number>
  readonly resize: (id: string, cols: number, rows: number) => Promise<SessionView>
  /** Taken: agents cannot type until it is given back, and are told. */
  readonly lease: (id: string, isTaken: boolean, by: string) => SessionView
  readonly select: (id: string, text: string) => void
  readonly stop: (
    id: string,
    options: { signal?: string | undefined; force?: boolean | undefined },
  ) => Promise<SessionView>
  readonly restart: (id: string) => Promise<SessionView>
  readonly setOnRunEnd: (id: string, then: 'keep' | 'stop') => Promise<SessionView>
  readonly usage: () => Promise<ReadonlyMap<string, SessionUsage>>
  readonly watch: (id: string, viewer: TerminalViewer) => Promise<Watching>
}
