import { z } from 'zod'
import { HostError } from '../../base/host-error.ts'
import { type PatchOperation, patchText } from '../../edits/patch-operations.ts'
import { shownName } from '../../files/describe-path.ts'
import type { Files } from '../../files/files.ts'
import { changePreview, changesPreview } from '../file-previews.ts'
import { operation } from '../operation.ts'
import { previewOrReason, withoutQuoting } from '../quoting.ts'
import * as fields from './fields.ts'

const OPERATIONS_MAX = 100

const isUsual = ({ length }: { readonly length: number }) => length >= 1 && length <= OPERATIONS_MAX

const given = z.strictObject({
  type: z.enum(['replace_first', 'replace_all', 'insert_after', 'insert_before']),
  pattern: z.string().optional(),
  match: z.string().optional(),
  replacement: z.string().optional(),
  insert: z.string().optional(),
  regex: z.boolean().optional(),
  expected_count: fields.fromOne.optional(),
})

export const fsPatch = ({ files }: { files: Files }) =>
  operation({
    name: 'fs_patch',
    title: 'Patch file',
    description: 'Replace text (pattern) or insert lines (match). Literal unless regex.',
    effect: 'write',
    icon: 'file-plus',
    input: z.strictObject({
      path: fields.path,
      operations: z.array(given).refine(isUsual, `must have 1 to ${OPERATIONS_MAX} operations`),
      dry_run: z.boolean().optional(),
      base_hash: fields.baseHash,
    }),
    output: z.object({
      path: z.string(),
      operations_applied: z.int(),
      preview: z
        .array(
          z.object({
            operation: z.string(),
            changed: z.boolean(),
            before_excerpt: z.string().optional(),
            after_excerpt: z.string().optional(),
          }),
        )
        .optional(),
    }),
    aliases: { path: fields.PATH_ALIASES, dry_run: ['dryRun'], base_hash: ['baseHash'] },
    unlisted: ['base_hash'],
    example: {
      path: 'src/main.ts',
      operations: [{ type: 'replace_first', pattern: 'hello', replacement: 'goodbye' }],
    },

    touches: ({ path, dry_run }, { place, caller }) => {
      const file = files.locate(place, path, dry_run === true ? 'read' : 'write')
      if (dry_run !== true) files.requireSeen(file, caller.runId)
      return { file }
    },
    label: ({ path }) => `Patching file: ${shownName(path)}`,
    details: ({ path, operations }) => [`File: ${shownName(path)}`, `Operations: ${operations.length}`],
    preview: ({ operations, base_hash }, { file }) =>
      previewOrReason([file], async () => {
        const { path } = file.resource
        const { text } = await files.readText(file, { baseHash: base_hash })
        const patched = await patchText(text, operations.map(toOperation), { path, timeoutMs: files.limits.patternMs })
        return changesPreview([changePreview(path, text, patched.text)])
      }),

    run: ({ operations, dry_run, base_hash }, { file }, { callId, signal, caller }) =>
      withoutQuoting([file], async () => {
        const { path } = file.resource
        const before = await files.readText(file, { baseHash: base_hash })
        const options = { path, timeoutMs: files.limits.patternMs, signal }
        const { text, steps } = await patchText(before.text, operations.map(toOperation), options)
        if (dry_run === true) return { path, operations_applied: 0, preview: [...steps] }
        await files.changeTexts([{ kind: 'write', file, before, text }], { callId, signal, run: caller.runId })
        return { path, operations_applied: steps.filter(({ changed }) => changed).length }
      }),

    text({ path, operations_applied, preview }) {
      if (preview === undefined) {
        if (operations_applied === 0) return `${path} is as it was: nothing would change.`
        return `Changed ${path}: ${operations_applied} ${operations_applied === 1 ? 'operation' : 'operations'} applied.`
      }
      const shown = preview.map(
        ({ operation: name, changed, before_excerpt, after_excerpt }, index) =>
          `${index + 1}. ${name}${changed ? '' : ', no change'}\nbefore:\n${before_excerpt}\nafter:\n${after_excerpt}`,
      )
      return `Nothing was written. ${path} would change so:\n\n${shown.join('\n\n')}`
    },
  })

function toOperation(
  { type, pattern, match, replacement, insert, regex = false, expected_count }: z.output<typeof given>,
  index: number,
): PatchOperation {
  const isInsert = type === 'insert_after' || type === 'insert_before'
  const wanted = isInsert ? (match ?? pattern) : (pattern ?? match)
  const fresh = isInsert ? (insert ?? replacement) : (replacement ?? insert)
  if (wanted !== undefined && fresh !== undefined) return { type, wanted, fresh, regex, expected: expected_count }
  const [what, text] = isInsert ? ['match', 'insert'] : ['pattern', 'replacement']
  throw new HostError(
    'INVALID_PARAMETERS',
    `operations[${index}]: ${type} needs ${wanted === undefined ? what : text}.`,
    { hint: `For example: {"type":"${type}","${what}":"old text","${text}":"new text"}` },
  )
}
