const CHUNK_CHARS = 64 * 1024

/** Reads on only when the reader has taken what it got: a slow one costs one chunk, however much there is. */
export function lineStream(lines: Iterable<string>): ReadableStream<Uint8Array> {
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
