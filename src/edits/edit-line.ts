import { HostError } from '../base/host-error.ts'
import { applyEdits } from './apply-edits.ts'
import { plainView } from './plain-view.ts'

export interface LineEdit {
  /** Counted from 1. */
  readonly line: number
  readonly text: string
  /** `insert` puts the text before that line; one past the last line puts it at the end. */
  readonly kind: 'insert' | 'replace'
}

/** Inserts whole lines, or replaces one line by any number of lines. */
export function editLine(text: string, { line, text: fresh, kind }: LineEdit, path: string): string {
  const view = plainView(text)
  const starts = lineStarts(view.plain)
  const last = kind === 'insert' ? starts.length + 1 : starts.length
  if (line > last) {
    const count = starts.length === 1 ? '1 line' : `${starts.length} lines`
    throw new HostError('INVALID_PARAMETERS', `${path} has ${count}; there is no line ${line} to ${kind}.`, {
      hint: last === 0 ? 'The file is empty: insert at line 1.' : `Give a line from 1 to ${last}.`,
    })
  }
  const start = starts[line - 1] ?? view.plain.length
  const end = starts[line] ?? view.plain.length
  const plain = view.plainOf(fresh)
  if (kind === 'insert')
    return applyEdits(text, [{ start, end: start, text: inserted(view.plain, start, plain) }], view)
  const hasEnd = view.plain[end - 1] === '\n' && end > start
  const lineText = plain.endsWith('\n') || plain === '' || !hasEnd ? plain : `${plain}\n`
  return applyEdits(text, [{ start, end, text: hasEnd ? lineText : withoutEnd(lineText) }], view)
}

/** A last line without an end stays without: the break goes between it and what is added. */
function inserted(plain: string, start: number, fresh: string): string {
  const whole = fresh.endsWith('\n') ? fresh : `${fresh}\n`
  const isAtOpenEnd = start === plain.length && start > 0 && plain[start - 1] !== '\n'
  return isAtOpenEnd ? `\n${withoutEnd(whole)}` : whole
}

function withoutEnd(text: string): string {
  return text.endsWith('\n') ? text.slice(0, -1) : text
}

function lineStarts(plain: string): number[] {
  const starts = plain === '' ? [] : [0]
  for (let at = plain.indexOf('\n'); at !== -1 && at + 1 < plain.length; at = plain.indexOf('\n', at + 1)) {
    starts.push(at + 1)
  }
  return starts
}
