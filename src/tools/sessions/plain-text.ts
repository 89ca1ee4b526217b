/**
 * Output of a terminal as a person would read it: without colours and other escape sequences, and with what a progress
 * line wrote over itself left out.
 */
export function plainText(raw: string): string {
  const text = raw.replace(SEQUENCES, '')
  if (!CONTROLS.test(text)) return text
  return text.replaceAll('\r\n', '\n').split('\n').map(settled).join('\n')
}

const SEQUENCES = new RegExp(
  [
    // Strings to the terminal: titles, links, clipboard. They end with BEL or ST, or where the output ends.
    '\\u001b[\\]PX^_][^\\u0007\\u001b]*(?:\\u0007|\\u001b\\\\|$|(?=\\u001b))',
    '[\\u009d\\u0090\\u0098\\u009e\\u009f][^\\u0007\\u009c]*(?:[\\u0007\\u009c]|$)',
    '(?:\\u001b\\[|\\u009b)[0-?]*[ -/]*(?:[@-~]|$)',
    '\\u001b[ -/]*(?:[0-~]|$)',
  ].join('|'),
  'g',
)
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f]/

/** What is left of a line after its carriage returns and backspaces. */
function settled(line: string): string {
  let cells: string[] = []
  let at = 0
  if (!CONTROLS.test(line)) return line
  for (const char of line) {
    if (char === '\r') at = 0
    else if (char === '\b') at = Math.max(0, at - 1)
    else if (char === '\f') {
      cells = []
      at = 0
    } else if (!CONTROLS.test(char)) {
      cells[at] = char
      at += 1
    }
  }
  return cells.join('')
}
