import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryDirectory } from '../../test/support/temporary.ts'
import { createOutputLog } from './output-log.ts'
import { readWindow } from './read-window.ts'

const KIB = 1024

function logIn(directory: string, memoryBytes = 256 * KIB, spillBytes = 512 * KIB) {
  return createOutputLog({ memoryBytes, spillBytes, spillPath: join(directory, 'spill') })
}

/** Numbered lines of 16 bytes: what stands where is known. */
function lines(from: number, count: number): Buffer {
  return Buffer.from(
    Array.from({ length: count }, (_, index) => `${String(from + index).padStart(15, '0')}\n`).join(''),
  )
}

it('reads back what was written, wherever it lies', () => {
  using directory = temporaryDirectory()
  const log = logIn(directory.path)
  // 480 KiB: more than the memory, less than memory and disk.
  for (let line = 0; line < 30 * KIB; line += 100) log.append(lines(line, Math.min(100, 30 * KIB - line)))
  expect(log.end()).toBe(480 * KIB)
  expect(log.oldest()).toBe(0)
  for (const line of [0, 1, 5_000, 14_000, 20_000, 30 * KIB - 2]) {
    expect(log.read(line * 16, 32).bytes.toString()).toBe(lines(line, 2).toString())
  }
  log.close()
})

it('tells what is gone when disk and memory are full', () => {
  using directory = temporaryDirectory()
  const log = logIn(directory.path)
  for (let line = 0; line < 100 * KIB; line += 64) log.append(lines(line, 64))
  expect(log.end()).toBe(1_600 * KIB)
  const oldest = log.oldest()
  expect(oldest).toBeGreaterThan(0)
  expect(log.end() - oldest).toBeGreaterThanOrEqual(512 * KIB)
  const { start, bytes } = log.read(0, 16)
  expect(start).toBe(oldest)
  expect(bytes.toString()).toBe(lines(oldest / 16, 1).toString())
  for (let line = oldest / 16; line < 100 * KIB; line += 4_000) {
    expect(log.read(line * 16, 16).bytes.toString()).toBe(lines(line, 1).toString())
  }
  log.close()
  expect(existsSync(join(directory.path, 'spill'))).toBe(false)
})

it('goes on without a disk, and says what is gone', () => {
  using directory = temporaryDirectory()
  const log = logIn(join(directory.path, 'missing'))
  for (let line = 0; line < 40 * KIB; line += 64) log.append(lines(line, 64))
  expect(log.oldest()).toBeGreaterThan(0)
  expect(log.read(log.oldest(), 16).bytes.toString()).toBe(lines(log.oldest() / 16, 1).toString())
  log.close()
})

it('knows which stream each piece came from', () => {
  using directory = temporaryDirectory()
  const log = logIn(directory.path)
  log.append(Buffer.from('out'), 'stdout')
  log.append(Buffer.from('error'), 'stderr')
  log.append(Buffer.from('more'), 'stderr')
  log.append(Buffer.from('out'), 'stdout')
  expect(log.read(0, 100).segments).toEqual([
    { stream: 'stdout', length: 3 },
    { stream: 'stderr', length: 9 },
    { stream: 'stdout', length: 3 },
  ])
  expect(log.read(4, 9).segments).toEqual([
    { stream: 'stderr', length: 8 },
    { stream: 'stdout', length: 1 },
  ])
  log.close()
})

const TEXT = 'aä€😀z'

it.each([1, 2, 3, 4, 5, 6, 11])('windows of %i bytes never split a character', (maxBytes) => {
  using directory = temporaryDirectory()
  const log = logIn(directory.path)
  log.append(Buffer.from(TEXT.repeat(3)))
  let cursor = 0
  let text = ''
  for (let round = 0; cursor < log.end() && round < 100; round += 1) {
    const { reply, body } = readWindow(log, { session: '', cursor, maxBytes: Math.max(maxBytes, 4) }, false)
    expect(reply.next).toBeGreaterThan(cursor)
    text += body.toString()
    cursor = reply.next
  }
  expect(text).toBe(TEXT.repeat(3))
  log.close()
})

it('holds an open character back until the rest is there', () => {
  using directory = temporaryDirectory()
  const log = logIn(directory.path)
  log.append(Buffer.from('€').subarray(0, 1))
  expect(readWindow(log, { session: '', cursor: 0, maxBytes: 100 }, false).reply).toMatchObject({ start: 0, next: 0 })
  log.append(Buffer.from('€').subarray(1))
  log.append(Buffer.from('ok€').subarray(0, 4))
  const window = (isOver: boolean) => readWindow(log, { session: '', cursor: 0, maxBytes: 100 }, isOver)
  expect(window(false).body.toString()).toBe('€ok')
  expect(window(true).reply).toMatchObject({ next: 7, isEnd: true })
  log.append(Buffer.from('€').subarray(2))
  expect(window(false).body.toString()).toBe('€ok€')
  log.close()
})

it.each([
  [1, 'three\n'],
  [2, 'two\nthree\n'],
  [3, 'one\ntwo\nthree\n'],
  [9, 'one\ntwo\nthree\n'],
])('gives the last %i lines', (tailLines, text) => {
  using directory = temporaryDirectory()
  const log = logIn(directory.path)
  log.append(Buffer.from('one\ntwo\nthree\n'))
  expect(readWindow(log, { session: '', cursor: 0, maxBytes: 100, tailLines }, false).body.toString()).toBe(text)
  log.close()
})
