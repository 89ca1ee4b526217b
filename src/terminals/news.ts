import type { News } from '../broker/protocol.ts'
import type { Mirror } from './mirror.ts'

/** What the broker tells becomes what the daemon knows, and an event. */
export function newsInto(mirror: Mirror): (news: Exclude<News, { news: 'output' }>) => void {
  return (news) => {
    switch (news.news) {
      case 'removed':
        mirror.remove(news.session)
        mirror.emit({ type: 'removed', id: news.session })
        return
      case 'command':
        mirror.emit({ type: 'command', session: mirror.put(news.view), command: news.command })
        return
      default:
        mirror.emit({ type: news.news, session: mirror.put(news.view) })
    }
  }
}

/** The broker died, and everything it owned with it. */
export function endAll(mirror: Mirror, now: number): void {
  for (const view of mirror.all()) {
    if (view.endedAt === null) {
      const ended = { state: 'failed', exitCode: 137, signal: 'SIGKILL', endedAt: now, prompt: 'none' } as const
      mirror.emit({ type: 'exit', session: mirror.put({ ...view, ...ended }) })
    }
    mirror.remove(view.id)
    mirror.emit({ type: 'removed', id: view.id })
  }
}
