import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dataDirectoryPath as shimPath } from '../../bin/shim/home.mjs'
import { dataDirectoryPath, openDataDirectory } from './data-directory.ts'

const mode = (path: string) => (statSync(path).mode & 0o777).toString(8)

describe('the data directory', () => {
  let scratch: string
  beforeEach(() => {
    scratch = mkdtempSync(join(tmpdir(), 'uh-data-'))
  })
  afterEach(() => {
    rmSync(scratch, { recursive: true, force: true })
  })

  it('is made on first use and closed to others', () => {
    const directory = openDataDirectory({ UPPERHAND_HOME: join(scratch, 'a', 'b'), XDG_RUNTIME_DIR: scratch })
    expect(mode(directory.root)).toBe('700')
    expect(mode(directory.path('logs'))).toBe('700')
    expect(directory.sockets.api).toMatch(new RegExp(`^${scratch}/upperhand/[0-9a-f]{12}\\.api$`))
    expect(mode(join(scratch, 'upperhand'))).toBe('700')
  })

  it('loses the permissions of others when it has some', () => {
    const home = join(scratch, 'open')
    mkdirSync(home, { mode: 0o755 })
    chmodSync(home, 0o755)
    expect(mode(openDataDirectory({ UPPERHAND_HOME: home }).root)).toBe('700')
  })

  it('gives two spellings of one directory the same sockets', () => {
    const home = join(scratch, 'real')
    mkdirSync(home)
    symlinkSync(home, join(scratch, 'link'))
    const [a, b] = ['real', 'link'].map((name) => openDataDirectory({ UPPERHAND_HOME: join(scratch, name) }))
    expect(a?.sockets).toEqual(b?.sockets)
  })

  it('may hold backups of client configurations before the first start', () => {
    const home = join(scratch, 'connected')
    mkdirSync(join(home, 'backups'), { recursive: true })
    expect(mode(openDataDirectory({ UPPERHAND_HOME: home }).root)).toBe('700')
  })

  it('is refused when it holds other things, and their permissions stay', () => {
    const home = join(scratch, 'documents')
    mkdirSync(home)
    chmodSync(home, 0o755)
    writeFileSync(join(home, 'letter.txt'), 'dear')
    expect(() => openDataDirectory({ UPPERHAND_HOME: home })).toThrow(/holds other things/)
    expect(mode(home)).toBe('755')
  })

  it('is refused when it is a file', () => {
    writeFileSync(join(scratch, 'file'), '')
    expect(() => openDataDirectory({ UPPERHAND_HOME: join(scratch, 'file') })).toThrow(/is not a directory/)
  })

  it('is refused when it belongs to another user', () => {
    const isRoot = process.getuid?.() === 0
    const theirs = isRoot ? join(scratch, 'theirs') : '/mnt'
    if (isRoot) {
      mkdirSync(theirs)
      chownSync(theirs, 12_345, 12_345)
    }
    expect(() => openDataDirectory({ UPPERHAND_HOME: theirs })).toThrow(/belongs to another user|holds other things/)
  })

  it('puts no socket into a runtime directory that is a link', () => {
    mkdirSync(join(scratch, 'run'), { mode: 0o700 })
    symlinkSync(join(scratch, 'elsewhere'), join(scratch, 'run', 'upperhand'))
    const { sockets } = openDataDirectory({
      UPPERHAND_HOME: join(scratch, 'home'),
      XDG_RUNTIME_DIR: join(scratch, 'run'),
    })
    expect(sockets.api.startsWith(scratch)).toBe(false)
  })

  it('keeps socket paths within what the kernel takes', () => {
    const deep = join(scratch, 'x'.repeat(90))
    mkdirSync(deep)
    const { sockets } = openDataDirectory({ UPPERHAND_HOME: join(scratch, 'home'), XDG_RUNTIME_DIR: deep })
    expect(Buffer.byteLength(sockets.mcp)).toBeLessThan(104)
  })
})

describe('the place of the data directory', () => {
  const rows = [
    ['UPPERHAND_HOME outweighs everything', { UPPERHAND_HOME: '/data', HOME: '/home/me' }, 'linux', '/data'],
    ['Linux has a place for it', { HOME: '/home/me' }, 'linux', '/home/me/.local/share/upperhand'],
    ['XDG_DATA_HOME moves it', { HOME: '/home/me', XDG_DATA_HOME: '/xdg' }, 'linux', '/xdg/upperhand'],
    [
      'a relative XDG_DATA_HOME counts for nothing',
      { HOME: '/home/me', XDG_DATA_HOME: 'x' },
      'linux',
      '/home/me/.local/share/upperhand',
    ],
    [
      'an empty UPPERHAND_HOME is no directory',
      { UPPERHAND_HOME: '', HOME: '/home/me' },
      'linux',
      '/home/me/.local/share/upperhand',
    ],
    ['macOS has a place for it', { HOME: '/Users/me' }, 'darwin', '/Users/me/Library/Application Support/upperhand'],
    ['Windows has a place for it', { LOCALAPPDATA: '/local' }, 'win32', '/local/upperhand'],
  ] as const

  it.each(rows)('%s', (_sentence, env, platform, expected) => {
    expect(dataDirectoryPath(env, platform)).toBe(expected)
    expect(shimPath(env, platform)).toBe(expected)
  })

  it('must be absolute', () => {
    expect(() => dataDirectoryPath({ UPPERHAND_HOME: 'data' })).toThrow(/not an absolute path/)
    expect(() => shimPath({ UPPERHAND_HOME: 'data' })).toThrow(/not an absolute path/)
  })
})
