import type { ScreenSnapshot, SessionView } from '../../../src/contract/terminals.ts'

export type Frame =
  | { readonly type: 'hello'; readonly viewer: string }
  | { readonly type: 'snapshot'; readonly snapshot: ScreenSnapshot }
  | { readonly type: 'data'; readonly text: string; readonly start: number; readonly end: number }
  | { readonly type: 'resized'; readonly cols: number; readonly rows: number }
  | { readonly type: 'lease'; readonly session: SessionView }
  | { readonly type: 'exit'; readonly session: SessionView }
  | { readonly type: 'error'; readonly code: string; readonly message: string }

export type Message =
  | { readonly type: 'input'; readonly text: string }
  | { readonly type: 'resize'; readonly cols: number; readonly rows: number }
  | { readonly type: 'lease'; readonly take: boolean }
  | { readonly type: 'selection'; readonly text: string }

export interface TerminalSocket {
  readonly send: (message: Message) => void
  readonly close: () => void
}

interface Listener {
  readonly onFrame: (frame: Frame) => void
  readonly onState: (state: 'connecting' | 'open' | 'lost' | 'gone') => void
}

const RETRY_MS = [250, 500, 1_000, 2_000, 4_000]
/** The daemon does not know this terminal any more. */
const GONE = 4_404

/** Stays connected: every new connection begins with a snapshot, so nothing is lost and nothing comes twice. */
export function watchTerminal(id: string, { onFrame, onState }: Listener): TerminalSocket {
  let socket: WebSocket | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let isClosed = false

  const open = (): void => {
    onState(failures === 0 ? 'connecting' : 'lost')
    const made = new WebSocket(
      `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/terminals/${id}`,
    )
    socket = made
    made.onopen = () => {
      failures = 0
      onState('open')
    }
    made.onmessage = ({ data }) => onFrame(JSON.parse(String(data)) as Frame)
    made.onclose = ({ code }) => {
      if (isClosed || socket !== made) return
      if (code === GONE) {
        onState('gone')
        return
      }
      onState('lost')
      timer = setTimeout(open, RETRY_MS[Math.min(failures, RETRY_MS.length - 1)])
      failures += 1
    }
  }
  open()

  return {
    send: (message) => {
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
    },
    close: () => {
      isClosed = true
      clearTimeout(timer)
      socket?.close()
    },
  }
}
