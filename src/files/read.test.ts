import { execFileSync } from 'node:child_process'
import { appendFileSync, closeSync, ftruncateSync, openSync, readdirSync, utimesSync } from 'node:fs'
import { createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { type FileWorld, fileWorld } from '../../test/support/file-world.ts'

const bytes = (world: FileWorld, name: string, maxBytes = 1_000) =>
  world.files.readBytes(world.locate(name), { maxBytes })

const lines = (world: FileWorld, name: string, first = 1, count = 2_000, maxBytes = 48 * 1024) =>
  world.files.readLines(world.locate(name), { first, count, maxBytes })

describe('reading bytes', () => {
  it('gives a small file as it is', async () => {
    using world = fileWorld()
    world.file('ws/f', '\ufeffa\r\nb')
    expect(await bytes(world, 'f')).toEqual({ content: '\ufeffa\r\nb', size: 7, truncated: false })
  })

  it('gives an empty file as empty', async () => {
    using world = fileWorld()
    world.file('ws/f', '')
    expect(await bytes(world, 'f')).toEqual({ content: '', size: 0, truncated: false })
  })

  it.each([
    ['one byte too few for a two-byte character', 'aé', 2, 'a'],
    ['a limit between characters', 'éé', 2, 'é'],
    ['two bytes too few for an emoji', 'ab🙂c', 4, 'ab'],
    ['a limit right behind an emoji', 'ab🙂c', 6, 'ab🙂'],
    ['a limit smaller than the first character', '🙂', 1, ''],
  ])('never splits a character: %s', async (_sentence, content, maxBytes, expected) => {
    using world = fileWorld()
    world.file('ws/f', content)
    expect(await bytes(world, 'f', maxBytes)).toEqual({
      content: expected,
      size: Buffer.byteLength(content),
      truncated: true,
    })
  })

  it('reads up to the limit and no further', async () => {
    using world = fileWorld()
    world.file('ws/f', 'x'.repeat(600_000))
    const read = await bytes(world, 'f', 500_000)
    expect(read.content.length).toBe(500_000)
    expect(read).toMatchObject({ size: 600_000, truncated: true })
  })

  it('reads the beginning of a file that is much larger than memory', async () => {
    using world = fileWorld()
    const fd = openSync(world.file('ws/f', 'y'.repeat(20_000)), 'r+')
    ftruncateSync(fd, 10 * 1024 ** 3)
    closeSync(fd)
    expect(await bytes(world, 'f', 10)).toEqual({ content: 'y'.repeat(10), size: 10 * 1024 ** 3, truncated: true })
  })

  it.each([
    ['with a mark, little end first', Buffer.from('\ufeffé\n€\n', 'utf16le')],
    ['with a mark, big end first', Buffer.from('\ufeffé\n€\n', 'utf16le').swap16()],
    ['without a mark', Buffer.from('abcdefgh\n'.repeat(2), 'utf16le')],
  ])('reads UTF-16 %s', async (_how, content) => {
    using world = fileWorld()
    world.file('ws/f', content)
    const text = content.length > 20 ? 'abcdefgh\n'.repeat(2) : 'é\n€\n'
    expect((await bytes(world, 'f')).content).toBe(text)
    expect(await lines(world, 'f', 2, 1)).toMatchObject({ content: text.slice(text.length / 2), totalLines: 2 })
  })

  it('finds lines that end with carriage returns alone', async () => {
    using world = fileWorld()
    world.file('ws/f', 'a\rb\rc')
    expect(await lines(world, 'f', 2, 1)).toMatchObject({ content: 'b\n', totalLines: 3 })
  })

  it('reads what is not UTF-8 as Latin-1', async () => {
    using world = fileWorld()
    world.file('ws/f', Buffer.from([0x61, 0xff, 0x62]))
    expect((await bytes(world, 'f')).content).toBe('aÿb')
  })

  it.runIf(process.platform === 'linux')('reads files of the kernel, which say that they are empty', async () => {
    using world = fileWorld()
    expect((await bytes(world, '/proc/meminfo')).content).toMatch(/^MemTotal/)
    expect(await bytes(world, '/proc/meminfo', 8)).toMatchObject({ content: 'MemTotal', truncated: true })
  })
})

describe('what cannot be read', () => {
  it.each([
    ['a binary file', (world: FileWorld) => world.file('ws/x', Buffer.from([1, 0, 2])), 'INVALID_PARAMETERS', 'binary'],
    ['a directory', (world: FileWorld) => world.directory('ws/x'), 'INVALID_PARAMETERS', 'is a directory'],
    ['nothing', () => '', 'NOT_FOUND', 'does not exist'],
    ['a FIFO', (world: FileWorld) => world.fifo('ws/x'), 'INVALID_PARAMETERS', 'is a FIFO'],
  ])('is refused in words: %s', async (_what, make, code, words) => {
    using world = fileWorld()
    make(world)
    const expected = { code, message: expect.stringContaining(words) }
    await expect(bytes(world, 'x')).rejects.toMatchObject(expected)
    await expect(lines(world, 'x')).rejects.toMatchObject(expected)
  })

  it('includes devices and file names that end like a directory', async () => {
    using world = fileWorld()
    world.file('ws/f')
    await expect(bytes(world, '/dev/null')).rejects.toThrow('/dev/null is a device, not a regular file.')
    await expect(bytes(world, 'f/')).rejects.toThrow('"f/" ends like a directory, but a file is needed.')
  })

  it('includes sockets', async () => {
    using world = fileWorld()
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(`${world.workspace}/s`, resolve))
    await expect(bytes(world, 's')).rejects.toThrow('is a socket, not a regular file.')
    await new Promise((resolve) => server.close(resolve))
  })
})

describe('reading lines', () => {
  const five = 'one\ntwo\r\nthree\nfour\nfive'

  it.each([
    ['all of them', 1, 10, five, 5],
    ['from the middle', 2, 2, 'two\r\nthree\n', 2],
    ['the last one, which has no end', 5, 1, 'five', 1],
    ['past the end', 4, 10, 'four\nfive', 2],
  ])('gives %s exactly', async (_sentence, first, count, content, lineCount) => {
    using world = fileWorld()
    world.file('ws/f', five)
    expect(await lines(world, 'f', first, count)).toEqual({
      content,
      lineCount,
      totalLines: 5,
      isCut: false,
      isLineCut: false,
    })
  })

  it('answers an offset beyond the end with nothing', async () => {
    using world = fileWorld()
    world.file('ws/f', five)
    expect(await lines(world, 'f', 6)).toMatchObject({ content: '', lineCount: 0, totalLines: 5 })
    expect(await lines(world, 'f', 1_000_000)).toMatchObject({ content: '', lineCount: 0, totalLines: 5 })
  })

  it('knows that an empty file has no line and a final newline starts none', async () => {
    using world = fileWorld()
    world.file('ws/empty', '')
    world.file('ws/newline', '\n')
    expect(await lines(world, 'empty')).toMatchObject({ content: '', lineCount: 0, totalLines: 0 })
    expect(await lines(world, 'newline')).toMatchObject({ content: '\n', lineCount: 1, totalLines: 1 })
  })

  it('ends at a whole line when the bytes run out', async () => {
    using world = fileWorld()
    world.file('ws/f', 'aaaa\nbbbb\ncccc\n')
    expect(await lines(world, 'f', 1, 10, 12)).toMatchObject({ content: 'aaaa\nbbbb\n', lineCount: 2, isCut: true })
    expect(await lines(world, 'f', 1, 10, 10)).toMatchObject({ content: 'aaaa\nbbbb\n', lineCount: 2, isCut: true })
  })

  it('cuts a line only if not even one fits, and says so', async () => {
    using world = fileWorld()
    world.file('ws/f', `${'é'.repeat(10)}\nnext\n`)
    expect(await lines(world, 'f', 1, 10, 5)).toMatchObject({
      content: 'éé',
      lineCount: 1,
      isCut: true,
      isLineCut: true,
    })
  })

  it('gives windows of a large file that together are the file', async () => {
    using world = fileWorld()
    const text = Array.from({ length: 30_000 }, (_, index) => `line ${index} ${'ü'.repeat(index % 37)}\n`).join('')
    const path = world.file('ws/f', text)
    utimesSync(path, 1_000, 1_000)
    let put = ''
    for (let first = 1; ; ) {
      const read = await lines(world, 'f', first, 1_777)
      if (read.lineCount === 0) break
      expect(read.totalLines).toBe(30_000)
      put += read.content
      first += read.lineCount
    }
    expect(put).toBe(text)
  })

  it('sees what was appended to a large file', async () => {
    using world = fileWorld()
    const path = world.file('ws/f', 'x\n'.repeat(200_000))
    utimesSync(path, 1_000, 1_000)
    expect(await lines(world, 'f', 200_001)).toMatchObject({ lineCount: 0, totalLines: 200_000 })
    appendFileSync(path, 'y\nz')
    expect(await lines(world, 'f', 200_001)).toMatchObject({ content: 'y\nz', totalLines: 200_002 })
  })

  it('finds a line behind very long ones', async () => {
    using world = fileWorld()
    world.file('ws/f', `${'a'.repeat(300_000)}\n${'b'.repeat(300_000)}\nhere\n`)
    expect(await lines(world, 'f', 3)).toMatchObject({ content: 'here\n', totalLines: 3 })
  })

  it('stops when the call is cancelled', async () => {
    using world = fileWorld()
    world.file('ws/f', 'x\n'.repeat(2_000_000))
    const options = { first: 1, count: 1, maxBytes: 10, signal: AbortSignal.abort() }
    await expect(world.files.readLines(world.locate('f'), options)).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe.runIf(process.platform === 'linux')('open files', () => {
  it('are all closed again, whatever happened', async () => {
    using world = fileWorld()
    world.file('ws/f')
    world.file('ws/binary', Buffer.from([0]))
    world.file('ws/a/b/c/d')
    const stale = world.locate('a/b/c/d')
    world.file('ws/a/b/c/e')
    const gone = world.locate('a/b/c/e', 'write')
    execFileSync('mv', [`${world.workspace}/a/b`, `${world.workspace}/a/moved`])
    const open = () => readdirSync('/proc/self/fd').length
    const rounds = async () => {
      await bytes(world, 'f')
      await lines(world, 'f')
      await Promise.allSettled([
        bytes(world, 'binary'),
        bytes(world, 'a'),
        bytes(world, 'none'),
        lines(world, 'binary'),
      ])
      await Promise.allSettled([
        world.files.readBytes(stale, { maxBytes: 1 }),
        world.files.writeFile(gone, 'x', { mode: 'append', createDirs: true, callId: 'call_1' }),
      ])
      const options = { mode: 'overwrite', createDirs: true, callId: 'call_1' } as const
      await world.files.writeFile(world.locate('n/m/o', 'write'), 'x', options)
      await Promise.allSettled([world.files.writeFile(world.locate('f/', 'write'), 'x', options)])
      await world.files.listDirectory(world.locate('.'), { depth: 5, limit: 4 })
      world.files.preImage(world.locate('f'))
    }
    await rounds()
    const before = open()
    for (let round = 0; round < 50; round += 1) await rounds()
    expect(open()).toBe(before)
  })
})
