import { z } from 'zod'
import { shownName } from '../../files/describe-path.ts'
import type { Files } from '../../files/files.ts'
import type { Search } from '../../search/search.ts'
import { matchLines } from '../match-lines.ts'
import { operation } from '../operation.ts'
import { shownQuery } from '../search-words.ts'
import * as fields from './fields.ts'

const MATCHES_MAX = 2_000
const CONTEXT_MAX = 20

export const fsGrep = ({ files, search }: { files: Files; search: Search }) =>
  operation({
    name: 'fs_grep',
    title: 'Search in files',
    description: 'Search lines by regex.',
    effect: 'read',
    icon: 'search',
    input: z.strictObject({
      base: fields.base,
      pattern: z.string(),
      glob: fields.glob,
      max_matches: fields.count(search.limits.searchMatches, MATCHES_MAX),
      literal: z.boolean().optional(),
      ignore_case: z.boolean().optional(),
      context: z
        .int()
        .refine((lines) => lines >= 0 && lines <= CONTEXT_MAX, `must be from 0 to ${CONTEXT_MAX}`)
        .optional(),
    }),
    output: z.object({
      matches: z.array(
        z.object({
          path: z.string(),
          line: z.int(),
          text: z.string(),
          column: z.int().optional(),
          before: z.array(z.string()).optional(),
          after: z.array(z.string()).optional(),
        }),
      ),
      truncated: z.enum(['limit', 'time']).optional(),
    }),
    aliases: { base: fields.BASE_ALIASES, pattern: ['query'], max_matches: ['max_results', 'maxResults'] },
    example: { base: 'src', pattern: 'export function \\w+', glob: '**/*.ts' },

    touches: ({ base = '.' }, { place }) => ({ base: files.locate(place, base, 'read') }),
    label: ({ pattern }) => `Searching files: ${shownQuery(pattern)}`,
    details: ({ base = '.', glob }) => [
      `In: ${shownName(base)}`,
      ...(glob === undefined ? [] : [`Names: ${shownQuery(glob)}`]),
    ],

    async run(input, { base }, context) {
      const around = input.context ?? 0
      using tree = files.openTree(base)
      const query = {
        pattern: input.pattern,
        isRegex: input.literal !== true,
        isCaseSensitive: input.ignore_case !== true,
        glob: input.glob,
        includeIgnored: false,
        context: around,
        limit: input.max_matches,
      }
      const found = await search.grep(tree, query, context)
      const { cut } = found
      search.remember(context.caller.runId, {
        kind: 'grep',
        query: input.pattern,
        directory: tree.path,
        total: found.matches.length,
        isCut: cut !== null,
        results: found.matches.map(({ path, line, text }) => `${path}:${line}: ${text}`),
      })
      const matches = found.matches.map(({ path, line, text, column, before, after }) => ({
        path,
        line,
        text,
        ...(column === null ? {} : { column }),
        ...(around === 0 ? {} : { before: [...before], after: [...after] }),
      }))
      return { matches, ...(cut === null ? {} : { truncated: cut }) }
    },

    text: ({ matches, truncated }) => matchLines(matches, truncated, search.limits),
  })
