import {
  closeSync,
  constants,
  fsync,
  fsyncSync,
  ftruncateSync,
  lstatSync,
  openSync,
  readFileSync,
  readSync,
} from 'node:fs'
import { promisify } from 'node:util'
import { changedMeanwhile } from './file-error.ts'
import type { DirectoryHandle } from './handles.ts'
import { isSameFile, kindOf } from './identity.ts'
import { openEntry } from './open-file.ts'
import type { Destination } from './replace-file.ts'
import { appendMarkName, removeTemporary } from './temporaries.ts'
import { writeAll } from './write-bytes.ts'

const fsyncAsync = promisify(fsync)
const SIZE_DIGITS = 16

/**
 * For files too large to be written anew. A mark beside the file says how long it was and what is being added, so that a
 * write that fails or dies half-way can be taken back.
 */
export async function appendInPlace(destination: Destination, bytes: Buffer, callId: string): Promise<void> {
  const { directory, name, target, path } = destination
  using file = openEntry(directory, name, constants.O_WRONLY | constants.O_APPEND, path)
  if (target === null || !isSameFile(file.stats, target)) throw changedMeanwhile(path)
  const mark = appendMarkName(callId)
  try {
    await writeMark(directory, mark, Number(file.stats.size), bytes)
    try {
      await writeAll(file.fd, bytes)
      await fsyncAsync(file.fd)
    } catch (cause) {
      ftruncateSync(file.fd, Number(file.stats.size))
      throw cause
    }
  } finally {
    removeTemporary(directory, mark)
  }
}

async function writeMark(directory: DirectoryHandle, name: string, size: number, bytes: Buffer): Promise<void> {
  removeTemporary(directory, name)
  const fd = openSync(directory.entry(name), constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600)
  try {
    await writeAll(fd, Buffer.concat([header(size, bytes.length), bytes]))
    await fsyncAsync(fd)
  } finally {
    closeSync(fd)
  }
}

function header(size: number, added: number): Buffer {
  return Buffer.from(
    [size, added]
      .map((number) => String(number).padStart(SIZE_DIGITS, '0'))
      .join(' ')
      .concat('\n'),
  )
}

/** Takes back an append that died half-way. What anyone else has added since is never touched. */
export function takeBackAppend(directory: DirectoryHandle, name: string, callId: string): boolean {
  const mark = appendMarkName(callId)
  const read = readMark(directory, mark)
  if (read === undefined) return false
  const isThere = lstatSync(directory.entry(name), { throwIfNoEntry: false })?.isFile()
  if (read.isWhole && isThere === true) undo(directory, name, read.size, read.bytes)
  return removeTemporary(directory, mark)
}

interface Mark {
  readonly size: number
  readonly bytes: Buffer
  /** A mark that is not whole is older than the first byte of its append. */
  readonly isWhole: boolean
}

function readMark(directory: DirectoryHandle, name: string): Mark | undefined {
  let content: Buffer
  try {
    using file = openEntry(directory, name, constants.O_RDONLY, name)
    if (kindOf(file.stats) !== 'file') return undefined
    content = readFileSync(file.fd)
  } catch {
    return undefined
  }
  const match = /^(\d{16}) (\d{16})\n/.exec(content.toString('latin1', 0, 2 * SIZE_DIGITS + 2))
  if (match === null) return { size: 0, bytes: content, isWhole: false }
  const bytes = content.subarray(match[0].length)
  return { size: Number(match[1]), bytes, isWhole: bytes.length === Number(match[2]) }
}

function undo(directory: DirectoryHandle, name: string, size: number, bytes: Buffer): void {
  using file = openEntry(directory, name, constants.O_RDWR, name)
  const added = Number(file.stats.size) - size
  if (kindOf(file.stats) !== 'file' || added <= 0 || added >= bytes.length) return
  const found = Buffer.alloc(added)
  if (readSync(file.fd, found, 0, added, size) !== added || !found.equals(bytes.subarray(0, added))) return
  ftruncateSync(file.fd, size)
  fsyncSync(file.fd)
}
