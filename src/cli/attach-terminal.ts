import type { Readable } from 'node:stream'
import { WebSocket } from 'ws'
import { HostError } from '../base/host-error.ts'
import type { ScreenSnapshot, SessionView } from '../contract/terminals.ts'
import { daemonAddress } from './api.ts'
import type { Context } from './context.ts'
import { createScreenFilter } from './screen-filter.ts'

const COLUMNS = 80
const ROWS = 24
const DETACH = '\u001d'
const SCREEN_ON = '\u001b[?1049h\u001b[2J\u001b[H'
/** Whatever a program left switched on: colours, mouse, paste marks, keypad, a hidden cursor. */
const SCREEN_OFF =
  '\u001b[0m\u001b[?1000l\u001b[?1002l\u001b[?1003l\u001b[?1006l\u001b[?1004l\u001b[?2004l\u001b[?1l\u001b>\u001b[r\u001b[?25h\u001b[?1049l'

type Frame =
  | { readonly type: 'snapshot'; readonly snapshot: ScreenSnapshot }
  | { readonly type: 'data'; readonly text: string; readonly start: number; readonly end: number }
  | { readonly type: 'exit'; readonly session: SessionView }
  | { readonly type: 'error'; readonly message: string }
  | { readonly type: 'resized' | 'lease' | 'hello' }

/** How it came to an end: the person left, or the terminal ended. */
export type Left = { readonly how: 'detached' } | { readonly how: 'ended'; readonly session: SessionView }

interface Keyboard extends Readable {
  readonly setRawMode?: (isRaw: boolean) => unknown
}

interface Screen {
  readonly columns?: number
  readonly rows?: number
  readonly on?: (event: 'resize', listener: () => void) => unknown
  readonly off?: (event: 'resize', listener: () => void) => unknown
}

/** Makes this terminal a view of another one, until Ctrl-] or its end. The screen is then as it was. */
export async function attachTerminal(
  { env, streams, write }: Context,
  id: string,
  { hasRoom }: { readonly hasRoom: boolean },
): Promise<Left> {
  const keyboard = streams.readable as Keyboard
  const screen = streams.writable as Screen
  const { socketPath, key } = daemonAddress(env)
  const socket = new WebSocket(`ws+unix://${socketPath}:/api/terminals/${id}`, {
    headers: { Host: 'localhost', Authorization: `Bearer ${key}` },
  })
  const { promise: left, resolve, reject } = Promise.withResolvers<Left>()
  /** Keys that come before the connection is there are not lost. */
  const early: string[] = []
  const send = (message: object): void => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message))
    else if (socket.readyState === socket.CONNECTING) early.push(JSON.stringify(message))
  }
  const filter = createScreenFilter()
  let next = 0
  let isFirst = true

  const show = (frame: Frame): void => {
    switch (frame.type) {
      case 'snapshot':
        next = frame.snapshot.next
        write(`\u001b[2J\u001b[H${filter.take(frame.snapshot.data).text}`)
        if (isFirst && hasRoom) write(hintAt(screen.rows ?? ROWS))
        isFirst = false
        return
      case 'data': {
        if (frame.end <= next) return
        next = frame.end
        const { text, isLeaving } = filter.take(frame.text)
        write(text)
        // What was on the other screen is known to the daemon only.
        if (isLeaving) send({ type: 'refresh' })
        return
      }
      case 'exit':
        resolve({ how: 'ended', session: frame.session })
        return
      default:
        return
    }
  }
  const resize = (): void => send({ type: 'resize', cols: screen.columns ?? COLUMNS, rows: screen.rows ?? ROWS })
  const press = (data: Buffer | string): void => {
    const keys = String(data)
    const at = keys.indexOf(DETACH)
    if (at !== 0) send({ type: 'input', text: at < 0 ? keys : keys.slice(0, at) })
    if (at >= 0) resolve({ how: 'detached' })
  }

  socket.on('message', (data) => show(JSON.parse(String(data)) as Frame))
  socket.on('unexpected-response', (_request, response) => reject(refused(response.statusCode)))
  socket.on('error', (cause) => reject(gone(cause)))
  socket.on('close', (_code, reason) => reject(gone(undefined, String(reason))))
  socket.on('open', () => {
    screen.on?.('resize', resize)
    write(`${SCREEN_ON}\u001b]2;upperhand ${id} (Ctrl-] leaves)\u0007`)
    resize()
    for (const message of early.splice(0)) socket.send(message)
  })
  keyboard.setRawMode?.(true)
  keyboard.on('data', press)
  keyboard.resume()
  try {
    return await left
  } finally {
    keyboard.off('data', press)
    screen.off?.('resize', resize)
    keyboard.setRawMode?.(false)
    keyboard.pause()
    write(SCREEN_OFF)
    send({ type: 'lease', take: false })
    socket.removeAllListeners('close')
    socket.close()
  }
}

/** At the bottom, until something else is there. */
function hintAt(row: number): string {
  return `\u001b7\u001b[${row};1H\u001b[7m Ctrl-] leaves \u001b[0m\u001b8`
}

function refused(status: number | undefined): HostError {
  return status === 404
    ? new HostError('NOT_FOUND', 'There is no such terminal.', { hint: 'See: upperhand term ls' })
    : new HostError('UNAVAILABLE', `upperhand answered ${status ?? 'nothing'} instead of a terminal.`)
}

function gone(cause?: Error, reason = ''): HostError {
  return new HostError('UNAVAILABLE', reason === '' ? 'The connection to the terminal was lost.' : reason, {
    hint: 'The terminal itself goes on. See: upperhand term ls',
    cause,
  })
}
