import type { RunContext } from '../operation.ts'
import type { Sessions } from './sessions.ts'

/** While a call is open, its client hears of the sessions of its run, and that the call is alive. */
export function keepTold({ events, limits }: Sessions, { caller, progress }: RunContext): Disposable {
  const startedAt = performance.now()
  const stop = events.hear(caller.runId, (event) => progress(JSON.stringify(event)))
  const timer = setInterval(
    () => progress(`Running for ${Math.round((performance.now() - startedAt) / 1_000)} s`),
    limits.progressEveryMs,
  )
  timer.unref()
  return {
    [Symbol.dispose]: () => {
      clearInterval(timer)
      stop()
    },
  }
}
