import { HostError } from '../base/host-error.ts'
import { type OpenHunk, openHunk, type PatchFile } from './patch-file.ts'

const SECTION = /^\*\*\* (Add|Update|Delete) File: (.+)$/

/** Reads the format between `*** Begin Patch` and `*** End Patch`. */
export function parseBeginPatch(lines: readonly string[]): PatchFile[] {
  const files: { kind: PatchFile['kind']; path: string; to: string | null; hunks: OpenHunk[] }[] = []
  let hunk: OpenHunk | undefined
  for (const [index, line] of lines.entries()) {
    const file = files.at(-1)
    const section = SECTION.exec(line)
    if (section !== null) {
      const [, verb, name = ''] = section
      const kind = verb === 'Add' ? 'create' : verb === 'Delete' ? 'delete' : 'update'
      files.push({ kind, path: name.trim(), to: null, hunks: [] })
      hunk = undefined
    } else if (line.startsWith('*** Move to: ') && file?.kind === 'update') {
      file.kind = 'rename'
      file.to = line.slice('*** Move to: '.length).trim()
    } else if (line.startsWith('*** End of File')) {
      if (hunk !== undefined) hunk.isAtEnd = true
    } else if (line.startsWith('*** ')) {
      hunk = undefined
    } else if (file === undefined || file.kind === 'delete') {
      if (line.trim() !== '') throw stray(index, line)
    } else if (line.startsWith('@@')) {
      hunk = startHunk(file.hunks, hunk, line)
    } else {
      if (hunk === undefined) {
        hunk = openHunk(null)
        file.hunks.push(hunk)
      }
      takeLine(hunk, line, index)
    }
  }
  return files
}

/** Several `@@` lines in a row narrow down the place. */
function startHunk(hunks: OpenHunk[], last: OpenHunk | undefined, line: string): OpenHunk {
  const anchor = line.replace(/^@@+/, '').replace(/@@+$/, '').trim()
  if (last !== undefined && last.lines.length === 0) {
    if (anchor !== '') last.anchors.push(anchor)
    return last
  }
  const hunk = openHunk(null, anchor === '' || /^-\d+(?:,\d+)? \+\d+/.test(anchor) ? [] : [anchor])
  hunks.push(hunk)
  return hunk
}

function takeLine(hunk: OpenHunk, line: string, index: number): void {
  const sign = line[0]
  if (line === '') hunk.lines.push({ sign: ' ', text: '' })
  else if (sign === '+' || sign === '-' || sign === ' ') hunk.lines.push({ sign, text: line.slice(1) })
  else throw stray(index, line)
}

function stray(index: number, line: string): HostError {
  return new HostError(
    'INVALID_PARAMETERS',
    `Line ${index + 1} of the patch is none: ${JSON.stringify(line.slice(0, 80))}`,
    {
      hint: 'Lines of a change start with a space, + or -.',
    },
  )
}
