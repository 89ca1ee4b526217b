import { write, writeSync } from 'node:fs'
import { promisify } from 'node:util'
import { SYNC_BYTES } from './read-bytes.ts'

const writeAsync = promisify(write)

export async function writeAll(fd: number, bytes: Buffer): Promise<void> {
  let done = 0
  while (done < bytes.length) {
    done +=
      bytes.length <= SYNC_BYTES
        ? writeSync(fd, bytes, done)
        : (await writeAsync(fd, bytes, done, bytes.length - done)).bytesWritten
  }
}
