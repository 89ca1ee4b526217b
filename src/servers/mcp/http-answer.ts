import type { ServerResponse } from 'node:http'
import { answerJson } from './http-exchange.ts'

/** The answer to one request: plain JSON, or an event stream from the first progress report on. */
export interface HttpAnswer {
  readonly report: (text: string) => void
  readonly end: (text: string) => void
  /** Ends without an answer: the client has cancelled and waits for none. */
  readonly drop: () => void
}

const STREAM_HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
}

export function createHttpAnswer(
  res: ServerResponse,
  canStream: boolean,
  headers: Record<string, string> = {},
): HttpAnswer {
  let isStream = false
  return {
    report: (text) => {
      if (!canStream || res.destroyed || res.writableEnded) return
      if (!isStream) res.writeHead(200, { ...STREAM_HEADERS, ...headers })
      isStream = true
      res.write(event(text))
    },
    end: (text) => {
      if (isStream) res.end(event(text))
      else answerJson(res, 200, text, headers)
    },
    drop: () => {
      if (!isStream) res.writeHead(200, { ...STREAM_HEADERS, ...headers })
      res.end()
    },
  }
}

/** JSON text has no newline, so one message is one line. */
export function event(text: string): string {
  return `event: message\ndata: ${text}\n\n`
}
