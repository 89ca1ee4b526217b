import { z } from 'zod'

export const filePath = z.string().describe('Absolute, relative to the working directory, or starting with ~/.')

export const FILE_PATH_ALIASES = ['path', 'file_path'] as const

export const offset = z
  .int()
  .min(0)
  .optional()
  .describe('Where to start. read_file: the first line, counted from 1. list_dir: how many entries to skip.')

export const limit = z
  .int()
  .min(1)
  .max(2_000)
  .optional()
  .describe('How many to return. read_file: lines (2000). list_dir, file_search: entries (100, at most 1000).')

export const directory = z.string().default('.').describe('The directory; the working directory if left out.')

export const DIRECTORY_ALIASES = ['dirPath', 'dir_path', 'directory', 'rootPath'] as const

export const query = z.string().describe('file_search: a glob such as **/*.ts. semantic_search: words or a question.')

export const maxResults = z
  .int()
  .max(1_000)
  .refine((count) => count >= 1, 'must be at least 1')
  .optional()

export const symbolName = z.string()

export const filePaths = z.array(z.string()).max(50).optional().describe('Only these; list_usages: these first.')

export const oldString = z.string().describe('Exact text, with lines around it.')

export const newString = z.string()

/** The content the caller means to change; another one is a conflict. */
export const baseHash = z.string().optional().describe('SHA-256 it must have.')
