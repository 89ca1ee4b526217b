import { HostError } from '../base/host-error.ts'
import { parseBeginPatch } from './parse-begin-patch.ts'
import { parseUnified } from './parse-unified.ts'
import type { PatchFile } from './patch-file.ts'

const FILES_MAX = 200

/** Reads a patch in either format. `onlyFile` is meant by a patch that names none. */
export function parsePatch(patch: string, onlyFile?: string): PatchFile[] {
  const lines = withoutFence(patch.replaceAll('\r\n', '\n').split('\n'))
  const begin = lines.findIndex((line) => line.trim() === '*** Begin Patch')
  const end = lines.findIndex((line) => line.trim() === '*** End Patch')
  const isBegin = begin !== -1 || lines.some((line) => /^\*\*\* (?:Add|Update|Delete) File: /.test(line))
  const parsed = isBegin ? parseBeginPatch(lines.slice(begin + 1, end === -1 ? undefined : end)) : parseUnified(lines)
  const files = joined(
    parsed.map((file) => (file.path === '' && onlyFile !== undefined ? { ...file, path: onlyFile } : file)),
  )
  if (files.length === 0 || files.some(({ path }) => path === '')) {
    throw new HostError('INVALID_PARAMETERS', 'The patch names no file.', {
      hint: 'Give a unified diff with --- and +++ lines, or *** Begin Patch with *** Update File: <path>.',
    })
  }
  if (files.length > FILES_MAX) {
    throw new HostError('TOO_LARGE', `The patch has ${files.length} files; up to ${FILES_MAX} are applied at once.`)
  }
  return files
}

/** Models like to wrap a patch like code; what follows the last change is no line of it. */
function withoutFence(lines: readonly string[]): string[] {
  const kept = lines.filter((line, index) => !/^```/.test(line) || (index !== 0 && index < lines.length - 2))
  const last = kept.findLastIndex((line) => line !== '')
  return kept.slice(0, last + 1)
}

/** Two parts about one file are one. */
function joined(files: readonly PatchFile[]): PatchFile[] {
  const byPath = new Map<string, PatchFile>()
  for (const file of files) {
    const known = byPath.get(file.path)
    if (known === undefined) byPath.set(file.path, file)
    else if (known.kind === 'update' && file.kind === 'update') {
      byPath.set(file.path, { ...known, hunks: [...known.hunks, ...file.hunks] })
    } else throw new HostError('INVALID_PARAMETERS', `The patch does two different things to ${file.path}.`)
  }
  return [...byPath.values()]
}
