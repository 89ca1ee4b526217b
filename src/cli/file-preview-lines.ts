import type { Preview } from '../contract/preview.ts'
import type { ShownLine } from './changed-lines.ts'
import { block, shown } from './output.ts'

type Changes = Extract<Preview, { kind: 'changes' }>
type Tree = Extract<Preview, { kind: 'tree' }>
type DrawLine = (line: ShownLine) => string

/** Diffs of the files that change, and what there is to know besides. */
export function changesLines({ files, notes }: Changes, draw: DrawLine): string[] {
  const diffs = files.flatMap(({ path, change, to, diff, added, removed }) => {
    const where = to === null ? shown(path) : `${shown(path)} to ${shown(to)}`
    const lines = diff
      .split('\n')
      .slice(2)
      .filter((line, index, all) => line !== '' || index < all.length - 1)
    return [`  ${change} ${where} (+${added} -${removed})`, ...lines.map((line) => draw(signedLine(line)))]
  })
  return [...diffs, ...notes.map((note) => `  ${shown(note)}`)]
}

/** What goes away or elsewhere: how much of it, its first entries, and whether it comes back. */
export function treeLines({
  action,
  path,
  to,
  what,
  files,
  directories,
  bytes,
  isComplete,
  sample,
  notes,
}: Tree): string[] {
  const count = what === 'directory' ? `${files} files in ${directories} directories, ` : ''
  const more = isComplete ? '' : ' or more'
  return [
    `  ${action} the ${what} ${shown(path)}${to === null ? '' : ` to ${shown(to)}`}`,
    `  ${count}${bytes} bytes${more}`,
    ...sample.flatMap((name) => block(shown(name), '    ')),
    ...(files + directories - 1 > sample.length ? ['    …'] : []),
    ...notes.map((note) => `  ${shown(note)}`),
  ]
}

function signedLine(line: string): ShownLine {
  const sign = line[0]
  if (sign === '+' || sign === '-') return { sign, text: line.slice(1) }
  return { sign: ' ', text: sign === ' ' ? line.slice(1) : line }
}
