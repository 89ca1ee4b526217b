import { mkdirSync, realpathSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fileWorld } from '../../test/support/file-world.ts'
import { HostError } from '../base/host-error.ts'
import type { Located } from './files.ts'
import { windowsNameFault } from './windows-names.ts'

const name = fc.constantFrom('a', 'b', 'c', 'd')
const step = fc.constantFrom('a', 'b', 'c', 'd', '..', '.', '')
const target = fc.array(step, { minLength: 1, maxLength: 4 }).map((steps) => steps.join('/') || '.')

const entry = fc.oneof(
  fc.record({ kind: fc.constant('directory' as const), at: fc.array(name, { minLength: 1, maxLength: 3 }) }),
  fc.record({ kind: fc.constant('file' as const), at: fc.array(name, { minLength: 1, maxLength: 3 }) }),
  fc.record({ kind: fc.constant('link' as const), at: fc.array(name, { minLength: 1, maxLength: 3 }), to: target }),
)

describe('walking', () => {
  it('arrives where the kernel does, in any tree of links', () => {
    fc.assert(
      fc.property(
        fc.array(entry, { maxLength: 8 }),
        fc.array(target, { minLength: 1, maxLength: 6 }),
        (tree, paths) => {
          using world = fileWorld()
          for (const one of tree) plant(`${world.workspace}/${one.at.join('/')}`, one)
          for (const path of paths) {
            expect(ours(() => world.locate(path))).toBe(kernels(resolveText(world.workspace, path)))
          }
        },
      ),
      { numRuns: 150 },
    )
  })
})

/** Joins without interpreting anything. */
function resolveText(workdir: string, path: string): string {
  return path.startsWith('/') ? path : `${workdir}/${path}`
}

interface Planted {
  readonly kind: 'directory' | 'file' | 'link'
  readonly to?: string
}

function plant(path: string, { kind, to = '' }: Planted): void {
  try {
    if (kind === 'directory') mkdirSync(path, { recursive: true })
    else if (kind === 'file') writeFileSync(path, '')
    else symlinkSync(to, path)
  } catch {
    // Two of them want the same place, or the place has no directory: the first stays.
  }
}

function ours(locate: () => Located): string | null {
  try {
    const { resource, target: found, wantsDirectory } = locate()
    return found === null || (wantsDirectory && !found.isDirectory()) ? null : resource.path
  } catch (cause) {
    if (cause instanceof HostError) return null
    throw cause
  }
}

function kernels(path: string): string | null {
  try {
    statSync(path)
    return realpathSync.native(path)
  } catch {
    return null
  }
}

describe('names on Windows', () => {
  it.each([
    ['C:\\work\\a.txt', null],
    ['a\\..\\b', null],
    ['\\\\server\\share\\x', null],
    ['\\\\.\\PhysicalDrive0', 'it names a device'],
    ['\\\\?\\C:\\x', 'it names a device'],
    ['a\\NUL', 'it names a device'],
    ['con.txt', 'it names a device'],
    ['COM1', 'it names a device'],
    ['console.txt', null],
    ['a.txt:stream', 'it names a data stream'],
    ['C:\\a.txt::$DATA', 'it names a data stream'],
    ['.env.', 'a name ends with a dot or a space'],
    ['.ssh \\id_rsa', 'a name ends with a dot or a space'],
  ])('%s: %s', (given, fault) => {
    expect(windowsNameFault(given)).toBe(fault)
  })
})
