/** What stands in the input line of a terminal and has not been entered. Null: it cannot be known. */
export type TypedLine = string | null

export const EMPTY_LINE: TypedLine = ''

export interface Typing {
  /** What a shell would run, line by line, including what stood in the line before; empty when no line is completed. */
  readonly completed: string
  /** Something is entered, or may be, of which nobody can say what it is. */
  readonly isBlind: boolean
  /** Keys that are no text: `Ctrl-C`, `Escape` … */
  readonly keys: readonly string[]
  readonly after: TypedLine
}

const PASTE = /^\u001b\[200~([\s\S]*?)\u001b\[201~/
const LINE_CHARS_MAX = 64 * 1024

/**
 * Follows what is typed into a terminal, whoever types it and in however many pieces. Only keys whose meaning is the
 * same in every shell are followed; after any other the line cannot be known until it is dropped with Ctrl-C.
 */
export function follow(before: TypedLine, input: string): Typing {
  let line = before
  let isBlind = false
  const lines: string[] = []
  const keys: string[] = []
  const enter = (): void => {
    if (line === null) isBlind = true
    else lines.push(line)
    line = ''
  }
  const type = (text: string): void => {
    if (line !== null) line = line.length + text.length > LINE_CHARS_MAX ? null : line + text
  }

  for (let at = 0; at < input.length; ) {
    const rest = input.slice(at, at + PASTE_LOOK)
    const paste = rest.startsWith('\u001b[200~') ? PASTE.exec(input.slice(at)) : null
    if (paste !== null) {
      const [whole, text = ''] = paste
      // A shell that does not know about pastes runs each line of one.
      for (const [index, piece] of text.split(/\r\n|\r|\n/).entries()) {
        if (index > 0) enter()
        if (HIDDEN.test(piece)) line = null
        type(piece)
      }
      at += whole.length
      continue
    }
    const char = String.fromCodePoint(input.codePointAt(at) ?? 0)
    at += char.length
    switch (char) {
      case '\r':
        if (input[at] === '\n') at += 1
        enter()
        break
      case '\n':
        enter()
        break
      case '\u0003':
        keys.push('Ctrl-C')
        line = ''
        break
      case '\u0004':
        keys.push('Ctrl-D')
        // A shell without an editor takes the line as it stands.
        if (line === null) isBlind = true
        else if (line !== '') lines.push(line)
        break
      case '\u001a':
      case '\u001c':
        keys.push(keyName(char))
        break
      case '\u0008':
      case '\u007f':
        line = line === null ? null : withoutLast(line)
        break
      default:
        if (HIDDEN.test(char)) {
          keys.push(keyName(char))
          isBlind = true
          line = null
        } else type(char)
    }
  }
  const completed = lines.join('\n')
  return { completed, isBlind: isBlind || recallsHistory(completed), keys, after: line }
}

const PASTE_LOOK = 8
const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]|\t/

/** Interactive shells put earlier commands in the place of `!…` and `^…^…`. */
function recallsHistory(text: string): boolean {
  const outside = text.replace(/'[^']*'/g, "''")
  return /(?:^|[^\\${])!(?![\s=("';&|)]|$)/m.test(outside) || /^\s*\^/m.test(outside)
}

/** What Backspace takes away of a character that is made of several differs from shell to shell. */
function withoutLast(line: string): TypedLine {
  const last = line.at(-1)
  if (last === undefined) return line
  return last > '~' ? null : line.slice(0, -1)
}

const NAMES: Readonly<Record<string, string>> = {
  '\t': 'Tab',
  '\u001b': 'Escape',
  '\u001c': 'Ctrl-\\',
}

function keyName(char: string): string {
  const code = char.codePointAt(0) ?? 0
  return NAMES[char] ?? (code > 0 && code < 27 ? `Ctrl-${String.fromCharCode(code + 64)}` : 'a control character')
}
