import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { temporaryDirectory } from '../../test/support/temporary.ts'
import { systemClock } from '../base/clock.ts'
import { LIMITS } from '../base/limits.ts'
import { createLogger } from '../base/logger.ts'
import { createRedact } from '../base/redact.ts'
import { createIndexes } from './indexes.ts'

const directory = temporaryDirectory()
const root = join(directory.path, 'project')
const never = new AbortController().signal
const index = createIndexes({
  directory: join(directory.path, 'index'),
  embedder: { model: () => 'none', embed: () => Promise.reject(new Error('none')) },
  isClosed: () => false,
  isTooMuch: () => false,
  limits: { ...LIMITS, indexWaitMs: 50_000 },
  clock: systemClock,
  log: createLogger(() => {}, createRedact()),
})
afterAll(async () => {
  await index.close()
  directory[Symbol.dispose]()
})

/** In each the name is `total`; line by line what it does there, with `-` for lines where it does not count. */
const SAMPLES: readonly [file: string, lines: readonly (readonly [kind: string, line: string])[]][] = [
  [
    'a.ts',
    [
      ['declaration', `import { total } from './b.ts'`],
      ['definition', 'export function total(x: number): number { return x }'],
      ['call', 'total(1)'],
      ['reference', 'const other = total'],
      ['call', 'this.total(2)'],
      ['-', '// total in a comment'],
      ['-', `const text = 'total'`],
      ['declaration', 'function f(total: number) {}'],
      ['call', 'new total()'],
    ],
  ],
  [
    'a.tsx',
    [
      ['definition', 'export const total = () => <b/>'],
      ['call', 'total()'],
    ],
  ],
  [
    'a.js',
    [
      ['definition', 'class total {}'],
      ['call', 'new total()'],
      ['reference', 'x = total'],
    ],
  ],
  [
    'a.py',
    [
      ['declaration', 'from sums import total'],
      ['definition', 'def total(x):'],
      ['-', '    return "total"'],
      ['call', 'total(1)'],
      ['call', 'sums.total(1)'],
      ['reference', 'x = total'],
    ],
  ],
  [
    'a.go',
    [
      ['-', 'package main'],
      ['definition', 'func total(x int) int { return x }'],
      ['call', 'func use() { total(1) }'],
      ['call', 'func use2() { sums.total(1) }'],
      ['reference', 'var f = total'],
    ],
  ],
  [
    'a.rs',
    [
      ['declaration', 'use sums::total;'],
      ['definition', 'fn total(x: i32) -> i32 { x }'],
      ['call', 'fn main() { total(1); }'],
      ['call', 'fn two() { sums::total(1); }'],
      ['call', 'fn three() { total!(1); }'],
    ],
  ],
  [
    'A.java',
    [
      ['-', 'class A {'],
      ['definition', '  int total(int x) { return x; }'],
      ['call', '  int use() { return total(1); }'],
      ['call', '  int use2() { return this.total(1); }'],
      ['-', '}'],
    ],
  ],
  [
    'a.c',
    [
      ['declaration', 'int total(int x);'],
      ['definition', 'int total(int x) { return x; }'],
      ['call', 'int main(void) { return total(1); }'],
      ['reference', 'int (*f)(int) = total;'],
    ],
  ],
  [
    'a.cpp',
    [
      ['definition', 'int Sum::total(int x) { return x; }'],
      ['call', 'int main() { return sum.total(1); }'],
      ['call', 'int two() { return Sum::total(1); }'],
    ],
  ],
  [
    'a.swift',
    [
      ['definition', 'func total(_ x: Int) -> Int { return x }'],
      ['call', 'let a = total(1)'],
      ['call', 'let b = sums.total(1)'],
    ],
  ],
  [
    'a.rb',
    [
      ['definition', 'def total(x)'],
      ['-', 'end'],
      ['call', 'sums.total(1)'],
      ['call', 'total(1)'],
    ],
  ],
  [
    'a.php',
    [
      ['-', '<?php'],
      ['definition', 'function total($x) { return $x; }'],
      ['call', 'total(1);'],
      ['call', '$sums->total(1);'],
      ['call', 'Sums::total(1);'],
    ],
  ],
  [
    'a.cs',
    [
      ['-', 'class A {'],
      ['definition', '  int total(int x) { return x; }'],
      ['call', '  int Use() { return total(1); }'],
      ['call', '  int Use2() { return this.total(1); }'],
      ['-', '}'],
    ],
  ],
]

mkdirSync(root)
for (const [file, lines] of SAMPLES) writeFileSync(join(root, file), lines.map(([, line]) => `${line}\n`).join(''))
writeFileSync(join(root, 'a.lua'), 'local total = 1\nprint(total, totals)\n')
writeFileSync(join(root, 'b.ts'), 'export const subtotal = 1\nexport const $total = 2\n')

describe('usages', () => {
  it.each(SAMPLES)('are told apart in %s', async (file, lines) => {
    const { usages } = await index.usages(root, { name: 'total', first: [], limit: 1_000 }, never)
    const found = new Map(usages.filter(({ path }) => path === file).map(({ line, kind }) => [line, kind]))
    expect(lines.map((_, row) => found.get(row + 1) ?? '-')).toEqual(lines.map(([kind]) => kind))
    expect(usages.filter(({ path }) => path === file).every(({ by }) => by === 'syntax')).toBe(true)
  })

  it('in a language without a grammar are whole words, labelled so', async () => {
    const { usages } = await index.usages(root, { name: 'total', first: [], limit: 1_000 }, never)
    expect(usages.filter(({ path }) => path === 'a.lua')).toEqual([
      { path: 'a.lua', line: 1, column: 7, kind: 'reference', text: 'local total = 1', by: 'text' },
      { path: 'a.lua', line: 2, column: 7, kind: 'reference', text: 'print(total, totals)', by: 'text' },
    ])
    expect(usages.filter(({ path }) => path === 'b.ts')).toEqual([])
  })

  it('begin with definitions, those of the named files first, and stop at the limit', async () => {
    const { usages, isCut } = await index.usages(root, { name: 'total', first: ['a.rs'], limit: 3 }, never)
    expect(usages).toHaveLength(3)
    expect(usages[0]).toMatchObject({ path: 'a.rs', kind: 'definition', line: 2 })
    expect(isCut).toBe(true)
  })

  it('of an unknown name are none', async () => {
    const answer = await index.usages(root, { name: 'nowhere', first: [], limit: 10 }, never)
    expect(answer).toMatchObject({ usages: [], isCut: false })
  })
})
