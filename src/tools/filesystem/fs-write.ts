import { z } from 'zod'
import { shownName, shownSize } from '../../files/describe-path.ts'
import type { Files } from '../../files/files.ts'
import { operation } from '../operation.ts'
import * as fields from './fields.ts'

export const fsWrite = ({ files }: { files: Files }) =>
  operation({
    name: 'fs_write',
    title: 'Write file',
    description: 'Write a text file.',
    effect: 'write',
    icon: 'file-plus',
    input: z.strictObject({
      path: fields.path,
      content: z.string(),
      create_dirs: z.boolean().default(true),
      mode: z.enum(['overwrite', 'append', 'create_if_missing']).default('overwrite'),
    }),
    output: z.object({ path: z.string(), bytes_written: z.int() }),
    aliases: { path: fields.PATH_ALIASES, create_dirs: ['createDirs'] },
    example: { path: 'notes/today.md', content: '# Today\n' },

    touches: ({ path, mode }, { place, caller }) => {
      const file = files.locate(place, path, 'write')
      if (mode === 'overwrite') files.requireSeen(file, caller.runId)
      return { file }
    },
    label: ({ path }) => `Writing file: ${shownName(path)}`,
    details: ({ path, content }) => [`File: ${shownName(path)}`, shownSize(content)],
    preview: ({ content, mode }, { file }) => files.previewWrite(file, content, mode),

    async run({ content, mode, create_dirs }, { file }, { callId, signal, caller }) {
      const written = await files.writeFile(file, content, {
        mode,
        createDirs: create_dirs,
        callId,
        signal,
        run: caller.runId,
      })
      return { path: file.resource.path, bytes_written: written.bytesWritten }
    },

    text({ path, bytes_written }, { mode, content }) {
      if (mode === 'create_if_missing' && bytes_written === 0 && content !== '') {
        return `${path} exists already. Nothing was written.`
      }
      return `Wrote ${bytes_written} ${bytes_written === 1 ? 'byte' : 'bytes'} to ${path}.`
    },
  })
