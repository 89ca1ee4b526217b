import { z } from 'zod'

export const path = z.string().describe('Absolute, relative to the working directory, or starting with ~/.')

export const PATH_ALIASES = ['filePath', 'file_path'] as const
