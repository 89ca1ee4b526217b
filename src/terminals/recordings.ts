import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { HostError } from '../base/host-error.ts'
import type { RecordingView } from '../contract/terminals.ts'

/** What was recorded, also of sessions that are long gone. */
export interface Recordings {
  /** Newest first. */
  readonly list: () => readonly RecordingView[]
  /** The asciicast itself. */
  readonly read: (id: string) => string
}

const NAME = /^([a-z0-9_]{1,64})\.cast$/
const HEADER_BYTES = 64 * 1024

/** Reads nothing but plain files right in the directory: a link that was put there leads nowhere. */
export function createRecordings(directory: string): Recordings {
  return {
    list: () =>
      namesIn(directory)
        .flatMap((name) => {
          const [, id] = NAME.exec(name) ?? []
          const found = id === undefined ? undefined : describe(directory, id)
          return found === undefined ? [] : [found]
        })
        .toSorted((one, other) => other.startedAt - one.startedAt),
    read: (id) => {
      const text = withFile(directory, id, (handle) => readFileSync(handle, 'utf8'))
      if (text !== undefined) return text
      throw new HostError('NOT_FOUND', `There is no recording ${id}.`)
    },
  }
}

function namesIn(directory: string): string[] {
  return isPlace(directory) ? readdirSync(directory) : []
}

function isPlace(directory: string): boolean {
  return lstatSync(directory, { throwIfNoEntry: false })?.isDirectory() === true
}

function describe(directory: string, id: string): RecordingView | undefined {
  return withFile(directory, id, (handle) => {
    const start = Buffer.alloc(HEADER_BYTES)
    const [first = ''] = start.toString('utf8', 0, readSync(handle, start, 0, HEADER_BYTES, 0)).split('\n', 1)
    const header = headerOf(first)
    if (header === undefined) return undefined
    const { title, timestamp, width, height } = header
    return {
      id,
      title: String(title ?? ''),
      startedAt: Number(timestamp) * 1_000,
      cols: Number(width),
      rows: Number(height),
      bytes: fstatSync(handle).size,
    }
  })
}

function headerOf(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return Object(JSON.parse(line))
  } catch {
    return undefined
  }
}

function withFile<T>(directory: string, id: string, use: (handle: number) => T): T | undefined {
  if (!NAME.test(`${id}.cast`) || !isPlace(directory)) return undefined
  const handle = opened(join(directory, `${id}.cast`))
  if (handle === undefined) return undefined
  try {
    return fstatSync(handle).isFile() ? use(handle) : undefined
  } finally {
    closeSync(handle)
  }
}

function opened(path: string): number | undefined {
  try {
    // Windows knows no such flag; there a link is told by what it is.
    if (lstatSync(path).isSymbolicLink()) return undefined
    return openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
  } catch {
    return undefined
  }
}
