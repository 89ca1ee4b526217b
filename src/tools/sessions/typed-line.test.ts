import { describe, expect, it } from 'vitest'
import { EMPTY_LINE, follow, type TypedLine } from './typed-line.ts'

interface Row {
  readonly says: string
  readonly typed: readonly string[]
  readonly completed?: string
  readonly isBlind?: boolean
  readonly after?: TypedLine
}

const ROWS: readonly Row[] = [
  { says: 'a line with CR LF is one line', typed: ['ls -la\r\n'], completed: 'ls -la' },
  { says: 'a line with LF is one line', typed: ['ls\n'], completed: 'ls' },
  { says: 'a line with CR is one line', typed: ['ls\r'], completed: 'ls' },
  { says: 'nothing is entered without an end of line', typed: ['ls'], completed: '', after: 'ls' },
  { says: 'a line typed in pieces is entered whole', typed: ['rm ', '-rf', ' x', '\n'], completed: 'rm -rf x' },
  { says: 'several lines are several', typed: ['a\nb\nc'], completed: 'a\nb', after: 'c' },
  { says: 'Ctrl-C drops what stood there', typed: ['rm -rf x', '\u0003', 'ls\n'], completed: 'ls' },
  { says: 'Ctrl-C in the middle drops what is before it', typed: ['rm x\u0003ls\n'], completed: 'ls' },
  { says: 'Ctrl-D on an empty line enters nothing', typed: ['\u0004'], completed: '' },
  { says: 'Ctrl-D behind text may enter it', typed: ['rm x\u0004'], completed: 'rm x', after: 'rm x' },
  { says: 'Ctrl-Z keeps the line', typed: ['rm \u001ax\n'], completed: 'rm x' },
  { says: 'Backspace takes a letter', typed: ['lss\u007f\n'], completed: 'ls' },
  { says: 'Backspace on an empty line takes nothing', typed: ['\u007f\u007fls\n'], completed: 'ls' },
  { says: 'Backspace over é is not followed', typed: ['é\u007f', 'ls\n'], completed: '', isBlind: true },
  { says: 'a wide character is text', typed: ['echo 日本 🙂\n'], completed: 'echo 日本 🙂' },
  { says: 'a tab completes something unknown', typed: ['rm s\t'], completed: '', isBlind: true, after: null },
  { says: 'what follows an unknown key is not known either', typed: ['\t', 'ls\n'], completed: '', isBlind: true },
  { says: 'Arrow-Up brings an unknown line', typed: ['\u001b[A', '\r'], completed: '', isBlind: true },
  { says: 'Ctrl-R looks for an unknown line', typed: ['\u0012rm\r'], completed: '', isBlind: true },
  { says: 'Ctrl-O enters a line in its own way', typed: ['rm x\u000f'], completed: '', isBlind: true, after: null },
  { says: 'Ctrl-A moves, so what follows is not known', typed: ['x\u0001rm \n'], completed: '', isBlind: true },
  { says: 'Ctrl-C makes an unknown line known again', typed: ['\u001b[A', '\u0003ls\n'], completed: 'ls' },
  { says: 'entering makes the next line known', typed: ['\u001b[A\r', 'ls\n'], completed: 'ls' },
  { says: 'a paste is text', typed: ['\u001b[200~ls\u001b[201~\r'], completed: 'ls' },
  { says: 'lines of a paste count as entered', typed: ['\u001b[200~a\nb\u001b[201~'], completed: 'a', after: 'b' },
  { says: 'a paste that never ends is not followed', typed: ['\u001b[200~ls\n'], completed: '', isBlind: true },
  {
    says: 'a key inside a paste is not followed',
    typed: ['\u001b[200~a\tb\u001b[201~\r'],
    completed: '',
    isBlind: true,
  },
  { says: '!! is an earlier command', typed: ['!!\n'], completed: '!!', isBlind: true },
  { says: '!rm is an earlier command', typed: ['echo hi; !rm\n'], completed: 'echo hi; !rm', isBlind: true },
  { says: '^a^b changes an earlier command', typed: ['^a^b\n'], completed: '^a^b', isBlind: true },
  { says: '!= is a comparison', typed: ['[ a != b ]\n'], completed: '[ a != b ]' },
  { says: 'a lone ! negates', typed: ['! true\n'], completed: '! true' },
  { says: 'a quoted ! is text', typed: ["echo 'a!b'\n"], completed: "echo 'a!b'" },
  { says: '$! is a process id', typed: ['echo $!\n'], completed: 'echo $!' },
  { says: 'C1 controls are keys', typed: ['ls\u009b\n'], completed: '', isBlind: true },
]

describe('what is typed is followed', () => {
  it.each(ROWS)('$says', ({ typed, completed, isBlind = false, after = '' }) => {
    let line = EMPTY_LINE
    let last = follow(line, '')
    let wasBlind = false
    for (const piece of typed) {
      last = follow(line, piece)
      line = last.after
      wasBlind = last.isBlind
    }
    expect({ completed: last.completed, isBlind: wasBlind, after: line }).toEqual({ completed, isBlind, after })
  })

  it('a line that never ends is given up, not kept', () => {
    expect(follow('', 'x'.repeat(70_000)).after).toBeNull()
  })
})
