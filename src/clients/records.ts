import { hash, randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { HostError } from '../base/host-error.ts'

const recordSchema = z.object({
  version: z.literal(1),
  client: z.string(),
  /** As the client names it, and where links lead. */
  file: z.string(),
  target: z.string(),
  at: z.int(),
  /** The file as we left it. */
  afterSha256: z.string(),
  /** What to swap to get the file as it is without us. */
  region: z.object({ start: z.int().min(0), before: z.string(), after: z.string() }),
  /** The file, these directories and the section were not there before. */
  madeFile: z.boolean(),
  madeDirectories: z.array(z.string()),
  madeSection: z.boolean(),
  /** What stood under our name before, whatever it was. */
  replaced: z.object({ value: z.unknown() }).nullable(),
})

/** What was done to one file, so that it can be undone to the byte. */
export type ConnectionRecord = z.output<typeof recordSchema>

export interface Records {
  readonly of: (client: string) => readonly ConnectionRecord[]
  readonly find: (client: string, target: string) => ConnectionRecord | undefined
  readonly save: (record: ConnectionRecord) => void
  readonly forget: (client: string, target: string) => void
  /** Keeps a copy of a text under the time and the name of its file, and answers where. */
  readonly backUp: (client: string, path: string, text: string, at: number) => string
}

const PRIVATE = { mode: 0o700, recursive: true } as const

/** Records and backups of client configurations; both may hold secrets of other servers, so nobody else reads them. */
export function createRecords(directory: string): Records {
  const pathOf = (client: string, target: string) =>
    join(directory, client, `${hash('sha256', target).slice(0, 16)}.json`)

  return {
    of: (client) => recordFiles(join(directory, client)).flatMap((path) => readRecord(path) ?? []),
    find: (client, target) => readRecord(pathOf(client, target)),
    save: (record) =>
      writing(directory, () => {
        mkdirSync(join(directory, record.client), PRIVATE)
        writeWhole(pathOf(record.client, record.target), `${JSON.stringify(record, null, 2)}\n`)
      }),
    forget: (client, target) => rmSync(pathOf(client, target), { force: true }),
    backUp: (client, path, text, at) =>
      writing(directory, () => {
        const stamp = new Date(at).toISOString().replaceAll(':', '-')
        const copy = join(directory, client, `${stamp}-${basename(path)}`)
        mkdirSync(join(directory, client), PRIVATE)
        writeWhole(copy, text)
        return copy
      }),
  }
}

export function fingerprint(text: string): string {
  return hash('sha256', text)
}

function recordFiles(directory: string): string[] {
  try {
    return readdirSync(directory)
      .filter((name) => /^[0-9a-f]{16}\.json$/.test(name))
      .map((name) => join(directory, name))
  } catch {
    return []
  }
}

/** A record that cannot be read is none: then the entry is taken out by what it says, not by where it stood. */
function readRecord(path: string): ConnectionRecord | undefined {
  try {
    return recordSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return undefined
  }
}

function writeWhole(path: string, text: string): void {
  const draft = `${path}.${randomBytes(6).toString('hex')}.tmp`
  try {
    writeFileSync(draft, text, { flag: 'wx', mode: 0o600, flush: true })
    renameSync(draft, path)
  } catch (cause) {
    rmSync(draft, { force: true })
    throw cause
  }
}

/** Without a backup nothing is changed. */
function writing<T>(directory: string, write: () => T): T {
  try {
    return write()
  } catch (cause) {
    throw new HostError('UNAVAILABLE', `No backup can be kept in ${directory}, so nothing was changed.`, {
      hint: 'Check the free space, owner and permissions of the data directory.',
      cause,
    })
  }
}
