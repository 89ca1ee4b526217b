import { SERVER_INFO_META_KEY } from '@modelcontextprotocol/server'
import type { Published } from '../../profiles/published.ts'
import type { McpParts } from './parts.ts'

export type Era = 'legacy' | 'modern'

/** The result of `tools/list` as JSON text, written once per published set and era. */
export type ToolLists = (profileId: string, era: Era) => string

const NOTHING: Published = { tools: [], json: '[]' }

/** A profile that does not serve publishes nothing. */
export function createToolLists(parts: Pick<McpParts, 'published' | 'serverInfo' | 'extras'>): ToolLists {
  const extras = parts.extras?.tools.map(({ tool }) => tool) ?? []
  const written = new WeakMap<Published, Record<Era, string>>()

  const write = (published: Published): Record<Era, string> => {
    const tools = extras.length === 0 ? published.json : JSON.stringify([...published.tools, ...extras])
    const modern = JSON.stringify({
      resultType: 'complete',
      ttlMs: 0,
      cacheScope: 'private',
      _meta: { [SERVER_INFO_META_KEY]: briefInfo(parts.serverInfo) },
    })
    const texts = { legacy: `{"tools":${tools}}`, modern: `{"tools":${tools},${modern.slice(1)}` }
    written.set(published, texts)
    return texts
  }

  return (profileId, era) => {
    const lookup = parts.published(profileId)
    const published = lookup.ok ? lookup.published : NOTHING
    return (written.get(published) ?? write(published))[era]
  }
}

/** Name and version only: icons would repeat in every answer. */
export function briefInfo({ name, version }: { readonly name: string; readonly version: string }) {
  return { name, version }
}
