import { z } from 'zod'
import { shownName } from '../../files/describe-path.ts'
import type { Files } from '../../files/files.ts'
import type { Indexes } from '../../indexing/indexes.ts'
import { buildingNote, indexPlace } from '../index-place.ts'
import { operation } from '../operation.ts'
import { shownQuery } from '../search-words.ts'
import * as fields from './fields.ts'

const RESULTS = 20
const RESULTS_MAX = 100

export const semanticSearch = ({ files, indexes }: { files: Files; indexes: Indexes }) =>
  operation({
    name: 'semantic_search',
    title: 'Search by meaning',
    description: 'Search code and text by meaning.',
    effect: 'read',
    icon: 'search',
    input: z.strictObject({ query: fields.query, path: fields.directory, limit: fields.limit }),
    output: z.object({
      results: z.array(
        z.object({
          file: z.string(),
          line: z.int(),
          endLine: z.int(),
          content: z.string(),
          relevance: z.number(),
          context: z.string().nullable(),
          why: z.array(z.string()),
        }),
      ),
      count: z.int(),
      index: z.object({ state: z.enum(['building', 'ready']), files: z.int(), waiting: z.int() }),
      note: z.string().nullable(),
    }),
    aliases: { path: fields.DIRECTORY_ALIASES, limit: ['maxResults'] },
    example: { query: 'where are tokens checked' },

    touches: ({ path }, { place }) => ({ base: files.locate(place, path, 'read') }),
    label: ({ query }) => `Searching by meaning: ${shownQuery(query)}`,
    details: ({ path }) => [`In: ${shownName(path)}`],

    async run({ query, limit = RESULTS }, { base }, { caller, signal }) {
      const { root, below } = indexPlace(caller.workdir, base)
      const most = Math.min(limit, RESULTS_MAX)
      const { matches, index, withoutMeaning } = await indexes.search(root, { query, limit: most, below }, signal)
      const notes = [
        buildingNote(index),
        withoutMeaning === null ? null : `found by words and names only: ${withoutMeaning}`,
      ].filter((note) => note !== null)
      return {
        results: matches.map(({ path, firstLine, lastLine, text, score, symbol, why }) => ({
          file: path,
          line: firstLine,
          endLine: lastLine,
          content: text,
          relevance: score,
          context: symbol,
          why: [...why],
        })),
        count: matches.length,
        index,
        note: notes.length === 0 ? null : notes.join('; '),
      }
    },

    text({ results, note }) {
      const parts = results.map(
        ({ file, line, endLine, content, relevance, why }) =>
          `${file}:${line}-${endLine}  ${relevance.toFixed(2)}  ${why.join('; ')}\n${content}`,
      )
      const said = note === null ? [] : [`[${note}]`]
      return [...(parts.length === 0 ? ['Nothing was found.'] : parts), ...said].join('\n\n')
    },
  })
