import { z } from 'zod'
import { CONTENT_TYPES } from '../../contract/memory.ts'
import { quote } from '../../reminders/quote.ts'
import { operation } from '../operation.ts'
import { shownQuery } from '../search-words.ts'
import { chooseScope } from './choose-scope.ts'
import * as fields from './fields.ts'

const LIMIT = 10
const LIMIT_MAX = 100
const THRESHOLD = 0.3
const STEP = 0.05

export const searchMemory = ({ memory }: fields.MemoryServices) =>
  operation({
    name: 'search_memory',
    title: 'Search memories',
    description: 'Find memories by meaning and words.',
    effect: 'read',
    icon: 'brain',
    input: z.strictObject({
      query: z.string(),
      limit: z.int().min(1).max(LIMIT_MAX).optional(),
      similarity_threshold: z.number().min(0).max(1).optional().describe('0 to 1 (0.3).'),
      scope: fields.scope,
      content_type: z.enum(CONTENT_TYPES).optional(),
      tags: fields.tags,
    }),
    output: z.object({
      results: z.array(
        z.object({
          id: z.string(),
          content: z.string(),
          isPart: z.boolean(),
          score: z.number(),
          matchedBy: z.enum(['meaning', 'meaning and words', 'words']),
          contentType: z.enum(CONTENT_TYPES),
          context: z.string().nullable(),
          tags: z.array(z.string()),
          importance: z.number(),
          scope: fields.scopeOutput,
          createdAt: z.string(),
          client: z.string(),
          runId: z.string().nullable(),
          callId: z.string().nullable(),
          containsSecret: z.boolean(),
        }),
      ),
      count: z.int(),
      totalCount: z.int(),
      threshold: z.number(),
      bestScore: z.number().nullable(),
      nextThreshold: z.number().nullable(),
      note: z.string().nullable(),
    }),
    aliases: { similarity_threshold: ['similarityThreshold', 'threshold'], content_type: ['contentType', 'type'] },
    unlisted: ['content_type', 'tags'],
    example: { query: 'when is staging reset' },

    label: ({ query }) => `Searching memory: ${shownQuery(query)}`,

    async run(input, _touched, { caller, signal }) {
      const { query, limit = LIMIT, similarity_threshold: threshold = THRESHOLD, scope, tags } = input
      const scopes = memory.scopesOf(caller)
      const looked = scope === undefined ? scopes.visible : [chooseScope(scopes, scope)]
      const question = { query, limit, threshold, type: input.content_type, tags }
      const { hits, total, best, withoutMeaning } = await memory.search(looked, question, signal)
      // Only then: an empty answer must not be taken for "never stored".
      const waiting = hits.length > 0 ? 0 : memory.collections(looked).reduce((sum, one) => sum + one.waiting, 0)
      return {
        results: hits.map(({ memory: found, text, isPart, score, by }) => ({
          id: found.id,
          content: text,
          isPart,
          score,
          matchedBy: by,
          contentType: found.contentType,
          context: found.context,
          tags: [...found.tags],
          importance: found.importance,
          scope: found.scope,
          createdAt: new Date(found.createdAt).toISOString(),
          client: found.client,
          runId: found.runId,
          callId: found.callId,
          containsSecret: found.hasSecret,
        })),
        count: hits.length,
        totalCount: total,
        threshold,
        bestScore: best === null ? null : Math.round(best * 1_000) / 1_000,
        nextThreshold: hits.length > 0 || best === null ? null : belowBest(best),
        note: withoutMeaning === null ? stillWaiting(waiting) : `found by words only: ${withoutMeaning}`,
      }
    },

    text({ results, totalCount, threshold, bestScore, nextThreshold, note }) {
      const said = note === null ? [] : [`[${note}]`]
      if (results.length === 0) return [emptyText(threshold, bestScore, nextThreshold), ...said].join('\n')
      const parts = results.map(
        ({ id, content, isPart, score, contentType, tags, createdAt, scope }) =>
          `${score.toFixed(2)}  ${contentType}, ${scope.kind}, ${createdAt.slice(0, 10)}${tags.length === 0 ? '' : `, ${quote(tags.join(' '))}`}  ${id}\n${quote(content)}${isPart ? ' [a part]' : ''}`,
      )
      const more = totalCount > results.length ? [`[${totalCount} reach the threshold; raise limit to see more]`] : []
      return [...parts, ...more, ...said].join('\n\n')
    },
  })

/** The next step down that would have found something. */
function belowBest(best: number): number {
  return Math.max(0, Math.round((Math.ceil(best / STEP) - 1) * STEP * 100) / 100)
}

function stillWaiting(pieces: number): string | null {
  if (pieces === 0) return null
  return `${pieces} stored ${pieces === 1 ? 'piece is' : 'pieces are'} not yet found by meaning: search again in a moment`
}

function emptyText(threshold: number, best: number | null, next: number | null): string {
  if (best === null || next === null) return 'There is nothing in memory about it.'
  return `Nothing reaches ${threshold}. The best score is ${best}; try similarity_threshold ${next}.`
}
