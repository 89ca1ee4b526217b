import { Hono } from 'hono'
import type { HttpEnv } from '../http-env.ts'

export interface HistoryArchive {
  readonly verify: () => {
    readonly ok: boolean
    readonly entries: number
    readonly firstBadSeq?: number
    readonly reason?: string
  }
  /** Every stored event as one JSON text a line. */
  readonly exportLines: () => Iterable<string>
}

export function historyRoutes(archive: HistoryArchive) {
  return new Hono<HttpEnv>()
    .post('/verify', (c) => c.json(archive.verify()))
    .get('/export', (c) => {
      c.header('Content-Type', 'application/x-ndjson')
      c.header('Content-Disposition', 'attachment; filename="upperhand-history.jsonl"')
      return c.body(chunked(archive.exportLines()))
    })
}

const CHUNK_CHARS = 64 * 1024

/** Reads on only when the reader has taken what it got: a slow one costs one chunk, whatever the length of the history. */
function chunked(lines: Iterable<string>): ReadableStream<Uint8Array> {
  const iterator = lines[Symbol.iterator]()
  const encoder = new TextEncoder()
  return new ReadableStream({
    pull(controller) {
      let text = ''
      while (text.length < CHUNK_CHARS) {
        const next = iterator.next()
        if (next.done === true) break
        text += `${next.value}\n`
      }
      if (text === '') controller.close()
      else controller.enqueue(encoder.encode(text))
    },
    cancel() {
      iterator.return?.()
    },
  })
}
