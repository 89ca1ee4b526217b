import type { CallView } from '../../contract/calls.ts'
import type { Patience } from '../../contract/doctor.ts'

const ANSWERED = ['succeeded', 'failed', 'denied', 'pending']

export function patienceOf(calls: readonly CallView[]): Patience[] {
  const byClient = Map.groupBy(
    calls.filter(({ isPerson, durationMs }) => !isPerson && durationMs !== null),
    ({ client }) => client,
  )
  return [...byClient].map(([client, own]) => {
    const durations = (states: readonly string[]) =>
      own.filter(({ state }) => states.includes(state)).map(({ durationMs }) => durationMs ?? 0)
    const cancelled = durations(['cancelled'])
    return {
      client,
      calls: own.length,
      longestAnsweredMs: Math.max(0, ...durations(ANSWERED)),
      gaveUpAfterMs: cancelled.length === 0 ? null : Math.min(...cancelled),
    }
  })
}
