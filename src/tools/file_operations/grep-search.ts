import { z } from 'zod'
import { shownName } from '../../files/describe-path.ts'
import type { Files } from '../../files/files.ts'
import type { Search } from '../../search/search.ts'
import { matchLines } from '../match-lines.ts'
import { operation } from '../operation.ts'
import { shownQuery } from '../search-words.ts'
import * as fields from './fields.ts'

export const grepSearch = ({ files, search }: { files: Files; search: Search }) =>
  operation({
    name: 'grep_search',
    title: 'Search in files',
    description: 'Search lines in files, in any case.',
    effect: 'read',
    icon: 'search',
    input: z.strictObject({
      query: fields.query,
      isRegexp: z.boolean().optional(),
      includePattern: z.string().optional().describe('A glob.'),
      maxResults: fields.maxResults,
      path: fields.directory,
    }),
    output: z.object({
      matches: z.array(
        z.object({
          filePath: z.string(),
          lineNumber: z.int(),
          lineText: z.string(),
          matchText: z.string().optional(),
        }),
      ),
      totalCount: z.int(),
      truncated: z.enum(['limit', 'time']).optional(),
    }),
    aliases: {
      query: ['pattern'],
      isRegexp: ['isRegex'],
      includePattern: ['include', 'glob'],
      maxResults: ['max_results', 'limit'],
      path: fields.DIRECTORY_ALIASES,
    },
    example: { query: 'createServer', includePattern: 'src/**/*.ts' },

    touches: ({ path }, { place }) => ({ base: files.locate(place, path, 'read') }),
    label: ({ query }) => `Searching code: ${shownQuery(query)}`,
    details: ({ path, includePattern }) => [
      `In: ${shownName(path)}`,
      ...(includePattern === undefined ? [] : [`Names: ${shownQuery(includePattern)}`]),
    ],

    async run(
      { query, isRegexp = false, includePattern, maxResults = search.limits.searchMatches },
      { base },
      context,
    ) {
      using tree = files.openTree(base)
      const found = await search.grep(
        tree,
        {
          pattern: query,
          isRegex: isRegexp,
          isCaseSensitive: false,
          glob: includePattern,
          includeIgnored: false,
          context: 0,
          limit: maxResults,
        },
        context,
      )
      const { cut } = found
      search.remember(context.caller.runId, {
        kind: 'grep',
        query,
        directory: tree.path,
        total: found.matches.length,
        isCut: cut !== null,
        results: found.matches.map(({ path, line, text }) => `${path}:${line}: ${text}`),
      })
      const matches = found.matches.map(({ path, line, text, matchText }) => ({
        filePath: path,
        lineNumber: line,
        lineText: text,
        ...(matchText === null ? {} : { matchText }),
      }))
      return { matches, totalCount: matches.length, ...(cut === null ? {} : { truncated: cut }) }
    },

    text({ matches, truncated }) {
      const lines = matches.map(({ filePath, lineNumber, lineText }) => ({
        path: filePath,
        line: lineNumber,
        text: lineText,
      }))
      return matchLines(lines, truncated, search.limits)
    },
  })
