import { basename } from 'node:path'
import { z } from 'zod'
import { HostError } from '../../base/host-error.ts'
import { shownName, shownSize } from '../../files/describe-path.ts'
import type { Files } from '../../files/files.ts'
import { operation } from '../operation.ts'
import * as fields from './fields.ts'

export const createFile = ({ files }: { files: Files }) =>
  operation({
    name: 'create_file',
    title: 'Create file',
    description: 'Create a text file.',
    effect: 'write',
    icon: 'file-plus',
    input: z.strictObject({
      filePath: fields.filePath,
      content: z.string(),
      overwrite: z.boolean().optional(),
    }),
    output: z.object({
      success: z.boolean(),
      message: z.string(),
      filename: z.string(),
      filePath: z.string(),
      created: z.boolean(),
      overwritten: z.boolean(),
    }),
    aliases: { filePath: fields.FILE_PATH_ALIASES },
    example: { filePath: 'notes/today.md', content: '# Today\n' },

    touches: ({ filePath, overwrite }, { place, caller }) => {
      const file = files.locate(place, filePath, 'write')
      if (overwrite === true) files.requireSeen(file, caller.runId)
      return { file }
    },
    label: ({ filePath }) => `Creating file: ${shownName(filePath)}`,
    details: ({ filePath, content }) => [`File: ${shownName(filePath)}`, shownSize(content)],
    preview: ({ content }, { file }) => files.previewWrite(file, content, 'overwrite'),

    async run({ content, overwrite = false }, { file }, { callId, signal, caller }) {
      const { path, exists } = file.resource
      if (exists && !overwrite) {
        throw new HostError('CONFLICT', `${path} exists already.`, { hint: 'Pass overwrite=true to replace it.' })
      }
      const { created } = await files.writeFile(file, content, {
        mode: 'overwrite',
        createDirs: true,
        callId,
        signal,
        run: caller.runId,
      })
      return {
        success: true,
        message: `${created ? 'Created' : 'Replaced'} ${path}.`,
        filename: basename(path),
        filePath: path,
        created,
        overwritten: !created,
      }
    },

    text: ({ message }) => message,
  })
