import { z } from 'zod'
import { SCOPE_KINDS } from '../../contract/memory.ts'
import type { Memory } from '../../memory/memory.ts'

export interface MemoryServices {
  readonly memory: Memory
}

export const scope = z.enum(SCOPE_KINDS).optional()

export const tags = z.array(z.string().trim().min(1).max(64)).max(20).optional()

export const scopeOutput = z.object({ key: z.string(), kind: z.enum(SCOPE_KINDS), label: z.string() })
