import { HostError } from '../base/host-error.ts'
import { type OpenHunk, openHunk, type PatchFile } from './patch-file.ts'

const HUNK = /^@@+ *(?:-(\d+)(?:,(\d+))? +\+(\d+)(?:,(\d+))?)?.*?(?:@@|$)/
const NOWHERE = '/dev/null'

interface Draft {
  oldPath: string | null
  newPath: string | null
  renamedFrom: string | null
  renamedTo: string | null
  isNew: boolean
  isDeleted: boolean
  readonly hunks: OpenHunk[]
}

/** Reads a unified diff, also one with wrong counts or without line numbers. */
export function parseUnified(lines: readonly string[]): PatchFile[] {
  const drafts: Draft[] = []
  let draft: Draft | undefined
  let hunk: OpenHunk | undefined
  let left = { old: 0, fresh: 0 }
  const start = () => {
    draft = {
      oldPath: null,
      newPath: null,
      renamedFrom: null,
      renamedTo: null,
      isNew: false,
      isDeleted: false,
      hunks: [],
    }
    drafts.push(draft)
    hunk = undefined
    return draft
  }

  for (const [index, line] of lines.entries()) {
    const isDone = left.old <= 0 && left.fresh <= 0
    if (line.startsWith('diff --git ')) {
      start()
      left = { old: 0, fresh: 0 }
      continue
    }
    if (isHeader(lines, index, isDone)) {
      const current: Draft = draft === undefined || draft.oldPath !== null || draft.hunks.length > 0 ? start() : draft
      current.oldPath = pathIn(line)
      hunk = undefined
      continue
    }
    if (hunk === undefined && line.startsWith('+++ ') && draft !== undefined) {
      draft.newPath = pathIn(line)
      continue
    }
    if (line.startsWith('@@') && (isDone || HUNK.exec(line)?.[1] !== undefined)) {
      const current: Draft = draft ?? start()
      const [, from, count = '1', , freshCount = '1'] = HUNK.exec(line) ?? []
      hunk = openHunk(from === undefined ? null : Number(from))
      left = from === undefined ? { old: 0, fresh: 0 } : { old: Number(count), fresh: Number(freshCount) }
      current.hunks.push(hunk)
      continue
    }
    if (hunk !== undefined) {
      takeLine(hunk, line, left)
      continue
    }
    if (draft !== undefined) takeHeader(draft, line)
  }
  return drafts
    .filter((one) => one.oldPath !== null || one.newPath !== null || one.renamedFrom !== null || one.hunks.length > 0)
    .map(finished)
}

/** A removed line that starts with `-- ` looks like a header; two headers in a row, and a hunk after them, are one. */
function isHeader(lines: readonly string[], index: number, isDone: boolean): boolean {
  const [line = '', next = '', after = ''] = lines.slice(index, index + 3)
  if (!line.startsWith('--- ') || !next.startsWith('+++ ')) return false
  return isDone || after.startsWith('@@')
}

function takeLine(hunk: OpenHunk, line: string, left: { old: number; fresh: number }): void {
  const sign = line[0]
  if (sign === '\\') {
    const last = hunk.lines.at(-1)?.sign
    if (last !== '+') hunk.oldIsOpen = true
    if (last !== '-') hunk.newIsOpen = true
    return
  }
  if (sign === '+' || sign === '-' || sign === ' ') {
    hunk.lines.push({ sign, text: line.slice(1) })
    if (sign !== '+') left.old -= 1
    if (sign !== '-') left.fresh -= 1
    return
  }
  // Editors and models take the space off an empty line of context.
  if (line !== '') return
  hunk.lines.push({ sign: ' ', text: '' })
  left.old -= 1
  left.fresh -= 1
}

function takeHeader(draft: Draft, line: string): void {
  if (line.startsWith('rename from ')) draft.renamedFrom = unquoted(line.slice('rename from '.length))
  else if (line.startsWith('rename to ')) draft.renamedTo = unquoted(line.slice('rename to '.length))
  else if (line.startsWith('new file mode ')) draft.isNew = true
  else if (line.startsWith('deleted file mode ')) draft.isDeleted = true
  else if (/^(?:GIT binary patch|Binary files )/.test(line)) throw unsupported('binary files')
  else if (/^copy (?:from|to) /.test(line)) throw unsupported('copies')
}

function unsupported(what: string): HostError {
  return new HostError('INVALID_PARAMETERS', `The patch has ${what}, which cannot be applied here.`)
}

function finished({ oldPath, newPath, renamedFrom, renamedTo, isNew, isDeleted, hunks }: Draft): PatchFile {
  if (renamedFrom !== null && renamedTo !== null) return { kind: 'rename', path: renamedFrom, to: renamedTo, hunks }
  const [old, fresh] = withoutPrefixes(oldPath, newPath)
  if ((isNew || oldPath === NOWHERE) && fresh !== null) return { kind: 'create', path: fresh, to: null, hunks }
  if ((isDeleted || newPath === NOWHERE) && old !== null) return { kind: 'delete', path: old, to: null, hunks }
  return { kind: 'update', path: fresh ?? old ?? '', to: null, hunks }
}

/** `a/` and `b/` go when both sides have them. */
function withoutPrefixes(old: string | null, fresh: string | null): [string | null, string | null] {
  const isOld = old === null || old === NOWHERE || old.startsWith('a/')
  const isFresh = fresh === null || fresh === NOWHERE || fresh.startsWith('b/')
  const bare = (path: string | null) => (path === null || path === NOWHERE ? null : path)
  if (!isOld || !isFresh || (bare(old) === null && bare(fresh) === null)) return [bare(old), bare(fresh)]
  return [bare(old)?.slice(2) ?? null, bare(fresh)?.slice(2) ?? null]
}

function pathIn(line: string): string {
  const [name = ''] = line.slice(4).split('\t')
  return unquoted(name.trimEnd())
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  '"': '"',
  '\\': '\\',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
}

/** Names with odd characters are quoted, their bytes written as octal numbers. */
function unquoted(name: string): string {
  if (!name.startsWith('"') || !name.endsWith('"') || name.length < 2) return name
  const bytes: number[] = []
  for (const [whole, octal, letter] of name.slice(1, -1).matchAll(/\\([0-7]{3})|\\(.)|[^\\]+/gs)) {
    if (octal !== undefined) bytes.push(Number.parseInt(octal, 8) & 0xff)
    else bytes.push(...Buffer.from(letter === undefined ? whole : (ESCAPES[letter] ?? letter)))
  }
  return Buffer.from(bytes).toString()
}
