import { z } from 'zod'

export const CONTENT_TYPES = ['interaction', 'fact', 'preference', 'task', 'document'] as const
export type ContentType = (typeof CONTENT_TYPES)[number]

export const SCOPE_KINDS = ['run', 'project', 'topic'] as const
export type ScopeKind = (typeof SCOPE_KINDS)[number]

/** Whom a memory belongs to. The key is safe in an address. */
export interface MemoryScope {
  readonly key: string
  readonly kind: ScopeKind
  /** For people: a client, a directory, the name of a topic. */
  readonly label: string
}

const TAGS_MAX = 20
export const tagsSchema = z.array(z.string().trim().min(1).max(64)).max(TAGS_MAX)
export const importanceSchema = z.number().min(0).max(1)

export const memoryPatchSchema = z.strictObject({
  content: z.string().optional(),
  contentType: z.enum(CONTENT_TYPES).optional(),
  context: z.string().max(2_000).nullable().optional(),
  tags: tagsSchema.optional(),
  importance: importanceSchema.optional(),
})
export type MemoryPatch = z.output<typeof memoryPatchSchema>

export interface MemoryView {
  readonly id: string
  readonly scope: MemoryScope
  /** Cut in lists of many. */
  readonly content: string
  /** Characters of the whole. */
  readonly length: number
  readonly contentType: ContentType
  readonly context: string | null
  readonly tags: readonly string[]
  readonly importance: number
  /** It looks as if a password or key were in it. */
  readonly hasSecret: boolean
  readonly runId: string | null
  readonly callId: string | null
  readonly client: string
  readonly createdAt: number
  readonly updatedAt: number
  /** False until all of it can be found by meaning. */
  readonly isEmbedded: boolean
}

export interface MemoryHit {
  readonly memory: MemoryView
  /** The part that fits best; all of it if it is short. */
  readonly text: string
  readonly isPart: boolean
  /** 0 to 1, comparable between questions. */
  readonly score: number
  /** `words` where no vector is there yet. */
  readonly by: 'meaning' | 'meaning and words' | 'words'
}

export interface MemoryCollection {
  readonly scope: MemoryScope
  readonly memories: number
  readonly bytes: number
  readonly types: Readonly<Record<string, number>>
  readonly tags: readonly string[]
  readonly newestAt: number | null
  /** Pieces that cannot be found by meaning yet. */
  readonly waiting: number
}

export interface TopicView {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly createdAt: number
  readonly runs: readonly string[]
}
