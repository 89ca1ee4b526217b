import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface LockedPackage {
  readonly version: string
  readonly resolved?: string
  readonly integrity?: string
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const lock: { packages: Record<string, LockedPackage> } = JSON.parse(
  readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'),
)

test('the lock has every platform package: npm drops some without a word, and a clean install fails later', () => {
  const names = Object.keys(lock.packages)
  const missing = Object.values(lock.packages)
    .flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies))
    .filter((name) => !names.some((path) => path.endsWith(`node_modules/${name}`)))
  expect(missing).toEqual([])
})

test('every package is pinned by its hash, and no download address is recorded', () => {
  for (const [path, { integrity, resolved }] of Object.entries(lock.packages)) {
    if (path === '') continue
    expect.soft(integrity, path).toMatch(/^sha512-/)
    expect.soft(resolved, path).toBeUndefined()
  }
})
