import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileGlob } from './glob.ts'

const name = fc
  .string({ minLength: 1, maxLength: 8 })
  .filter((text) => !/[/*?{}[\]\0]/.test(text) && text !== '.' && text !== '..' && text.isWellFormed())
const path = fc.array(name, { minLength: 1, maxLength: 5 }).map((names) => `/${names.join('/')}`)

test('a path without wildcards matches itself and nothing else', () => {
  fc.assert(
    fc.property(path, path, (one, other) => {
      expect(compileGlob(one).matches(one)).toBe(true)
      expect(compileGlob(one).matches(other)).toBe(one === other)
    }),
  )
})

test('a subtree matches what is below its directory, whatever characters the names have', () => {
  fc.assert(
    fc.property(path, path, (base, rest) => {
      const glob = compileGlob(`${base}/**`)
      expect(glob.matches(base + rest)).toBe(true)
      expect(glob.matches(`${base}x${rest}`)).toBe(false)
      expect(glob.base).toBe(base)
    }),
  )
})

test('a star matches one name of the directory', () => {
  fc.assert(
    fc.property(path, name, (base, last) => {
      expect(compileGlob(`${base}/*`).matches(`${base}/${last}`)).toBe(true)
      expect(compileGlob(`${base}/*`).matches(`${base}/${last}/deeper`)).toBe(false)
    }),
  )
})

test('a pattern built to be slow comes back', () => {
  const glob = compileGlob(`/${'*a'.repeat(12)}`)
  expect(glob.matches(`/${'a'.repeat(60)}b`)).toBe(false)
})
