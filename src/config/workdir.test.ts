import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { judgeWorkdir } from './workdir.ts'

describe('a working directory', () => {
  let base: string
  const judge = (path: string) =>
    judgeWorkdir(path, {
      home: join(base, 'people', 'me'),
      dataDirectory: join(base, 'people', 'me', '.share', 'upperhand'),
    })

  beforeAll(() => {
    base = realpathSync(mkdtempSync(join(tmpdir(), 'uh-workdir-')))
    mkdirSync(join(base, 'people', 'me', '.share', 'upperhand', 'results'), { recursive: true })
    mkdirSync(join(base, 'people', 'me', 'work'))
    writeFileSync(join(base, 'file'), '')
    symlinkSync(join(base, 'people', 'me'), join(base, 'home-by-another-name'))
    symlinkSync(join(base, 'people', 'me', 'work'), join(base, 'work-link'))
  })
  afterAll(() => rmSync(base, { recursive: true, force: true }))

  it('may be a project', () => {
    expect(judge(join(base, 'people', 'me', 'work'))).toEqual({ ok: true, path: join(base, 'people', 'me', 'work') })
  })

  it('is named by its canonical path', () => {
    expect(judge(join(base, 'work-link'))).toEqual({ ok: true, path: join(base, 'people', 'me', 'work') })
  })

  it.each([
    ['the root', () => '/', /root of the file system/],
    ['the home directory', () => join(base, 'people', 'me'), /home directory is never/],
    ['the home directory through a link', () => join(base, 'home-by-another-name'), /home directory is never/],
    ['the home directory with dots', () => join(base, 'people', 'me', 'work') + '/..', /home directory is never/],
    ['what contains the home directory', () => join(base, 'people'), /contains the home directory/],
    ['the data directory', () => join(base, 'people', 'me', '.share', 'upperhand'), /own data directory/],
    [
      'what is in the data directory',
      () => join(base, 'people', 'me', '.share', 'upperhand', 'results'),
      /own data directory/,
    ],
    ['what contains the data directory', () => join(base, 'people', 'me', '.share'), /contains upperhand's own/],
    ['/etc', () => '/etc', /system directory/],
    ['what is below /etc', () => '/etc/ssl', /system directory/],
    ['/usr/bin, which may be called /bin', () => '/bin', /system directory/],
    ['the shared temporary directory', () => '/tmp', /system directory/],
    ['/proc', () => '/proc/self', /system directory/],
    ['a file', () => join(base, 'file'), /not a directory/],
    ['nothing', () => join(base, 'missing'), /not a directory/],
    ['a relative path', () => 'work', /not an absolute path/],
  ])('is never %s', (_what, path, reason) => {
    expect(judge(path())).toEqual({ ok: false, reason: expect.stringMatching(reason) })
  })
})
