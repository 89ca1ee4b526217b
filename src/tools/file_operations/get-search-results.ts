import { z } from 'zod'
import type { Search } from '../../search/search.ts'
import { operation } from '../operation.ts'

export const getSearchResults = ({ search }: { search: Search }) =>
  operation({
    name: 'get_search_results',
    title: 'Recent searches',
    description: 'Repeat what recent searches found.',
    effect: 'read',
    icon: 'search',
    input: z.strictObject({}),
    output: z.object({
      searches: z.array(
        z.object({
          kind: z.enum(['file', 'grep']),
          query: z.string(),
          directory: z.string(),
          searchedAt: z.string(),
          totalCount: z.int(),
          truncated: z.boolean(),
          results: z.array(z.string()),
        }),
      ),
    }),
    example: {},

    label: () => 'Looking up recent searches',

    run: (_input, _touched, { caller }) => ({
      searches: search.recent(caller.runId).map(({ kind, query, directory, at, total, isCut, results }) => ({
        kind,
        query,
        directory,
        searchedAt: new Date(at).toISOString(),
        totalCount: total,
        truncated: isCut,
        results: [...results],
      })),
    }),

    text({ searches }) {
      if (searches.length === 0) return 'This run has not searched yet.'
      return searches
        .map(({ kind, query, directory, totalCount, truncated, results }) => {
          const noun = `${kind === 'file' ? 'file' : 'line'}${totalCount === 1 ? '' : 's'}`
          const count = `${totalCount}${truncated ? ' or more' : ''} ${noun}`
          return [`${query} in ${directory}: ${count}`, ...results.map((result) => `  ${result}`)].join('\n')
        })
        .join('\n\n')
    },
  })
