import { z } from 'zod'
import { operation } from '../operation.ts'
import * as fields from './fields.ts'

export const listCollections = ({ memory }: fields.MemoryServices) =>
  operation({
    name: 'list_collections',
    title: 'List collections',
    description: 'What is remembered where.',
    effect: 'read',
    icon: 'brain',
    input: z.strictObject({}),
    output: z.object({
      collections: z.array(
        z.object({
          scope: fields.scopeOutput,
          memories: z.int(),
          bytes: z.int(),
          types: z.record(z.string(), z.int()),
          tags: z.array(z.string()),
          newestAt: z.string().nullable(),
          waiting: z.int(),
        }),
      ),
      effectiveScopeId: z.string(),
    }),
    example: {},

    label: () => 'Listing memory collections',

    run(_input, _touched, { caller }) {
      const scopes = memory.scopesOf(caller)
      return {
        collections: memory.collections(scopes.visible).map(({ newestAt, tags, types, ...rest }) => ({
          ...rest,
          types: { ...types },
          tags: [...tags],
          newestAt: newestAt === null ? null : new Date(newestAt).toISOString(),
        })),
        effectiveScopeId: scopes.effective.key,
      }
    },

    text({ collections, effectiveScopeId }) {
      return collections
        .map(({ scope, memories, types, tags, waiting }) => {
          const kinds = Object.entries(types).map(([type, count]) => `${type} ${count}`)
          const details = [
            ...(kinds.length === 0 ? [] : [kinds.join(', ')]),
            ...(tags.length === 0 ? [] : [`tags: ${tags.join(', ')}`]),
            ...(waiting === 0 ? [] : [`${waiting} pieces are not yet found by meaning`]),
          ]
          const mark = scope.key === effectiveScopeId ? ' (new ones go here)' : ''
          return [
            `${scope.kind} ${scope.label}${mark}: ${memories} memories`,
            ...details.map((line) => `  ${line}`),
          ].join('\n')
        })
        .join('\n')
    },
  })
