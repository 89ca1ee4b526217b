export interface FileType {
  readonly mimeType: string
  readonly name: string
}

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')
const ascii = (text: string) => Buffer.from(text, 'latin1')

/** What files begin with; `at` is where. */
const MAGIC: readonly (readonly [magic: Buffer, type: FileType, at?: number])[] = [
  [hex('89 50 4e 47 0d 0a 1a 0a'), { mimeType: 'image/png', name: 'a PNG image' }],
  [hex('ff d8 ff'), { mimeType: 'image/jpeg', name: 'a JPEG image' }],
  [ascii('GIF8'), { mimeType: 'image/gif', name: 'a GIF image' }],
  [ascii('WEBP'), { mimeType: 'image/webp', name: 'a WebP image' }, 8],
  [ascii('%PDF-'), { mimeType: 'application/pdf', name: 'a PDF' }],
  [ascii('BM'), { mimeType: 'image/bmp', name: 'a BMP image' }],
  [hex('00 00 01 00'), { mimeType: 'image/x-icon', name: 'an icon' }],
  [hex('50 4b 03 04'), { mimeType: 'application/zip', name: 'a ZIP archive, or a document made of one' }],
  [hex('1f 8b'), { mimeType: 'application/gzip', name: 'a gzip archive' }],
  [hex('fd 37 7a 58 5a 00'), { mimeType: 'application/x-xz', name: 'an xz archive' }],
  [hex('28 b5 2f fd'), { mimeType: 'application/zstd', name: 'a zstd archive' }],
  [ascii('BZh'), { mimeType: 'application/x-bzip2', name: 'a bzip2 archive' }],
  [ascii('7z\xbc\xaf\x27\x1c'), { mimeType: 'application/x-7z-compressed', name: 'a 7z archive' }],
  [ascii('ustar'), { mimeType: 'application/x-tar', name: 'a tar archive' }, 257],
  [hex('7f 45 4c 46'), { mimeType: 'application/x-elf', name: 'a program or library (ELF)' }],
  [hex('cf fa ed fe'), { mimeType: 'application/x-mach-binary', name: 'a program or library (Mach-O)' }],
  [ascii('MZ'), { mimeType: 'application/x-msdownload', name: 'a program or library (Windows)' }],
  [hex('00 61 73 6d'), { mimeType: 'application/wasm', name: 'a WebAssembly module' }],
  [hex('ca fe ba be'), { mimeType: 'application/java-vm', name: 'a Java class' }],
  [ascii('SQLite format 3\0'), { mimeType: 'application/vnd.sqlite3', name: 'an SQLite database' }],
  [ascii('wOF2'), { mimeType: 'font/woff2', name: 'a font' }],
  [ascii('ftyp'), { mimeType: 'video/mp4', name: 'a video or image (MP4)' }, 4],
  [ascii('ID3'), { mimeType: 'audio/mpeg', name: 'a sound (MP3)' }],
  [ascii('OggS'), { mimeType: 'application/ogg', name: 'a sound or video (Ogg)' }],
  [ascii('WAVE'), { mimeType: 'audio/wav', name: 'a sound (WAV)' }, 8],
]

/** Null for what is not known by its beginning. */
export function fileTypeOf(head: Buffer): FileType | null {
  const row = MAGIC.find(([magic, , at = 0]) => head.subarray(at, at + magic.length).equals(magic))
  return row?.[1] ?? null
}

const SHOWABLE: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'application/pdf'])

/** What a client can show as it is. */
export function isShowable(mimeType: string): boolean {
  return SHOWABLE.has(mimeType)
}

const HEAD_BYTES = 64
const ROW_BYTES = 16

/** The first bytes as numbers and letters, as `hexdump -C` shows them. */
export function hexHead(bytes: Buffer): string {
  const rows: string[] = []
  for (let at = 0; at < Math.min(bytes.length, HEAD_BYTES); at += ROW_BYTES) {
    const row = bytes.subarray(at, Math.min(at + ROW_BYTES, HEAD_BYTES))
    const numbers = [...row].map((byte) => byte.toString(16).padStart(2, '0')).join(' ')
    const letters = [...row].map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.')).join('')
    rows.push(`${at.toString(16).padStart(4, '0')}  ${numbers.padEnd(ROW_BYTES * 3 - 1)}  ${letters}`)
  }
  return rows.join('\n')
}
