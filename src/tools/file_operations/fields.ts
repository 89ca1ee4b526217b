import { z } from 'zod'

export const filePath = z.string()

export const FILE_PATH_ALIASES = ['path', 'file_path'] as const

/** A whole number from 1. The bound is checked, not published: every word of a list costs. */
export const fromOne = z.int().refine((number) => number >= 1, 'must be at least 1')

export const offset = z
  .int()
  .refine((number) => number >= 0, 'must not be negative')
  .optional()
  .describe('First line, or entries to skip.')

export const limit = z
  .int()
  .max(2_000)
  .refine((number) => number >= 1, 'must be at least 1')
  .optional()

export const directory = z.string().default('.')

export const DIRECTORY_ALIASES = ['dirPath', 'dir_path', 'directory', 'rootPath'] as const

export const query = z.string().describe('file_search: a glob such as **/*.ts. semantic_search: words or a question.')

export const maxResults = z
  .int()
  .max(1_000)
  .refine((count) => count >= 1, 'must be at least 1')
  .optional()

export const symbolName = z.string()

export const filePaths = z.array(z.string()).max(50).optional().describe('Only these; list_usages: these first.')

export const oldString = z.string()

export const newString = z.string()

/** The content the caller means to change; another one is a conflict. */
export const baseHash = z.string().optional().describe('SHA-256')
