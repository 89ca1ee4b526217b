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
  .describe('How many to return. read_file: lines (2000). list_dir: entries (100, at most 1000).')
