import { z } from 'zod'

export const path = z.string()

export const PATH_ALIASES = ['filePath', 'file_path'] as const

export const base = z.string().optional()

export const BASE_ALIASES = ['path', 'directory'] as const

export const glob = z.string().optional().describe('Like **/*.ts')

/** A number of results. Its bounds are checked, but not published: every word costs tokens in every list. */
export const count = (usual: number, most: number) =>
  z
    .int()
    .refine((given) => given >= 1 && given <= most, `must be from 1 to ${most}`)
    .default(usual)

/** A whole number from 1. The bound is checked, not published: every word of a list costs. */
export const fromOne = z.int().refine((number) => number >= 1, 'must be at least 1')

export const fromZero = z.int().refine((number) => number >= 0, 'must not be negative')

/** The content the caller means to change; another one is a conflict. */
export const baseHash = z.string().optional().describe('SHA-256')
