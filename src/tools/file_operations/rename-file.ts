import { z } from 'zod'
import { shownName } from '../../files/describe-path.ts'
import type { Files } from '../../files/files.ts'
import { moveOf, movePreview } from '../move-touches.ts'
import { operation } from '../operation.ts'
import { sizeLine } from '../tree-touches.ts'

export const renameFile = ({ files }: { files: Files }) =>
  operation({
    name: 'rename_file',
    title: 'Rename file',
    description: 'Rename or move.',
    effect: 'destroy',
    icon: 'file',
    input: z.strictObject({ oldPath: z.string(), newPath: z.string() }),
    output: z.object({ success: z.boolean(), message: z.string(), oldPath: z.string(), newPath: z.string() }),
    aliases: { oldPath: ['old_path', 'from'], newPath: ['new_path', 'to'] },
    example: { oldPath: 'notes/a.md', newPath: 'notes/b.md' },
    settles: true,

    touches: ({ oldPath, newPath }, { place }) =>
      moveOf(files, place, { from: oldPath, to: newPath, overwrite: false }),
    label: ({ oldPath, newPath }) => `Renaming: ${shownName(oldPath)} to ${shownName(newPath)}`,
    details: ({ oldPath, newPath }, { tree }) => [
      `From: ${shownName(oldPath)}`,
      `To: ${shownName(newPath)}`,
      ...sizeLine(tree),
    ],
    preview: (_input, touched) => movePreview(files, touched),

    async run(_input, { tree, target }, { callId, signal, progress }) {
      await files.move(tree, target, { overwrite: false, callId, signal, progress })
      const [oldPath, newPath] = [tree.resource.path, target.resource.path]
      return { success: true, message: `Renamed ${oldPath} to ${newPath}.`, oldPath, newPath }
    },

    text: ({ message }) => message,
  })
