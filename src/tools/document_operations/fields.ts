import { z } from 'zod'
import type { Documents } from '../../documents/documents.ts'
import type { Files } from '../../files/files.ts'
import type { Web } from '../../web/web.ts'

export interface DocumentServices {
  readonly documents: Documents
  readonly files: Files
  readonly web: Web
}

export const path = z.string().min(1)
export const PATH_ALIASES = ['file_path', 'filePath'] as const
