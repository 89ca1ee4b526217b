import { z } from 'zod'
import { editLine } from '../../edits/edit-line.ts'
import { shownName } from '../../files/describe-path.ts'
import type { Files } from '../../files/files.ts'
import { changePreview, changesPreview } from '../file-previews.ts'
import { operation } from '../operation.ts'
import { previewOrReason, withoutQuoting } from '../quoting.ts'
import * as fields from './fields.ts'

export const insertEdit = ({ files }: { files: Files }) =>
  operation({
    name: 'insert_edit',
    title: 'Insert lines',
    description: 'Insert before a line, or replace it.',
    effect: 'write',
    icon: 'file-plus',
    input: z.strictObject({
      filePath: fields.filePath,
      lineNumber: fields.fromOne,
      newText: z.string(),
      insertOperation: z.enum(['insert', 'replace']).optional(),
      baseHash: fields.baseHash,
    }),
    output: z.object({ success: z.boolean(), message: z.string(), filePath: z.string(), lineNumber: z.int() }),
    aliases: {
      filePath: fields.FILE_PATH_ALIASES,
      lineNumber: ['line_number', 'line'],
      newText: ['new_text'],
      insertOperation: ['insert_operation'],
      baseHash: ['base_hash'],
    },
    example: { filePath: 'src/main.ts', lineNumber: 1, newText: '// First line' },

    touches: ({ filePath }, { place, caller }) => {
      const file = files.locate(place, filePath, 'write')
      files.requireSeen(file, caller.runId)
      return { file }
    },
    label: ({ filePath }) => `Editing file: ${shownName(filePath)}`,
    details: ({ filePath, lineNumber }) => [`File: ${shownName(filePath)}`, `Line: ${lineNumber}`],
    preview: ({ lineNumber, newText, insertOperation = 'insert', baseHash }, { file }) =>
      previewOrReason([file], async () => {
        const { path } = file.resource
        const { text } = await files.readText(file, { baseHash })
        const after = editLine(text, { line: lineNumber, text: newText, kind: insertOperation }, path)
        return changesPreview([changePreview(path, text, after)])
      }),

    run: ({ lineNumber, newText, insertOperation = 'insert', baseHash }, { file }, { callId, signal, caller }) =>
      withoutQuoting([file], async () => {
        const { path } = file.resource
        const before = await files.readText(file, { baseHash })
        const text = editLine(before.text, { line: lineNumber, text: newText, kind: insertOperation }, path)
        await files.changeTexts([{ kind: 'write', file, before, text }], { callId, signal, run: caller.runId })
        const message = `${insertOperation === 'insert' ? 'Inserted before' : 'Replaced'} line ${lineNumber} of ${path}.`
        return { success: true, message, filePath: path, lineNumber }
      }),

    text: ({ message }) => message,
  })
