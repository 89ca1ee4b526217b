import { z } from 'zod'
import { RISKS } from './effects.ts'

/** These four are views for clients that know tools by name, in exactly the words such clients use. */

export const toolDefinitionSchema = z
  .strictObject({
    name: z.string(),
    description: z.string(),
    /** JSON Schema of the arguments. */
    parameters: z.record(z.string(), z.unknown()),
    category: z.string(),
    risk: z.enum(RISKS),
    /** A call of it can wait for a person. */
    requires_confirmation: z.boolean(),
  })
  .meta({ id: 'ToolDefinition' })
export type ToolDefinition = Readonly<z.output<typeof toolDefinitionSchema>>

const args = z.record(z.string(), z.unknown())

export const EXECUTION_STATUSES = ['pending_confirmation', 'executing', 'completed', 'failed', 'denied'] as const

export const executionSchema = z
  .strictObject({
    callId: z.string(),
    toolName: z.string(),
    status: z.enum(EXECUTION_STATUSES),
    arguments: args,
    result: z
      .strictObject({
        success: z.boolean(),
        output: z.string(),
        error: z.string().optional(),
        durationMs: z.number().optional(),
      })
      .optional(),
    timestamp: z.iso.datetime(),
  })
  .meta({ id: 'Execution' })
export type Execution = Readonly<z.output<typeof executionSchema>>

export const toolConfirmationSchema = z.strictObject({
  conversationId: z.string(),
  callId: z.string(),
  toolName: z.string(),
  arguments: args,
  description: z.string(),
})
export type ToolConfirmation = Readonly<z.output<typeof toolConfirmationSchema>>

export const toolResultSchema = z.strictObject({
  conversationId: z.string(),
  callId: z.string(),
  success: z.boolean(),
  output: z.string(),
  error: z.string().optional(),
})
export type ToolResult = Readonly<z.output<typeof toolResultSchema>>
