const HEAD_BYTES = 1_024

/** As the server says, else as the page says, else UTF-8. */
export function decodeText(bytes: Buffer, contentType: string): string {
  const head = bytes.subarray(0, HEAD_BYTES).toString('latin1')
  const declared = /charset\s*=\s*["']?([\w:.-]+)/i
  const label = declared.exec(contentType)?.[1] ?? declared.exec(head)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(label).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}
