import { type Draft, isUnknown } from './draft.ts'
import type { Word } from './word.ts'

/** `https://user@host:1/x`, `host/x`, `user@host:path`, `host`. */
const HOST = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^@/\s]*@)?(\[[0-9a-f:.]+\]|[^/:?#\s]+)/i

/** The command reaches a host. */
export function addHost(draft: Draft, word: Word): void {
  draft.effects.add('network')
  if (word.value === null) {
    isUnknown(draft, 'unknown-host', 'Which host it reaches cannot be known.', word)
    return
  }
  const host = HOST.exec(word.value)?.[1]
  if (host !== undefined) draft.hosts.add(host.toLowerCase())
}
