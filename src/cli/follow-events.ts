import { setTimeout as pause } from 'node:timers/promises'
import type { Api } from './api.ts'

interface Listener {
  /** The type of an event; `snapshot` means: look at everything again. Comes first, also after a gap. */
  readonly onEvent: (type: string) => void
  /** The daemon is gone; it is looked for until it is back. */
  readonly onLost: () => void
}

const LOOK_AGAIN_MS = 250
/** The daemon says something every 15 seconds. */
const SILENCE_MS = 40_000

/** Follows the daemon's events until aborted, over its restarts. */
export async function followEvents(api: Api, { onEvent, onLost }: Listener, signal: AbortSignal): Promise<void> {
  let isLost = false
  while (!signal.aborted) {
    let rest = ''
    const read = (text: string) => {
      isLost = false
      const blocks = (rest + text).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const type = /^event: (.+)$/m.exec(block)?.[1]
        if (type !== undefined) onEvent(type)
      }
    }
    // However it ended, the next round finds out whether the daemon is there.
    await api.stream('/api/events', read, { signal, silenceMs: SILENCE_MS }).catch(() => {})
    if (signal.aborted) return
    if (!isLost) onLost()
    isLost = true
    await pause(LOOK_AGAIN_MS, undefined, { signal }).catch(() => {})
  }
}
