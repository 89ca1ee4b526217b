import { z } from 'zod'

export const path = z.string().describe('Absolute, relative to the working directory, or starting with ~/.')

export const PATH_ALIASES = ['filePath', 'file_path'] as const

export const base = z.string().default('.')

export const BASE_ALIASES = ['path', 'directory'] as const

export const glob = z.string().optional().describe('Such as **/*.{ts,tsx}')

export const noIgnore = z.boolean().optional()

/** Checked, but not published: every word costs tokens in every list, and nobody asks for nothing. */
export const isPositive = (count: number) => count >= 1
export const POSITIVE = 'must be at least 1'
