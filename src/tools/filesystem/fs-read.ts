import { z } from 'zod'
import { shownName } from '../../files/describe-path.ts'
import type { Files } from '../../files/files.ts'
import { attachMedia } from '../attachments.ts'
import { operation } from '../operation.ts'
import * as fields from './fields.ts'

export const fsRead = ({ files }: { files: Files }) =>
  operation({
    name: 'fs_read',
    title: 'Read file',
    description: 'Read a file from its beginning.',
    effect: 'read',
    icon: 'file-text',
    input: z.strictObject({
      path: fields.path,
      max_bytes: z
        .int()
        .max(files.limits.fsReadMaxBytes)
        .refine((bytes) => bytes >= 1, 'must be at least 1')
        .default(files.limits.fsReadBytes),
    }),
    output: z.object({
      path: z.string(),
      content: z.string(),
      truncated: z.boolean().optional(),
      size: z.int().optional(),
    }),
    aliases: { path: fields.PATH_ALIASES, max_bytes: ['maxBytes'] },
    example: { path: 'src/main.ts' },
    bound: 'windowed',

    touches: ({ path }, { place }) => ({ file: files.locate(place, path, 'read') }),
    label: ({ path }) => `Reading file: ${shownName(path)}`,
    details: ({ path }) => [`File: ${shownName(path)}`],

    async run({ max_bytes }, { file }, { signal, caller, attach }) {
      const options = { maxBytes: max_bytes, signal, run: caller.runId }
      const { content, truncated, size } = await files.readBytes(file, options).catch(async (cause: unknown) => {
        const shown = await attachMedia(files, file, cause, attach)
        return { content: shown.text, truncated: false, size: shown.size }
      })
      return { path: file.resource.path, content, truncated, size }
    },

    text({ content, truncated, size }, { max_bytes }) {
      if (!truncated) return content
      return `${content}\n\n[the first ${max_bytes} of ${size} bytes; a larger max_bytes reads more]`
    },
  })
