import { z } from 'zod'
import { replaceText } from '../../edits/replace-text.ts'
import { shownName } from '../../files/describe-path.ts'
import type { Files } from '../../files/files.ts'
import { changePreview, changesPreview } from '../file-previews.ts'
import { operation } from '../operation.ts'
import { previewOrReason, withoutQuoting } from '../quoting.ts'
import * as fields from './fields.ts'

export const replaceString = ({ files }: { files: Files }) =>
  operation({
    name: 'replace_string',
    title: 'Replace text',
    description: 'Replace a text that occurs once.',
    effect: 'write',
    icon: 'file-plus',
    input: z.strictObject({
      filePath: fields.filePath,
      oldString: fields.oldString,
      newString: fields.newString,
      expectedReplacements: fields.fromOne.optional(),
      baseHash: fields.baseHash,
    }),
    output: z.object({
      success: z.boolean(),
      filePath: z.string(),
      replacementCount: z.int(),
      backupPath: z.null(),
      validated: z.boolean(),
    }),
    aliases: {
      filePath: fields.FILE_PATH_ALIASES,
      oldString: ['old_string'],
      newString: ['new_string'],
      expectedReplacements: ['expected_replacements'],
      baseHash: ['base_hash'],
    },
    example: { filePath: 'src/main.ts', oldString: 'hello', newString: 'goodbye' },

    touches: ({ filePath }, { place, caller }) => {
      const file = files.locate(place, filePath, 'write')
      files.requireSeen(file, caller.runId)
      return { file }
    },
    label: ({ filePath }) => `Editing file: ${shownName(filePath)}`,
    details: ({ filePath }) => [`File: ${shownName(filePath)}`],
    preview: (input, { file }) =>
      previewOrReason([file], async () => {
        const { path } = file.resource
        const { text } = await files.readText(file, { baseHash: input.baseHash })
        return changesPreview([changePreview(path, text, replaced(text, input, path).text)])
      }),

    run: (input, { file }, { callId, signal, caller }) =>
      withoutQuoting([file], async () => {
        const { path } = file.resource
        const before = await files.readText(file, { baseHash: input.baseHash })
        const { text, count } = replaced(before.text, input, path)
        await files.changeTexts([{ kind: 'write', file, before, text }], { callId, signal, run: caller.runId })
        return { success: true, filePath: path, replacementCount: count, backupPath: null, validated: true }
      }),

    text: ({ filePath, replacementCount }) =>
      `Replaced ${replacementCount === 1 ? 'one place' : `${replacementCount} places`} in ${filePath}.`,
  })

interface Wanted {
  readonly oldString: string
  readonly newString: string
  readonly expectedReplacements?: number | undefined
}

function replaced(text: string, { oldString, newString, expectedReplacements }: Wanted, path: string) {
  return replaceText(text, { old: oldString, fresh: newString, expected: expectedReplacements }, path)
}
