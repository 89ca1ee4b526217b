import { z } from 'zod'
import { HostError } from '../../base/host-error.ts'
import { replaceText } from '../../edits/replace-text.ts'
import type { TextFile } from '../../files/edit-file.ts'
import type { Files, Located } from '../../files/files.ts'
import { changePreview, changesPreview } from '../file-previews.ts'
import { operation } from '../operation.ts'
import { previewOrReason, withoutQuoting } from '../quoting.ts'
import * as fields from './fields.ts'

const REPLACEMENTS_MAX = 100

const isUsual = ({ length }: { readonly length: number }) => length >= 1 && length <= REPLACEMENTS_MAX

const replacement = z.strictObject({
  filePath: z.string().optional(),
  oldString: z.string(),
  newString: z.string(),
})

type Replacement = z.output<typeof replacement>

export const multiReplaceString = ({ files }: { files: Files }) =>
  operation({
    name: 'multi_replace_string',
    title: 'Replace texts',
    description: 'Several replacements: all or none.',
    effect: 'write',
    icon: 'file-plus',
    input: z.strictObject({
      filePath: fields.filePath.optional(),
      replacements: z.array(replacement).refine(isUsual, `must have 1 to ${REPLACEMENTS_MAX} replacements`),
    }),
    output: z.object({
      replacements: z.array(z.object({ filePath: z.string(), old: z.string(), new: z.string(), count: z.int() })),
      totalReplacements: z.int(),
    }),
    aliases: { filePath: fields.FILE_PATH_ALIASES },
    example: {
      filePath: 'src/main.ts',
      replacements: [{ oldString: 'hello', newString: 'goodbye' }],
    },

    touches: ({ filePath, replacements }, { place, caller }) => {
      const names = [...new Set(replacements.map((one, index) => fileOf(one, filePath, index)))]
      const located = names.map((name) => files.locate(place, name, 'write'))
      for (const file of located) files.requireSeen(file, caller.runId)
      return { files: located }
    },
    label: ({ replacements }) => `Editing files: ${replacements.length} replacements`,
    preview: (input, touched) =>
      previewOrReason(touched.files, async () => {
        const { edits } = await prepared(files, input, touched.files)
        const changes = edits.map(({ file, before, text }) => changePreview(file.resource.path, before.text, text))
        return changesPreview(changes)
      }),

    run: (input, touched, { callId, signal, caller }) =>
      withoutQuoting(touched.files, async () => {
        const { edits, done } = await prepared(files, input, touched.files)
        const changes = edits.map((edit) => ({ kind: 'write' as const, ...edit }))
        await files.changeTexts(changes, { callId, signal, run: caller.runId })
        return { replacements: done, totalReplacements: done.length }
      }),

    text: ({ replacements }) => {
      const paths = [...new Set(replacements.map(({ filePath }) => filePath))]
      return `Made ${replacements.length} replacements in ${paths.join(', ')}.`
    },
  })

function fileOf({ filePath }: Replacement, shared: string | undefined, index: number): string {
  const name = filePath ?? shared
  if (name !== undefined) return name
  throw new HostError('INVALID_PARAMETERS', `replacements[${index}] has no filePath, and neither has the call.`)
}

interface Prepared {
  readonly edits: { readonly file: Located; readonly before: TextFile; readonly text: string }[]
  readonly done: { filePath: string; old: string; new: string; count: number }[]
}

/** One after the other, each on what the one before left; two spellings of a path are one file. */
async function prepared(
  files: Files,
  { filePath, replacements }: { readonly filePath?: string | undefined; readonly replacements: readonly Replacement[] },
  located: readonly Located[],
): Promise<Prepared> {
  const texts = new Map<string, { file: Located; before: TextFile; text: string }>()
  const done: Prepared['done'] = []
  for (const [index, one] of replacements.entries()) {
    const name = fileOf(one, filePath, index)
    const file = located.find(({ resource }) => resource.given === name)
    if (file === undefined) throw new HostError('INTERNAL', 'A file of the call was not located.')
    const { path } = file.resource
    const known = texts.get(path)
    const before = known?.before ?? (await files.readText(file))
    const { text, count } = replaceText(known?.text ?? before.text, { old: one.oldString, fresh: one.newString }, path)
    texts.set(path, { file: known?.file ?? file, before, text })
    done.push({ filePath: path, old: one.oldString, new: one.newString, count })
  }
  return { edits: [...texts.values()], done }
}
