import { z } from 'zod'
import { shownName } from '../../files/describe-path.ts'
import type { Files } from '../../files/files.ts'
import { treePreview } from '../file-previews.ts'
import { operation } from '../operation.ts'
import { canUndo, sizeLine, touchTree } from '../tree-touches.ts'
import * as fields from './fields.ts'

export const deleteFile = ({ files }: { files: Files }) =>
  operation({
    name: 'delete_file',
    title: 'Delete file',
    description: 'Delete.',
    effect: 'destroy',
    icon: 'file',
    input: z.strictObject({ filePath: fields.filePath, recursive: z.boolean().optional() }),
    output: z.object({ success: z.boolean(), message: z.string(), filePath: z.string() }),
    aliases: { filePath: fields.FILE_PATH_ALIASES },
    example: { filePath: 'build/old.log' },
    settles: true,

    touches: ({ filePath }, { place }) => touchTree(files, place, filePath),
    label: ({ filePath }) => `Deleting file: ${shownName(filePath)}`,
    details: ({ filePath }, { tree }) => [`File: ${shownName(filePath)}`, ...sizeLine(tree)],
    preview: (_input, { tree }) =>
      tree.scan === null
        ? { kind: 'arguments' }
        : treePreview('delete', tree, tree.scan, { canUndo: canUndo(files, tree.scan) }),

    async run({ recursive = false }, { tree }, { callId, signal, progress }) {
      await files.remove(tree, { recursive, callId, signal, progress })
      return { success: true, message: `Deleted ${tree.resource.path}.`, filePath: tree.resource.path }
    },

    text: ({ message }) => message,
  })
