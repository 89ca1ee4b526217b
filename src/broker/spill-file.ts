import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs'

/** The last so many bytes of a stream on disk, found by their absolute position. */
export interface SpillFile {
  /** `bytes` begin at `position`; what is older than the capacity is overwritten. */
  readonly write: (bytes: Uint8Array, position: number) => void
  readonly read: (position: number, length: number) => Buffer
  readonly close: () => void
}

export function openSpillFile(path: string, capacity: number): SpillFile {
  const descriptor = openSync(path, 'w+', 0o600)
  /** A piece may run over the end of the file and go on at its beginning. */
  const inParts = (position: number, length: number, each: (at: number, from: number, bytes: number) => void) => {
    let from = 0
    while (from < length) {
      const at = (position + from) % capacity
      const bytes = Math.min(length - from, capacity - at)
      each(at, from, bytes)
      from += bytes
    }
  }
  return {
    write: (bytes, position) => {
      inParts(position, bytes.length, (at, from, length) => {
        let done = 0
        while (done < length) done += writeSync(descriptor, bytes, from + done, length - done, at + done)
      })
    },
    read: (position, length) => {
      const bytes = Buffer.alloc(length)
      inParts(position, length, (at, from, part) => {
        let done = 0
        while (done < part) {
          const read = readSync(descriptor, bytes, from + done, part - done, at + done)
          if (read === 0) break
          done += read
        }
      })
      return bytes
    },
    close: () => {
      closeSync(descriptor)
      rmSync(path, { force: true })
    },
  }
}
