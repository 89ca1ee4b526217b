/** How many bytes at the start belong to a character that began earlier. */
export function strayLead(bytes: Uint8Array): number {
  let count = 0
  while (count < 3 && count < bytes.length && isContinuation(bytes[count])) count += 1
  return count
}

/** How many bytes at the end belong to a character that is not complete yet. */
export function openTail(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0
    if (isContinuation(byte)) continue
    return byte >= 0xc0 && widthOf(byte) > back ? back : 0
  }
  return 0
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80
}

function widthOf(lead: number): number {
  if (lead >= 0xf8) return 1
  if (lead >= 0xf0) return 4
  return lead >= 0xe0 ? 3 : 2
}
