import type { SessionState, SessionView } from '../../../src/contract/terminals.ts'
import type { Tone } from '../../ui/chip.tsx'

export const STATE_TONES: Readonly<Record<SessionState, Tone>> = {
  starting: 'accent',
  running: 'good',
  completed: 'plain',
  failed: 'bad',
  stopped: 'plain',
  timed_out: 'warn',
}

export function stateWords({ state, exitCode, signal }: SessionView): string {
  switch (state) {
    case 'starting':
    case 'running':
    case 'stopped':
      return state
    case 'timed_out':
      return 'timed out'
    case 'completed':
    case 'failed':
      return signal === null ? `ended with ${exitCode ?? '?'}` : `ended by ${signal}`
  }
}

export function isLive({ endedAt }: SessionView): boolean {
  return endedAt === null
}

/** Yours, then agents', then what runs in the background; the newest first in each. */
export function groups(
  sessions: readonly SessionView[],
): readonly { title: string; sessions: readonly SessionView[] }[] {
  const sorted = sessions.toSorted((a, b) => Number(isLive(b)) - Number(isLive(a)) || b.startedAt - a.startedAt)
  return [
    { title: 'Yours', sessions: sorted.filter(({ owner }) => owner.runId === null) },
    { title: 'Agents', sessions: sorted.filter(({ owner, isBackground }) => owner.runId !== null && !isBackground) },
    { title: 'Background', sessions: sorted.filter(({ owner, isBackground }) => owner.runId !== null && isBackground) },
  ].filter((group) => group.sessions.length > 0)
}
