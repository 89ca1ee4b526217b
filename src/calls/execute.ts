import { HostError } from '../base/host-error.ts'
import type { Operation, PreparedOperation, RunContext } from '../tools/operation.ts'

interface Execution extends RunContext {
  readonly timeoutMs: number | undefined
}

/** Runs the operation under its signal and time limit. An operation that ignores its signal cannot hold up the answer. */
export async function execute(
  operation: Operation,
  prepared: PreparedOperation,
  { timeoutMs, ...context }: Execution,
): Promise<{ output: unknown; text: string }> {
  context.signal.throwIfAborted()
  const timeout = new AbortController()
  const timer =
    timeoutMs === undefined ? undefined : setTimeout(() => timeout.abort(timedOut(operation, timeoutMs)), timeoutMs)
  const signal = AbortSignal.any([context.signal, timeout.signal])
  const { promise: stopped, reject } = Promise.withResolvers<never>()
  const stop = () => reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([prepared.run({ ...context, signal }), stopped])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
}

function timedOut(operation: Operation, timeoutMs: number): HostError {
  return new HostError('TIMEOUT', `${operation.title} took longer than ${timeoutMs / 1_000} s and was stopped.`, {
    hint: 'Ask for less at once.',
  })
}
