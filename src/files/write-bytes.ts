import { constants, fsync, ftruncateSync, write, writeSync } from 'node:fs'
import { promisify } from 'node:util'
import { changedMeanwhile } from './file-error.ts'
import { isSameFile } from './identity.ts'
import { openEntry } from './open-file.ts'
import { SYNC_BYTES } from './read-bytes.ts'
import type { Destination } from './replace-file.ts'

const writeAsync = promisify(write)
const fsyncAsync = promisify(fsync)

export async function writeAll(fd: number, bytes: Buffer): Promise<void> {
  let done = 0
  while (done < bytes.length) {
    done +=
      bytes.length <= SYNC_BYTES
        ? writeSync(fd, bytes, done)
        : (await writeAsync(fd, bytes, done, bytes.length - done)).bytesWritten
  }
}

/** For files too large to be written anew. A write that fails half-way is taken back. */
export async function appendInPlace({ directory, name, target, path }: Destination, bytes: Buffer): Promise<void> {
  using file = openEntry(directory, name, constants.O_WRONLY | constants.O_APPEND, path)
  if (target === null || !isSameFile(file.stats, target)) throw changedMeanwhile(path)
  try {
    await writeAll(file.fd, bytes)
    await fsyncAsync(file.fd)
  } catch (cause) {
    ftruncateSync(file.fd, Number(file.stats.size))
    throw cause
  }
}
