import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../test/support/seeded-random.ts'
import { diffLines } from './line-diff.ts'
import { unifiedDiff } from './unified-diff.ts'

describe('a diff of lines', () => {
  it('turns one list into the other, whatever they are', () => {
    const random = seededRandom(7)
    const lines = (count: number) => Array.from({ length: count }, () => random.pick(['a', 'b', 'c', 'd']))
    for (let round = 0; round < 500; round += 1) {
      const [old, fresh] = [lines(random.below(20)), lines(random.below(20))]
      const result = [...old]
      for (const { oldStart, oldEnd, newStart, newEnd } of diffLines(old, fresh).toReversed()) {
        result.splice(oldStart, oldEnd - oldStart, ...fresh.slice(newStart, newEnd))
      }
      expect(result).toEqual(fresh)
    }
  })

  it('finds the smallest change', () => {
    expect(diffLines(['a', 'b', 'c'], ['a', 'x', 'b', 'c'])).toEqual([
      { oldStart: 1, oldEnd: 1, newStart: 1, newEnd: 2 },
    ])
    expect(diffLines(['a', 'b'], ['a', 'b'])).toEqual([])
  })

  it('gives up on what has nothing in common, and still says so', () => {
    const old = Array.from({ length: 3_000 }, (_, index) => `old ${index}`)
    const fresh = Array.from({ length: 3_000 }, (_, index) => `new ${index}`)
    expect(diffLines(old, fresh)).toEqual([{ oldStart: 0, oldEnd: 3_000, newStart: 0, newEnd: 3_000 }])
  })
})

describe('a unified diff', () => {
  const names = { old: 'a', fresh: 'b' }

  it('keeps changes apart that are far from each other', () => {
    const old = Array.from({ length: 20 }, (_, index) => `${index + 1}\n`).join('')
    const { text, added, removed } = unifiedDiff(names, old, old.replace('2\n', 'x\n').replace('18\n', ''))
    expect(text).toBe(
      '--- a\n+++ b\n@@ -1,5 +1,5 @@\n 1\n-2\n+x\n 3\n 4\n 5\n@@ -15,6 +15,5 @@\n 15\n 16\n 17\n-18\n 19\n 20\n',
    )
    expect({ added, removed }).toEqual({ added: 1, removed: 2 })
  })

  it('says what ends without a newline, and what is no file', () => {
    expect(unifiedDiff(names, 'a', 'a\n').text).toBe(
      '--- a\n+++ b\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n',
    )
    expect(unifiedDiff(names, null, 'a\n').text).toBe('--- /dev/null\n+++ b\n@@ -0,0 +1 @@\n+a\n')
    expect(unifiedDiff(names, 'a\n', 'a\n').text).toBe('')
  })
})
