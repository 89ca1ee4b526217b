import { describe, expect, it, test } from 'vitest'
import { parseGlob } from './glob.ts'

const yes = true
const no = false

const TABLE: readonly [glob: string, path: string, matches: boolean, why: string][] = [
  ['*.ts', 'a.ts', yes, 'a star is any name'],
  ['*.ts', 'deep/er/a.ts', yes, 'without a slash, at any depth'],
  ['*.ts', 'a.tsx', no, 'the whole name must match'],
  ['./*.ts', 'a.ts', yes, 'a leading ./ means nothing'],
  ['src/*.ts', 'src/a.ts', yes, 'with a slash, from the directory on'],
  ['src/*.ts', 'src/deep/a.ts', no, 'a star does not cross a slash'],
  ['src/*.ts', 'x/src/a.ts', no, 'with a slash, not at any depth'],
  ['**/*.ts', 'a.ts', yes, 'two stars may be nothing'],
  ['**/*.ts', 'x/y/a.ts', yes, 'or any number of directories'],
  ['src/**', 'src/x/y', yes, 'two stars at the end are everything below'],
  ['src/**/test/*.ts', 'src/test/a.ts', yes, 'two stars in the middle may be nothing'],
  ['src/**/test/*.ts', 'src/x/y/test/a.ts', yes, 'or several'],
  ['src/', 'src/a/b', yes, 'a slash at the end is everything below'],
  ['**', 'a/b', yes, 'two stars alone are everything'],
  ['?.ts', 'a.ts', yes, 'a question mark is one character'],
  ['?.ts', '😀.ts', yes, 'whatever it takes to store it'],
  ['?.ts', 'ab.ts', no, 'and only one'],
  ['[a-c].ts', 'b.ts', yes, 'a range'],
  ['[!a-c].ts', 'b.ts', no, 'not a range'],
  ['[^a-c].ts', 'z.ts', yes, 'the other way to say not'],
  ['[]].ts', '].ts', yes, 'a bracket right at the start is in the set'],
  ['[ab.ts', '[ab.ts', yes, 'a bracket that is never closed is itself'],
  ['*.{ts,tsx}', 'a.tsx', yes, 'braces are a choice'],
  ['{src,test}/**/*.ts', 'test/x/a.ts', yes, 'of directories too'],
  ['{a,{b,c}}.ts', 'c.ts', yes, 'one in the other'],
  ['{ab}.ts', '{ab}.ts', yes, 'braces without a comma are themselves'],
  ['\\*.ts', '*.ts', yes, 'a backslash takes the meaning away'],
  ['\\*.ts', 'a.ts', no, 'and it is gone'],
  ['*', '.hidden', yes, 'a dot is a character like others'],
  ['-x*', '-xy', yes, 'a dash is a character like others'],
  ['!a', '!a', yes, 'an exclamation mark is a character like others'],
  ['A.ts', 'a.ts', no, 'case counts'],
  ['/base/dir/src/*.ts', 'src/a.ts', yes, 'the whole path is taken as relative'],
  ['a\nb*', 'a\nbc', yes, 'a newline is a character like others'],
]

test.each(TABLE)('%j and %j: %s, because %s', (glob, path, matches) => {
  expect(parseGlob(glob, '/base/dir').matches(path.split('/'))).toBe(matches)
})

describe('a glob', () => {
  it('covers what is below a directory that it names', () => {
    expect(parseGlob('src/x', '/').covers(['src', 'x', 'y'])).toBe(true)
    expect(parseGlob('src/*', '/').covers(['src', 'x', 'y'])).toBe(false)
  })

  it('says where it cannot reach', () => {
    const glob = parseGlob('src/lib/**/*.ts', '/base')
    expect([['src'], ['src', 'lib'], ['src', 'lib', 'x']].every(glob.reaches)).toBe(true)
    expect([['test'], ['src', 'other']].some(glob.reaches)).toBe(false)
  })

  it('takes no longer for a pattern that was made to', () => {
    const stars = parseGlob(`${'*a'.repeat(400)}b`, '/base')
    expect(stars.matches(['a'.repeat(255)])).toBe(false)
    const deep = parseGlob(`${'**/a/'.repeat(150)}b`, '/base')
    expect(deep.matches(Array.from({ length: 500 }, () => 'a'))).toBe(false)
  })

  it.each([
    ['../x', /contains "\.\."/],
    ['/elsewhere/*.ts', /relative to \/base/],
    ['~/x', /relative to \/base/],
    ['x'.repeat(1_001), /longer than 1000/],
    ['a\0b', /NUL/],
    ['{a,b}'.repeat(7), /more than 64/],
  ])('%j is refused', (glob, reason) => {
    expect(() => parseGlob(glob, '/base')).toThrow(reason)
  })
})
