import { z } from 'zod'
import { CONTENT_TYPES, importanceSchema } from '../../contract/memory.ts'
import { ownerOf } from '../../contract/run.ts'
import { operation } from '../operation.ts'
import { chooseScope } from './choose-scope.ts'
import * as fields from './fields.ts'

const IMPORTANCE = 0.5
const SHOWN_CHARS = 200

export const storeMemory = ({ memory }: fields.MemoryServices) =>
  operation({
    name: 'store_memory',
    title: 'Store a memory',
    description: 'Remember a text.',
    effect: 'write',
    icon: 'brain',
    input: z.strictObject({
      content: z.string(),
      content_type: z.enum(CONTENT_TYPES).optional(),
      context: z.string().max(2_000).optional(),
      tags: fields.tags,
      importance: importanceSchema.optional(),
      scope: fields.scope,
    }),
    output: z.object({
      id: z.string(),
      stored: z.boolean(),
      scope: fields.scopeOutput,
      effectiveScopeId: z.string(),
      contentType: z.enum(CONTENT_TYPES),
      tags: z.array(z.string()),
      importance: z.number(),
      containsSecret: z.boolean(),
      similar: z.array(z.object({ id: z.string(), content: z.string() })),
    }),
    aliases: { content_type: ['contentType', 'type'], content: ['text', 'memory'] },
    unlisted: ['context', 'importance'],
    example: { content: 'The staging database is reset every night.', content_type: 'fact', tags: ['staging'] },

    label: ({ content_type: type = 'interaction' }) => `Storing memory: ${type}`,
    details: ({ content }) => [content.slice(0, SHOWN_CHARS)],

    run({ content, content_type: type, context, tags = [], importance, scope }, _touched, { caller, callId }) {
      const scopes = memory.scopesOf(caller)
      const into = scope === undefined ? scopes.effective : chooseScope(scopes, scope)
      const kept = memory.store(
        into,
        {
          content,
          contentType: type ?? 'interaction',
          context: context ?? null,
          tags: [...new Set(tags)],
          importance: importance ?? IMPORTANCE,
        },
        { owner: ownerOf(caller), runId: caller.runId, callId, client: caller.client },
      )
      return {
        id: kept.memory.id,
        stored: kept.isNew,
        scope: kept.memory.scope,
        effectiveScopeId: scopes.effective.key,
        contentType: kept.memory.contentType,
        tags: [...kept.memory.tags],
        importance: kept.memory.importance,
        containsSecret: kept.memory.hasSecret,
        similar: kept.similar.map((one) => ({ id: one.id, content: one.content.slice(0, SHOWN_CHARS) })),
      }
    },

    text({ id, stored, scope, containsSecret, similar }) {
      const first = stored
        ? `Stored as ${id} for this ${scope.kind}.`
        : `Already stored as ${id} for this ${scope.kind}; nothing was changed.`
      return [
        first,
        ...(containsSecret ? ['It looks as if a secret were in it; results show it redacted.'] : []),
        ...(similar.length === 0 ? [] : ['Nearly the same, kept as well:']),
        ...similar.map((one) => `- ${one.id}: ${one.content}`),
      ].join('\n')
    },
  })
