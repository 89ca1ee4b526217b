import { hash } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { fileWorld } from '../../test/support/file-world.ts'

describe('a pre-image', () => {
  it('is missing, other, or the file with its hash and text', () => {
    using world = fileWorld()
    world.file('ws/f', 'text')
    world.fifo('ws/p')
    expect(world.files.preImage(world.locate('none'))).toEqual({ kind: 'missing' })
    expect(world.files.preImage(world.locate('.'))).toEqual({ kind: 'other', what: 'directory' })
    expect(world.files.preImage(world.locate('p'))).toEqual({ kind: 'other', what: 'FIFO' })
    expect(world.files.preImage(world.locate('f'))).toEqual({
      kind: 'file',
      size: 4,
      mtimeMs: expect.any(Number),
      sha256: hash('sha256', 'text'),
      text: 'text',
    })
  })

  it('has no hash and no text of a large file, and no text of a binary one', () => {
    using world = fileWorld({ limits: { digestContentBytes: 3 } })
    world.file('ws/large', 'text')
    world.file('ws/binary', Buffer.from([0]))
    expect(world.files.preImage(world.locate('large'))).toMatchObject({ sha256: null })
    expect(world.files.preImage(world.locate('large'))).not.toHaveProperty('text')
    expect(world.files.preImage(world.locate('binary'))).not.toHaveProperty('text')
  })
})

describe('a fingerprint', () => {
  it('of a write changes with the content; of a read it does not', () => {
    using world = fileWorld()
    const path = world.file('ws/f', 'one')
    const [write, read] = [world.locate('f', 'write').fingerprint(), world.locate('f', 'read').fingerprint()]
    appendFileSync(path, 'two')
    expect(world.locate('f', 'write').fingerprint()).not.toBe(write)
    expect(world.locate('f', 'read').fingerprint()).toBe(read)
  })

  it('changes when a missing file appears', () => {
    using world = fileWorld()
    const before = world.locate('f', 'write').fingerprint()
    world.file('ws/f', '')
    expect(world.locate('f', 'write').fingerprint()).not.toBe(before)
  })
})

describe('a preview of a write', () => {
  it.each([
    ['overwrite', { before: 'old\n', after: 'new\n' }, '@@ -1 +1 @@\n-old\n+new\n'],
    ['append', { before: 'old\n', after: 'old\nnew\n' }, '@@ -1 +1,2 @@\n old\n+new\n'],
    ['create_if_missing', { before: 'old\n', after: 'old\n' }, null],
  ] as const)('%s shows before and after', (mode, expected, hunk) => {
    using world = fileWorld()
    const path = world.file('ws/f', 'old\n')
    expect(world.files.previewWrite(world.locate('f', 'write'), 'new\n', mode)).toEqual({
      kind: 'file',
      path,
      exists: true,
      ...expected,
      ...(hunk === null ? {} : { diff: `--- ${path}\n+++ ${path}\n${hunk}` }),
    })
  })

  it('of a new file has no before', () => {
    using world = fileWorld()
    expect(world.files.previewWrite(world.locate('f', 'write'), 'new', 'append')).toMatchObject({
      exists: false,
      before: null,
      after: 'new',
    })
  })

  it('says what it does not show', () => {
    using world = fileWorld({ limits: { previewBytes: 10 } })
    world.file('ws/f', 'x'.repeat(25))
    expect(world.files.previewWrite(world.locate('f', 'write'), 'é'.repeat(10), 'overwrite')).toMatchObject({
      before: `${'x'.repeat(10)}\n[… 15 of 25 bytes are not shown]`,
      after: `${'é'.repeat(5)}\n[… 10 of 20 bytes are not shown]`,
    })
  })

  it('names what is no text', () => {
    using world = fileWorld({ limits: { digestContentBytes: 10 } })
    world.file('ws/binary', Buffer.from([0, 1]))
    world.file('ws/large', 'x'.repeat(20))
    const shown = (name: string, mode: 'overwrite' | 'append') =>
      world.files.previewWrite(world.locate(name, 'write'), 'a', mode)
    expect(shown('binary', 'overwrite')).toMatchObject({ before: '[a binary file of 2 bytes]', after: 'a' })
    expect(shown('binary', 'append')).toMatchObject({ after: '[the 2 bytes before it stay as they are]\na' })
    expect(shown('large', 'append')).toMatchObject({ before: '[20 bytes, too large to show]' })
  })

  it('of an append to a large file shows the end', () => {
    using world = fileWorld({ limits: { previewBytes: 60 } })
    world.file('ws/f', 'x'.repeat(100))
    expect(world.files.previewWrite(world.locate('f', 'write'), 'the end', 'append')).toMatchObject({
      after: '[the 100 bytes before it stay as they are]\nthe end',
    })
  })
})
