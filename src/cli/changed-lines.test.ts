import { expect, it } from 'vitest'
import { changedLines } from './changed-lines.ts'

const shown = (before: string, after: string) => changedLines(before, after).map(({ sign, text }) => `${sign}${text}`)

it.each([
  ['a new file', '', 'a\nb', ['+a', '+b']],
  ['an emptied file', 'a', '', ['-a']],
  ['nothing', 'a\nb', 'a\nb', [' a', ' b']],
  [
    'a line in the middle',
    '1\n2\n3\n4\n5\n6\n7\n8\n9',
    '1\n2\n3\n4\nX\n6\n7\n8\n9',
    [' 2', ' 3', ' 4', '-5', '+X', ' 6', ' 7', ' 8'],
  ],
  ['an added line', 'a\nc', 'a\nb\nc', [' a', '+b', ' c']],
  ['a newline that is added at the end', 'a', 'a\n', [' a', '-\\ No newline at end of file']],
  ['a repeated line', 'a\na', 'a\na\na', [' a', ' a', '+a']],
])('shows %s', (_what, before, after, expected) => {
  expect(shown(before, after)).toEqual(expected)
})
