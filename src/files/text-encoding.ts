import { isUtf8 } from 'node:buffer'
import { HostError } from '../base/host-error.ts'
import { oneLine } from '../base/visible.ts'

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'latin-1'

/** How a text stands in a file. Encoding the decoded text again gives the same bytes. */
export interface TextForm {
  readonly encoding: Encoding
  readonly bom: boolean
}

export interface DecodedText extends TextForm {
  /** Line ends as they are; without the mark at the beginning. */
  readonly text: string
}

export const NEW_TEXT: TextForm = { encoding: 'utf-8', bom: false }

const PROBE_BYTES = 8 * 1024
const UTF8_BOM = Buffer.from([0xef, 0xbb, 0xbf])
const BOM = '\ufeff'

/** Null for what is no text. */
export function decodeText(bytes: Buffer): DecodedText | null {
  const form = formOf(bytes)
  if (form === null) return null
  const body = form.bom ? bytes.subarray(form.encoding === 'utf-8' ? UTF8_BOM.length : 2) : bytes
  return { ...form, text: decodeBody(body, form.encoding) }
}

/** How the text at the beginning of a file is written; of a longer file the first part will do. */
export function formOf(bytes: Buffer): TextForm | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return utf16(bytes, 'utf-16le', true)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return utf16(bytes, 'utf-16be', true)
  const probe = bytes.subarray(0, PROBE_BYTES)
  if (probe.includes(0)) return guessUtf16(bytes)
  if (isUtf8(bytes)) return { encoding: 'utf-8', bom: bytes.subarray(0, UTF8_BOM.length).equals(UTF8_BOM) }
  return looksWritten(probe) ? { encoding: 'latin-1', bom: false } : null
}

export function encodeText(text: string, { encoding, bom }: TextForm, path: string): Buffer {
  const marked = bom ? `${BOM}${text}` : text
  switch (encoding) {
    case 'utf-8':
      return Buffer.from(marked)
    case 'utf-16le':
      return Buffer.from(marked, 'utf16le')
    case 'utf-16be':
      return Buffer.from(marked, 'utf16le').swap16()
    case 'latin-1':
      return latin1(marked, path)
  }
}

function decodeBody(bytes: Buffer, encoding: Encoding): string {
  switch (encoding) {
    case 'utf-8':
      return bytes.toString()
    case 'utf-16le':
      return bytes.toString('utf16le')
    case 'utf-16be':
      return Buffer.from(bytes).swap16().toString('utf16le')
    case 'latin-1':
      return bytes.toString('latin1')
  }
}

function utf16(bytes: Buffer, encoding: Encoding, bom: boolean): TextForm | null {
  const isUtf32 = encoding === 'utf-16le' && bytes.length >= 4 && bytes[2] === 0 && bytes[3] === 0
  return bytes.length % 2 === 0 && !isUtf32 ? { encoding, bom } : null
}

const ZERO_SHARE = 0.6
const GUESSED_BYTES_MIN = 8

/** Without a mark: nearly every second byte is zero, and none of the others. */
function guessUtf16(bytes: Buffer): TextForm | null {
  if (bytes.length < GUESSED_BYTES_MIN) return null
  const probe = bytes.subarray(0, PROBE_BYTES)
  let even = 0
  let odd = 0
  for (let index = 0; index < probe.length; index += 1) {
    if (probe[index] !== 0) continue
    if (index % 2 === 0) even += 1
    else odd += 1
  }
  const pairs = Math.floor(probe.length / 2)
  if (even === 0 && odd >= pairs * ZERO_SHARE) return utf16(bytes, 'utf-16le', false)
  if (odd === 0 && even >= pairs * ZERO_SHARE) return utf16(bytes, 'utf-16be', false)
  return null
}

/** Control characters that no text has: everything below space but tab, line ends, form feed, backspace and escape. */
function looksWritten(probe: Buffer): boolean {
  return probe.every((byte) => byte >= 0x20 || (byte >= 0x08 && byte <= 0x0d) || byte === 0x1b)
}

function latin1(text: string, path: string): Buffer {
  const strange = /[^\u0000-\u00ff]/u.exec(text)
  if (strange === null) return Buffer.from(text, 'latin1')
  throw new HostError(
    'INVALID_PARAMETERS',
    `${path} is written in Latin-1, which has no "${oneLine(strange[0], 10)}".`,
    { hint: 'Use characters that Latin-1 has, or replace the whole file, which makes it UTF-8.' },
  )
}
