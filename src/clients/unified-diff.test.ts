import { describe, expect, test } from 'vitest'
import { unifiedDiff } from './unified-diff.ts'

const body = (before: string | null, after: string | null) => unifiedDiff('f', before, after).split('\n').slice(2, -1)

describe('a diff', () => {
  test.each([
    [
      'of a line in the middle',
      'a\nb\nc\nd\ne\nf\ng\nh\ni\n',
      'a\nb\nc\nd\nE\nf\ng\nh\ni\n',
      ['@@ -2,7 +2,7 @@', ' b', ' c', ' d', '-e', '+E', ' f', ' g', ' h'],
    ],
    ['of lines added at the end', 'a\n', 'a\nb\nc\n', ['@@ -1,1 +1,3 @@', ' a', '+b', '+c']],
    ['of lines removed at the start', 'a\nb\n', 'b\n', ['@@ -1,2 +1,1 @@', '-a', ' b']],
    ['of a new file', null, 'a\n', ['@@ -0,0 +1,1 @@', '+a']],
    ['of a file that goes', 'a\n', null, ['@@ -1,1 +0,0 @@', '-a']],
    ['of an end of line', 'a', 'a\n', ['@@ -1,1 +1,1 @@', '-a', '\\ No newline at end of file', '+a']],
    ['with CRLF', 'a\r\nb\r\n', 'a\r\nc\r\n', ['@@ -1,2 +1,2 @@', ' a', '-b', '+c']],
  ])('%s', (_what, before, after, lines) => {
    expect(body(before, after)).toEqual(lines)
  })

  test('names no file where there is none', () => {
    expect(unifiedDiff('f', null, 'a\n')).toMatch(/^--- \/dev\/null\n\+\+\+ f\n/)
    expect(unifiedDiff('f', 'a\n', null)).toMatch(/^--- f\n\+\+\+ \/dev\/null\n/)
  })

  test('of one long line shows what changes in it, whole, and a little around', () => {
    const lines = body(`{${'x'.repeat(5_000)}}`, `{${'x'.repeat(5_000)}, "new": {\n  "a": 1\n}}`)
    expect(lines.join('\n').length).toBeLessThan(600)
    expect(lines.slice(1)).toEqual([`-…${'x'.repeat(80)}}…`, `+…${'x'.repeat(80)}, "new": {`, '+  "a": 1', '+}}…'])
  })
})
