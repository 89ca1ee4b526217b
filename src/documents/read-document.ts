import { HostError } from '../base/host-error.ts'
import { decodePlain } from './decode-plain.ts'
import { type DocumentKind, detectKind } from './detect-kind.ts'
import { rtfText } from './rtf-text.ts'

export interface DocumentText {
  readonly kind: DocumentKind
  readonly contentType: string
  readonly text: string
  /** Pages, sheets or slides, where the kind has them. */
  readonly parts: number | null
  /** What the reader of the result should know: pages without text, for instance. */
  readonly notes: readonly string[]
}

export interface DocumentFacts {
  readonly kind: DocumentKind | 'other'
  readonly contentType: string
  readonly parts: number | null
  readonly title: string | null
  readonly author: string | null
  readonly words: number | null
}

type Progress = (message: string, fraction: number) => void

/** Bytes to text, by what the bytes are. Runs in a thread of its own, which loads only the reader that it needs. */
export async function readDocument(
  bytes: Uint8Array,
  name: string,
  type: string,
  progress: Progress,
): Promise<DocumentText> {
  const detected = detectKind(bytes, name, type)
  if (detected.kind === 'none') throw new HostError('INVALID_PARAMETERS', `${name} cannot be imported. ${detected.why}`)
  const { kind, contentType } = detected
  const read = (text: string, parts: number | null = null, notes: readonly string[] = []): DocumentText => ({
    kind,
    contentType,
    text,
    parts,
    notes,
  })
  switch (kind) {
    case 'pdf': {
      const { pdfText } = await import('./pdf-text.ts')
      const { text, pages, empty } = await pdfText(bytes, progress)
      const scan = `${empty} of ${pages} pages have no text; most likely they are scans, and pictures are not read here.`
      return read(text, pages, empty === 0 ? [] : [scan])
    }
    case 'docx':
      return read((await import('./docx-text.ts')).docxText(bytes))
    case 'xlsx': {
      const { text, sheets } = (await import('./xlsx-text.ts')).xlsxText(bytes)
      return read(text, sheets)
    }
    case 'pptx': {
      const { text, slides } = (await import('./pptx-text.ts')).pptxText(bytes)
      return read(text, slides)
    }
    case 'rtf':
      return read(rtfText(bytes))
    case 'html':
      return read((await import('../base/readable-html.ts')).readableHtml(decodePlain(bytes), 'about:blank').markdown)
    case 'markdown':
    case 'text':
      return read(decodePlain(bytes))
    case 'image':
      throw new HostError(
        'INVALID_PARAMETERS',
        `${name} is a picture (${contentType}), and text in pictures is not read here.`,
        {
          hint: 'Read it with file_operations, operation read_file: a model that sees pictures can read it itself.',
        },
      )
  }
}

export async function documentFacts(bytes: Uint8Array, name: string): Promise<DocumentFacts> {
  const detected = detectKind(bytes, name)
  if (detected.kind === 'none') {
    return {
      kind: 'other',
      contentType: 'application/octet-stream',
      parts: null,
      title: null,
      author: null,
      words: null,
    }
  }
  const { kind, contentType } = detected
  if (kind === 'pdf') {
    const { pages, title, author } = await (await import('./pdf-text.ts')).pdfInfo(bytes)
    return { kind, contentType, parts: pages, title, author, words: null }
  }
  if (kind === 'image') return { kind, contentType, parts: null, title: null, author: null, words: null }
  const { text, parts } = await readDocument(bytes, name, '', () => {})
  return {
    kind,
    contentType,
    parts,
    title: titleOf(text),
    author: null,
    words: text.split(/\s+/).filter(Boolean).length,
  }
}

function titleOf(text: string): string | null {
  return /^#\s+(.+)$/m.exec(text)?.[1]?.trim() ?? null
}
