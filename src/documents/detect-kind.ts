import { extname } from 'node:path'

export type DocumentKind = 'pdf' | 'docx' | 'xlsx' | 'pptx' | 'rtf' | 'html' | 'markdown' | 'text' | 'image'

export type Detected =
  | { readonly kind: DocumentKind; readonly contentType: string }
  | { readonly kind: 'none'; readonly why: string }

const OFFICE = 'application/vnd.openxmlformats-officedocument'
const TYPES: Readonly<Record<DocumentKind, string>> = {
  pdf: 'application/pdf',
  docx: `${OFFICE}.wordprocessingml.document`,
  xlsx: `${OFFICE}.spreadsheetml.sheet`,
  pptx: `${OFFICE}.presentationml.presentation`,
  rtf: 'application/rtf',
  html: 'text/html',
  markdown: 'text/markdown',
  text: 'text/plain',
  image: 'image/*',
}

const IMAGES: readonly (readonly [magic: string, type: string])[] = [
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['\xff\xd8\xff', 'image/jpeg'],
  ['GIF8', 'image/gif'],
  ['BM', 'image/bmp'],
  ['II*\0', 'image/tiff'],
  ['MM\0*', 'image/tiff'],
]

/** The compound files of Office before 2007, which also carry what is protected by a password. */
const COMPOUND = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'
const SNIFF_BYTES = 8_192

/** By what it begins with; the name decides only between kinds of text. */
export function detectKind(bytes: Uint8Array, name: string, declaredType = ''): Detected {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, SNIFF_BYTES)).toString('latin1')
  const found = (kind: DocumentKind): Detected => ({ kind, contentType: TYPES[kind] })
  if (head.slice(0, 1_024).includes('%PDF-')) return found('pdf')
  if (head.startsWith('{\\rtf')) return found('rtf')
  if (head.startsWith('PK\x03\x04')) return officeKind(bytes, found)
  if (head.startsWith(COMPOUND)) {
    return none(
      'It is a file of Office before 2007, or protected by a password. Save it as DOCX, XLSX or PPTX without one.',
    )
  }
  const image = IMAGES.find(([magic]) => head.startsWith(magic))
  if (image !== undefined) return { kind: 'image', contentType: image[1] }
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return { kind: 'image', contentType: 'image/webp' }
  if (isBinary(bytes)) return none('It is not a kind of document that can be read here.')
  return found(textKind(head, name, declaredType))
}

function officeKind(bytes: Uint8Array, found: (kind: DocumentKind) => Detected): Detected {
  // The names stand in the directory at the end of the archive, as plain text.
  const names = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (names.includes('word/document.xml')) return found('docx')
  if (names.includes('xl/workbook.xml')) return found('xlsx')
  if (names.includes('ppt/presentation.xml')) return found('pptx')
  return none('It is a zip archive, not a document.')
}

function textKind(head: string, name: string, declaredType: string): DocumentKind {
  const extension = extname(name).toLowerCase()
  if (extension === '.md' || extension === '.markdown') return 'markdown'
  if (extension === '.html' || extension === '.htm' || declaredType.includes('html')) return 'html'
  return /^\s*(?:<!doctype html|<html[\s>])/i.test(head) ? 'html' : 'text'
}

/** Text has no NUL, except where every other byte is one. */
function isBinary(bytes: Uint8Array): boolean {
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return false
  return bytes.subarray(0, SNIFF_BYTES).includes(0)
}

function none(why: string): Detected {
  return { kind: 'none', why }
}
