import { close, fsync, open, read, rename, write } from 'node:fs'
import { promisify } from 'node:util'

const opened = promisify(open)
const readFrom = promisify(read)
const writeTo = promisify(write)
const synced = promisify(fsync)
const closed = promisify(close)
const renamed = promisify(rename)

/** A window of a file in plain Node: open, read, close, as text. */
export async function rawRead(path: string, maxBytes: number, position = 0): Promise<string> {
  const fd = await opened(path, 'r')
  const bytes = Buffer.allocUnsafe(maxBytes)
  const { bytesRead } = await readFrom(fd, bytes, 0, maxBytes, position)
  await closed(fd)
  return bytes.toString('utf8', 0, bytesRead)
}

/** The least that is both atomic and durable: write aside, sync, rename. */
export async function rawWrite(path: string, content: string): Promise<void> {
  const aside = `${path}.aside`
  const fd = await opened(aside, 'w')
  await writeTo(fd, content)
  await synced(fd)
  await closed(fd)
  await renamed(aside, path)
}
