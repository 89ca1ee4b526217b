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
  // One controller of our own: a combined signal per call would stay in memory until the next full collection.
  const own = new AbortController()
  const { promise: stopped, reject } = Promise.withResolvers<never>()
  const stop = (reason: unknown) => {
    own.abort(reason)
    reject(reason)
  }
  const onAbort = () => stop(context.signal.reason)
  context.signal.addEventListener('abort', onAbort, { once: true })
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => stop(timedOut(operation, timeoutMs)), timeoutMs)
  const running = prepared.run({ ...context, signal: own.signal })
  try {
    return await Promise.race([running, stopped])
  } catch (cause) {
    if (!operation.settles || !own.signal.aborted) throw cause
    return await settled(running, cause)
  } finally {
    clearTimeout(timer)
    context.signal.removeEventListener('abort', onAbort)
  }
}

const SETTLE_MS = 10_000

/** It may have finished after all, or know what is left of its work: that is told rather than that it was stopped. */
async function settled<T>(running: Promise<T>, cause: unknown): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(cause), SETTLE_MS)
  try {
    return await Promise.race([running, late])
  } catch (end) {
    throw end instanceof HostError ? end : cause
  } finally {
    clearTimeout(timer)
  }
}

function timedOut(operation: Operation, timeoutMs: number): HostError {
  return new HostError('TIMEOUT', `${operation.title} took longer than ${timeoutMs / 1_000} s and was stopped.`, {
    hint: 'Ask for less at once.',
  })
}
