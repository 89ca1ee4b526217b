import type { TerminalEvent } from '../contract/terminals.ts'
import type { BrokerLine } from './broker-line.ts'
import type { Keyboard } from './keyboard.ts'
import type { Mirror } from './mirror.ts'
import type { Attachment, Viewer, ViewerFrame } from './terminals.ts'

const PIECE_BYTES = 64 * 1024
const WAIT_MS = 60_000
/** Further behind than this, a picture of now is quicker than what led to it. */
const BEHIND_BYTES = 256 * 1024

/** One person at one window. */
export async function attach(
  line: BrokerLine,
  mirror: Mirror,
  keyboard: Keyboard,
  session: string,
  viewer: Viewer,
): Promise<Omit<Attachment, 'resize'>> {
  const feed = feedViewer(line, mirror, session, viewer)
  await feed.ready
  mirror.addViewers(session, 1)
  let isAttached = true
  return {
    session: mirror.find(session),
    write: async (text) => {
      if (isTerminalReply(text)) return { bytes: 0, isSecret: false }
      return keyboard.write(session, text, { by: 'person', viewer: viewer.id })
    },
    detach: () => {
      if (!isAttached) return
      isAttached = false
      feed.detach()
      mirror.addViewers(session, -1)
      // Whoever is gone holds nothing.
      if (mirror.get(session) !== undefined) keyboard.giveBack(session, viewer.id)
    },
  }
}

/** Feeds one viewer: a picture first, then what is printed, as fast as the viewer takes it. The program never waits. */
function feedViewer(
  line: BrokerLine,
  mirror: Mirror,
  session: string,
  viewer: Viewer,
): { readonly detach: () => void; readonly ready: Promise<void> } {
  const controller = new AbortController()
  const { signal } = controller
  const ready = Promise.withResolvers<void>()
  /** Small facts between pieces of output. */
  const waiting: ViewerFrame[] = []
  const stopListening = mirror.onEvent((event) => {
    const frame = frameOf(event, session)
    if (frame === undefined) return
    waiting.push(frame)
    if (event.type === 'lease' || event.type === 'resized') void flush()
  })
  let sending: Promise<void> = Promise.resolve()
  const send = (frame: ViewerFrame): Promise<void> => {
    sending = sending.then(() => (signal.aborted ? undefined : viewer.send(frame)))
    return sending
  }
  const flush = async (): Promise<void> => {
    for (const frame of waiting.splice(0)) await send(frame)
  }
  const picture = async (): Promise<number> => {
    const { result } = await line.ask('snapshot', { session })
    await send({ type: 'snapshot', snapshot: result })
    return result.next
  }

  const work = async (): Promise<void> => {
    let cursor = await picture()
    ready.resolve()
    while (!signal.aborted) {
      const until = 'output' as const
      const { result } = await line.ask('wait', { session, cursor, until, timeoutMs: WAIT_MS }, { signal })
      if (signal.aborted) return
      if (result.view.end - cursor > BEHIND_BYTES) {
        cursor = await picture()
        continue
      }
      const { result: window, body } = await line.ask('read', { session, cursor, maxBytes: PIECE_BYTES })
      cursor = window.next
      if (body.length > 0) {
        await send({ type: 'data', text: body.toString('utf8'), start: window.start, end: window.next })
      }
      if (window.isEnd) break
    }
    const hasExit = waiting.some(({ type }) => type === 'exit')
    await flush()
    const view = mirror.get(session)
    // It had ended before we came.
    if (!hasExit && view !== undefined) await send({ type: 'exit', session: view })
  }
  void work()
    .catch((cause: unknown) => ready.reject(cause))
    .finally(() => {
      if (signal.aborted) stopListening()
    })
  return {
    ready: ready.promise,
    detach: () => {
      controller.abort()
      stopListening()
    },
  }
}

function frameOf(event: TerminalEvent, session: string): ViewerFrame | undefined {
  if (event.type === 'removed' || event.session.id !== session) return undefined
  switch (event.type) {
    case 'resized':
      return { type: 'resized', cols: event.session.cols, rows: event.session.rows }
    case 'lease':
      return { type: 'lease', session: event.session }
    case 'exit':
      return { type: 'exit', session: event.session }
    default:
      return undefined
  }
}

const REPLY = /^(?:\x1b\[\??[\d;]*[cR]|\x1b\[>[\d;]*c|\x1b\[\d*n|\x1b\]1[01];rgb:[^\x07\x1b]*(?:\x07|\x1b\\))+$/

/** The broker answers what programs ask their terminal; a viewer's own answers would arrive as typed keys. */
function isTerminalReply(text: string): boolean {
  return REPLY.test(text)
}
