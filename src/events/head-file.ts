import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'

export interface Head {
  readonly seq: number
  readonly hash: string
}

export interface HeadFile {
  readonly read: () => Head | undefined
  readonly write: (head: Head) => void
  readonly close: () => void
}

const SEQ_DIGITS = 16

/** The newest link of the chain, kept outside the database, so that rows cut off at the end are noticed. */
export function openHeadFile(path: string): HeadFile {
  const fd = openSync(path, 'a+', 0o600)
  closeSync(fd)
  const writable = openSync(path, 'r+')
  return {
    read: () => parse(readFileSync(path, 'latin1')),
    write: ({ seq, hash }) => {
      writeSync(writable, `${String(seq).padStart(SEQ_DIGITS, '0')} ${hash}\n`, 0)
    },
    close: () => closeSync(writable),
  }
}

function parse(text: string): Head | undefined {
  const match = /^(\d{16}) ([0-9a-f]{64})\n/.exec(text)
  return match === null ? undefined : { seq: Number(match[1]), hash: match[2] as string }
}
