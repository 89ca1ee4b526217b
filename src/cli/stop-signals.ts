/** A terminal, npm and a wrapper may each pass on one and the same Ctrl-C. */
const SAME_SIGNAL_MS = 700
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Resolves when the process is asked to stop: by a signal, or because whoever started it is gone. A second signal, later
 * than an echo of the first, ends it at once.
 */
export function stopSignal(): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  let first: number | undefined
  const onSignal = (signal: string) => {
    if (first !== undefined && performance.now() - first > SAME_SIGNAL_MS) process.exit(130)
    first ??= performance.now()
    resolve(signal)
  }
  for (const signal of SIGNALS) process.on(signal, onSignal)
  process.once('disconnect', () => resolve('disconnect'))
  process.channel?.unref()
  return promise
}
