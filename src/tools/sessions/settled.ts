import type { SessionView, TerminalEvent } from '../../contract/terminals.ts'
import type { Terminals } from '../../terminals/terminals.ts'

/** Resolves when a command that began after `before` has ended, when the session has, or when the time is over. */
export async function settled(
  terminals: Pick<Terminals, 'onEvent'>,
  before: SessionView,
  ms: number,
  signal: AbortSignal,
): Promise<void> {
  if (ms === 0 || before.endedAt !== null) return
  const { promise, resolve } = Promise.withResolvers<void>()
  const number = before.lastCommand?.number ?? 0
  const stop = terminals.onEvent((event) => {
    if (isEnd(event, before.id, number)) resolve()
  })
  const timer = setTimeout(resolve, ms)
  const onAbort = () => resolve()
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    await promise
  } finally {
    stop()
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
  }
}

function isEnd(event: TerminalEvent, id: string, number: number): boolean {
  if (event.type === 'exit') return event.session.id === id
  return (
    event.type === 'command' &&
    event.session.id === id &&
    event.command.number > number &&
    event.command.endedAt !== null
  )
}
