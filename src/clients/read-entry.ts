import { win32 } from 'node:path'
import type { Entry } from './format.ts'

/** What an entry starts or calls, whatever the client's words for it. */
export interface EntryFacts {
  readonly transport: 'stdio' | 'http' | null
  /** Program and arguments. */
  readonly words: readonly string[]
  readonly url: string | null
  readonly profile: string | null
}

const OUR_PROGRAMS = new Set(['upperhand', 'upperhand.mjs', 'upperhand.cmd', 'upperhand.exe'])

export function readEntry(entry: Entry): EntryFacts {
  const words = [entry['command'], entry['cmd'], entry['args']].flat().filter((word) => typeof word === 'string')
  const url = [entry['url'], entry['httpUrl'], entry['serverUrl'], entry['uri']].find(
    (text) => typeof text === 'string',
  )
  if (url !== undefined) return { transport: 'http', words, url, profile: /\/mcp\/p\/([^/?#]+)/.exec(url)?.[1] ?? null }
  return { transport: words.length > 0 ? 'stdio' : null, words, url: null, profile: optionOf(words, '--profile') }
}

/** Whether an entry under our name leads to upperhand, wherever and whichever version. */
export function isOurs(entry: Entry): boolean {
  const { words, url } = readEntry(entry)
  if (url !== null) return isOurUrl(url)
  return words.includes('stdio') && words.some((word) => OUR_PROGRAMS.has(win32.basename(word)))
}

function isOurUrl(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { hostname, pathname } = new URL(url)
  return ['127.0.0.1', 'localhost', '[::1]'].includes(hostname) && /^\/mcp(\/p\/[^/]+)?\/?$/.test(pathname)
}

function optionOf(words: readonly string[], name: string): string | null {
  const index = words.indexOf(name)
  return (index === -1 ? undefined : words[index + 1]) ?? null
}
