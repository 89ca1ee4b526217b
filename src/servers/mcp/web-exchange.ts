import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'

/** A node request as the SDK wants it. It has no body: that is parsed already and travels beside it. */
export function toRequest(req: IncomingMessage, signal: AbortSignal, overrides: Record<string, string> = {}): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries({ ...req.headers, ...overrides })) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  return new Request(`http://localhost${req.url ?? '/'}`, { method: req.method ?? 'GET', headers, signal })
}

/** Aborts when the client goes away before the answer has ended. */
export function goneSignal(res: ServerResponse): AbortSignal {
  const gone = new AbortController()
  if (res.destroyed) gone.abort()
  res.once('close', () => {
    if (!res.writableFinished) gone.abort()
  })
  return gone.signal
}

/** Writes the SDK's response, no faster than the client reads. Resolves when it has ended or the client is gone. */
export async function sendResponse(response: Response, res: ServerResponse, gone: AbortSignal): Promise<void> {
  if (gone.aborted) {
    await response.body?.cancel()
    return
  }
  res.writeHead(response.status, Object.fromEntries(response.headers))
  if (response.body === null) {
    res.end()
    return
  }
  res.flushHeaders()
  const reader = response.body.getReader()
  const cancel = () => void reader.cancel().catch(() => {})
  gone.addEventListener('abort', cancel, { once: true })
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      if (!res.write(part.value)) await once(res, 'drain', { signal: gone })
    }
  } catch {
    // The client is gone, or the stream broke: either way there is nobody left to tell.
    cancel()
  }
  res.end()
}
