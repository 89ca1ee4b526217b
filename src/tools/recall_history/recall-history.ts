import { z } from 'zod'
import { HostError } from '../../base/host-error.ts'
import { oneLine, visible } from '../../base/visible.ts'
import { recalledSchema, recallMapSchema, TIME_HINTS } from '../../contract/recall.ts'
import { type Caller, principalOf } from '../../contract/run.ts'
import type { Recall } from '../../recall/recall.ts'
import { operation } from '../operation.ts'

/** The conversations of a shared topic; null where there is none that the caller belongs to. */
export type TopicOwners = (topicId: string, caller: Caller) => readonly string[] | null

export interface RecallServices {
  readonly recall: Recall
  readonly topicOwners: TopicOwners
}

const LIMIT = 3
const LIMIT_MAX = 10

export const recallHistory = ({ recall, topicOwners }: RecallServices) =>
  operation({
    name: 'recall_history',
    title: 'Recall history',
    description: 'Find what was done or said earlier, by words and meaning.',
    effect: 'read',
    icon: 'scroll',
    input: z.strictObject({
      query: z.string(),
      topic_id: z.string().optional(),
      time_hint: z.enum(TIME_HINTS).optional(),
      limit: z.int().min(1).max(LIMIT_MAX).default(LIMIT),
    }),
    output: z.object({ results: z.array(recalledSchema), map: recallMapSchema, isSemantic: z.boolean() }),
    aliases: { topic_id: ['topicId'], time_hint: ['timeHint'] },
    example: { query: 'why the build failed' },
    label: ({ query }) => `Recalling: ${oneLine(query, 60)}`,

    async run({ query, topic_id, time_hint, limit }, _touched, { caller, signal }) {
      const whose = whoseEntries(caller, topic_id, topicOwners)
      const { found, map, isSemantic } = await recall.search({ query, whose, timeHint: time_hint, limit, signal })
      return { results: [...found], map, isSemantic }
    },

    text: ({ results, map, isSemantic }) =>
      [
        ...(results.length === 0 ? ['Nothing earlier fits.'] : results.map(resultText)),
        '',
        mapText(map, results.length, isSemantic),
      ].join('\n'),
  })

function whoseEntries(caller: Caller, topicId: string | undefined, topicOwners: TopicOwners) {
  if (topicId === undefined) return caller.isPerson ? ('all' as const) : { principal: principalOf(caller) }
  const owners = topicOwners(topicId, caller)
  if (owners === null) {
    throw new HostError('NOT_FOUND', `This run belongs to no topic ${oneLine(topicId, 60)}.`, {
      hint: 'Leave topic_id out, or have a person attach this run to the topic.',
    })
  }
  return { owners }
}

function resultText({ id, at, title, text, score }: z.output<typeof recalledSchema>): string {
  const time = new Date(at).toISOString().slice(0, 16).replace('T', ' ')
  return `${time}  ${id}  (${score})\n${oneLine(title, 200)}\n${visible(text)}`
}

function mapText(map: z.output<typeof recallMapSchema>, shown: number, isSemantic: boolean): string {
  const { matches, entries, earliest, days, operations, isComplete } = map
  if (entries === 0) return 'The history has nothing yet.'
  const since = earliest === null ? '' : ` since ${new Date(earliest).toISOString().slice(0, 10)}`
  return [
    `Map: ${entries} entries${since}; ${matches} hold some of the words, ${shown} shown.`,
    `Days: ${days.map(({ day, entries: count }) => `${day} (${count})`).join(', ')}.`,
    `Mostly: ${operations.map(({ name, entries: count }) => `${name} (${count})`).join(', ')}.`,
    ...(isSemantic ? [] : ['Some were compared by words only.']),
    ...(isComplete ? [] : ['Older entries are still being taken in: ask again for them.']),
    'A call that was cut is read with read_tool_result while it is kept.',
  ].join('\n')
}
