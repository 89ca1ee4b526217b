import { z } from 'zod'
import { shownName } from '../../files/describe-path.ts'
import type { Files } from '../../files/files.ts'
import { operation } from '../operation.ts'

export const createDirectory = ({ files }: { readonly files: Files }) =>
  operation({
    name: 'create_directory',
    title: 'Create directory',
    description: 'Make a directory.',
    effect: 'write',
    icon: 'folder',
    input: z.strictObject({ dirPath: z.string() }),
    output: z.object({ success: z.boolean(), path: z.string(), created: z.boolean(), message: z.string() }),
    aliases: { dirPath: ['path', 'dir_path', 'directory'] },
    example: { dirPath: 'src/new' },

    touches: ({ dirPath }, { place }) => ({ directory: files.locate(place, dirPath, 'write') }),
    label: ({ dirPath }) => `Creating directory: ${shownName(dirPath)}`,

    run(_input, { directory }, { callId }) {
      const { path } = directory.resource
      const created = files.createDirectory(directory, callId)
      const message = created ? `Created ${path}.` : `${path} exists already.`
      return { success: true, path, created, message }
    },

    text: ({ message }) => message,
  })
