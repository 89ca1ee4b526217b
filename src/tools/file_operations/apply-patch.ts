import { isAbsolute, join } from 'node:path'
import { z } from 'zod'
import { HostError } from '../../base/host-error.ts'
import { oneLine } from '../../base/visible.ts'
import type { FileChangePreview } from '../../contract/preview.ts'
import type { Place } from '../../contract/run.ts'
import { applyHunks, createdText } from '../../edits/apply-hunks.ts'
import { parsePatch } from '../../edits/parse-patch.ts'
import type { PatchFile } from '../../edits/patch-file.ts'
import type { TextChange } from '../../files/changes.ts'
import type { Files, Located } from '../../files/files.ts'
import { changePreview, changesPreview } from '../file-previews.ts'
import { operation } from '../operation.ts'
import { previewOrReason, withoutQuoting } from '../quoting.ts'
import * as fields from './fields.ts'

const NAMES_SHOWN = 3
const LABEL_CHARS = 120
const PATH_CHARS = 400

export const applyPatch = ({ files }: { files: Files }) =>
  operation({
    name: 'apply_patch',
    title: 'Apply patch',
    description: 'Apply a unified diff or *** Begin Patch.',
    effect: 'write',
    icon: 'file-plus',
    input: z.strictObject({
      patchContent: z.string(),
      filePath: fields.filePath.optional(),
      path: fields.directory,
      dryRun: z.boolean().optional(),
    }),
    output: z.object({
      success: z.boolean(),
      message: z.string(),
      files: z.array(z.object({ filePath: z.string(), change: z.string(), added: z.int(), removed: z.int() })),
      notes: z.array(z.string()),
    }),
    aliases: {
      patchContent: ['patch', 'patch_content', 'input'],
      filePath: ['file_path'],
      path: ['target_directory', 'targetDirectory'],
      dryRun: ['dry_run'],
    },
    example: {
      patchContent: '*** Begin Patch\n*** Add File: notes/new.md\n+# New\n*** End Patch\n',
    },

    touches: ({ patchContent, filePath, path, dryRun }, { place, caller }) => {
      const parts = parsePatch(patchContent, filePath).map((part) =>
        locatePart(files, place, part, path, dryRun === true),
      )
      if (dryRun !== true) for (const { file } of parts) files.requireSeen(file, caller.runId)
      return {
        parts: parts.map(({ file, ...rest }) => ({ ...file, ...rest })),
        targets: parts.flatMap(({ to }) => to ?? []),
      }
    },
    label: ({ patchContent, filePath }) => {
      const names = parsePatch(patchContent, filePath).map(({ path }) => path)
      const more = names.length > NAMES_SHOWN ? ` and ${names.length - NAMES_SHOWN} more` : ''
      return `Applying patch: ${oneLine(names.slice(0, NAMES_SHOWN).join(', '), LABEL_CHARS)}${more}`
    },
    details: (_input, { parts }) =>
      parts.map(({ part: { kind, path, to } }) =>
        oneLine(`${kind}: ${path}${to === null ? '' : ` to ${to}`}`, PATH_CHARS),
      ),
    preview: (_input, { parts }) =>
      previewOrReason(parts, async () => {
        const { changes, notes } = await prepared(files, parts)
        return changesPreview(
          changes.map(({ shown }) => shown),
          notes,
        )
      }),

    run: ({ dryRun }, { parts }, { callId, signal, caller }) =>
      withoutQuoting(parts, async () => {
        const { changes, notes } = await prepared(files, parts)
        if (dryRun !== true) {
          const all = changes.map(({ change }) => change)
          await files.changeTexts(all, { callId, signal, run: caller.runId })
        }
        const done = changes.map(({ shown: { path, to, change, added, removed } }) => ({
          filePath: to ?? path,
          change,
          added,
          removed,
        }))
        const count = done.length === 1 ? '1 file' : `${done.length} files`
        const message = dryRun === true ? `The patch fits: ${count} would change.` : `Applied the patch to ${count}.`
        return { success: true, message, files: done, notes: [...notes] }
      }),

    text: ({ message, files: done, notes }) =>
      [
        message,
        ...done.map(({ filePath, change, added, removed }) => `${change} ${filePath} (+${added} -${removed})`),
        ...notes,
      ].join('\n'),
  })

interface Part {
  readonly part: PatchFile
  readonly to: Located | undefined
}

/** Every path of the patch, as the gate sees it. */
function locatePart(
  files: Files,
  place: Place,
  part: PatchFile,
  base: string,
  isDry: boolean,
): Part & { file: Located } {
  const inBase = (path: string) => (base === '.' || isAbsolute(path) || path.startsWith('~') ? path : join(base, path))
  const goes = part.kind === 'delete' || part.kind === 'rename'
  const file = files.locate(place, inBase(part.path), isDry ? 'read' : goes ? 'destroy' : 'write')
  if (goes) files.requireRemovable(file, place)
  if (part.to === null) return { part, file, to: undefined }
  const to = files.locate(place, inBase(part.to), 'destroy')
  const access = isDry ? 'read' : to.target === null ? 'write' : 'destroy'
  return { part, file, to: { ...to, resource: { ...to.resource, access } } }
}

interface Prepared {
  readonly changes: readonly { readonly change: TextChange; readonly shown: FileChangePreview }[]
  readonly notes: readonly string[]
}

/** Everything is read and worked out before anything is written. */
async function prepared(files: Files, parts: readonly (Located & Part)[]): Promise<Prepared> {
  const changes: Prepared['changes'][number][] = []
  const notes: string[] = []
  const seen = new Set<string>()
  for (const { part, to, ...file } of parts) {
    const { path } = file.resource
    for (const one of [path, ...(to === undefined ? [] : [to.resource.path])]) {
      if (seen.has(one)) throw new HostError('INVALID_PARAMETERS', `The patch changes ${one} twice.`)
      seen.add(one)
    }
    if (part.kind === 'create') {
      if (file.target !== null) {
        throw new HostError('CONFLICT', `${path} exists already. Nothing was changed.`, { hint: 'Update it instead.' })
      }
      const text = createdText(part.hunks)
      changes.push({ change: { kind: 'write', file, before: null, text }, shown: changePreview(path, null, text) })
      continue
    }
    const before = await files.readText(file)
    const hunked = applyHunks(before.text, part.hunks, path)
    notes.push(...hunked.notes)
    if (part.kind === 'delete') {
      if (part.hunks.length > 0 && hunked.text !== '') throw notDeleted(path)
      changes.push({ change: { kind: 'remove', file }, shown: changePreview(path, before.text, null) })
    } else if (to === undefined) {
      if (part.hunks.length === 0) throw new HostError('INVALID_PARAMETERS', `The patch changes nothing in ${path}.`)
      const change = { kind: 'write' as const, file, before, text: hunked.text }
      changes.push({ change, shown: changePreview(path, before.text, hunked.text) })
    } else {
      files.requireMovable(file, to, false)
      const change = { kind: 'move' as const, file, to, before, text: hunked.text }
      changes.push({ change, shown: changePreview(path, before.text, hunked.text, to.resource.path) })
    }
  }
  return { changes, notes }
}

function notDeleted(path: string): HostError {
  return new HostError('CONFLICT', `${path} has more than the patch deletes. Nothing was changed.`, {
    hint: 'Read it again, or use *** Delete File.',
  })
}
