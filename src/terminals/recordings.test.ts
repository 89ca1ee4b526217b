import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryDirectory } from '../../test/support/temporary.ts'
import { createRecordings } from './recordings.ts'

const CAST = '{"version":2,"width":80,"height":24,"timestamp":1700000000,"title":"make"}\n[0.5,"o","done\\r\\n"]\n'

describe('recordings', () => {
  it('are listed newest first, and read', () => {
    using directory = temporaryDirectory()
    writeFileSync(join(directory.path, 's_1.cast'), CAST)
    writeFileSync(join(directory.path, 's_2.cast'), CAST.replace('1700000000', '1800000000'))
    const recordings = createRecordings(directory.path)
    expect(recordings.list().map(({ id }) => id)).toEqual(['s_2', 's_1'])
    expect(recordings.list()[1]).toEqual({
      id: 's_1',
      title: 'make',
      startedAt: 1_700_000_000_000,
      cols: 80,
      rows: 24,
      bytes: CAST.length,
    })
    expect(recordings.read('s_1')).toBe(CAST)
  })

  it('are none before the first', () => {
    using directory = temporaryDirectory()
    const recordings = createRecordings(join(directory.path, 'recordings'))
    expect(recordings.list()).toEqual([])
    expect(() => recordings.read('s_1')).toThrow('There is no recording s_1.')
  })

  it.each([
    ['a link to a file elsewhere', 'linked'],
    ['a path upwards', '../secret'],
    ['a path below', 'inner/s_1'],
    ['a directory', 'folder'],
    ['a name with another ending', 'notes.txt'],
  ])('%s is neither listed nor read', (_, id) => {
    using directory = temporaryDirectory()
    const own = join(directory.path, 'recordings')
    mkdirSync(join(own, 'inner'), { recursive: true })
    mkdirSync(join(own, 'folder.cast'))
    writeFileSync(join(directory.path, 'secret.cast'), CAST)
    writeFileSync(join(own, 'inner', 's_1.cast'), CAST)
    writeFileSync(join(own, 'notes.txt'), CAST)
    symlinkSync(join(directory.path, 'secret.cast'), join(own, 'linked.cast'))
    const recordings = createRecordings(own)
    expect(recordings.list()).toEqual([])
    expect(() => recordings.read(id)).toThrow('There is no recording')
  })

  it('a directory that is a link is not followed', () => {
    using directory = temporaryDirectory()
    mkdirSync(join(directory.path, 'elsewhere'))
    writeFileSync(join(directory.path, 'elsewhere', 's_1.cast'), CAST)
    symlinkSync(join(directory.path, 'elsewhere'), join(directory.path, 'recordings'))
    const recordings = createRecordings(join(directory.path, 'recordings'))
    expect(recordings.list()).toEqual([])
    expect(() => recordings.read('s_1')).toThrow('There is no recording')
  })
})
