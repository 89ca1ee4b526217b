import { z } from 'zod'
import { shownName } from '../../files/describe-path.ts'
import type { Files } from '../../files/files.ts'
import { moveOf, movePreview } from '../move-touches.ts'
import { operation } from '../operation.ts'
import { sizeLine } from '../tree-touches.ts'
import * as fields from './fields.ts'

export const fsMove = ({ files }: { files: Files }) =>
  operation({
    name: 'fs_move',
    title: 'Move',
    description: 'Move or rename.',
    effect: 'destroy',
    icon: 'file',
    input: z.strictObject({
      from: fields.path,
      to: z.string(),
      overwrite: z.boolean().optional(),
    }),
    output: z.object({ from: z.string(), to: z.string(), moved: z.boolean() }),
    aliases: { from: ['source', 'old_path'], to: ['destination', 'new_path'] },
    example: { from: 'notes/a.md', to: 'notes/b.md' },
    settles: true,

    touches: ({ from, to, overwrite = false }, { place }) => moveOf(files, place, { from, to, overwrite }),
    label: ({ from, to }) => `Moving: ${shownName(from)} to ${shownName(to)}`,
    details: ({ from, to }, { tree }) => [`From: ${shownName(from)}`, `To: ${shownName(to)}`, ...sizeLine(tree)],
    preview: (_input, touched) => movePreview(files, touched),

    async run({ overwrite = false }, { tree, target }, { callId, signal, progress }) {
      await files.move(tree, target, { overwrite, callId, signal, progress })
      return { from: tree.resource.path, to: target.resource.path, moved: true }
    },

    text: ({ from, to }) => `Moved ${from} to ${to}.`,
  })
