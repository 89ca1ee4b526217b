import { z } from 'zod'
import { shownName } from '../../files/describe-path.ts'
import type { Files } from '../../files/files.ts'
import { treePreview } from '../file-previews.ts'
import { operation } from '../operation.ts'
import { canUndo, sizeLine, touchTree } from '../tree-touches.ts'
import * as fields from './fields.ts'

export const fsDelete = ({ files }: { files: Files }) =>
  operation({
    name: 'fs_delete',
    title: 'Delete',
    description: 'Delete a file or directory.',
    effect: 'destroy',
    icon: 'file',
    input: z.strictObject({
      path: fields.path,
      recursive: z.boolean().optional(),
    }),
    output: z.object({ path: z.string(), deleted: z.boolean() }),
    aliases: { path: fields.PATH_ALIASES },
    example: { path: 'build/old.log' },
    settles: true,

    touches: ({ path }, { place }) => touchTree(files, place, path),
    label: ({ path }) => `Deleting: ${shownName(path)}`,
    details: ({ path }, { tree }) => [`Path: ${shownName(path)}`, ...sizeLine(tree)],
    preview: (_input, { tree }) =>
      tree.scan === null
        ? { kind: 'arguments' }
        : treePreview('delete', tree, tree.scan, { canUndo: canUndo(files, tree.scan) }),

    async run({ recursive = false }, { tree }, { callId, signal, progress }) {
      await files.remove(tree, { recursive, callId, signal, progress })
      return { path: tree.resource.path, deleted: true }
    },

    text: ({ path }) => `Deleted ${path}.`,
  })
