import { z } from 'zod'

const name = z.string().trim().min(1).max(100)
const content = z.string().trim().min(1).max(20_000)

const componentSchema = z.strictObject({
  title: z.string().trim().max(100).default(''),
  content,
  isEnabled: z.boolean().default(true),
})

/** A system prompt as a person writes it. Its components are read in this order. */
export const newSystemPromptSchema = z.strictObject({
  name,
  description: z.string().trim().max(500).default(''),
  components: z.array(componentSchema).min(1).max(50),
})
export type NewSystemPrompt = z.output<typeof newSystemPromptSchema>

/** An instruction of the person that holds for many conversations. Smaller orders come first. */
export const newMiniPromptSchema = z.strictObject({
  name,
  content,
  order: z.int().min(0).max(10_000).default(100),
  /** Holds for every run; otherwise only for those it is enabled in. */
  isEnabled: z.boolean().default(false),
})
export type NewMiniPrompt = z.output<typeof newMiniPromptSchema>

interface Kept {
  readonly id: string
  /** Comes with the product: it can be copied, not changed. */
  readonly isBuiltIn: boolean
  readonly createdAt: number
  readonly updatedAt: number
}

export interface SystemPrompt extends NewSystemPrompt, Kept {}

export interface MiniPrompt extends NewMiniPrompt, Kept {
  /** `global`, or the number of runs it is enabled in. */
  readonly scope: 'global' | 'run' | 'off'
  readonly runs: readonly string[]
}
