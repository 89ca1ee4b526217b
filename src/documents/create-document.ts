import { markdownBlocks } from './markdown-blocks.ts'

export interface MadeDocument {
  readonly bytes: Uint8Array
  readonly notes: readonly string[]
}

export async function createDocument(
  markdown: string,
  format: 'html' | 'docx' | 'pdf',
  title: string,
): Promise<MadeDocument> {
  const blocks = markdownBlocks(markdown)
  switch (format) {
    case 'html':
      return { bytes: new TextEncoder().encode((await import('./make-html.ts')).makeHtml(blocks, title)), notes: [] }
    case 'docx':
      return { bytes: (await import('./make-docx.ts')).makeDocx(blocks, title), notes: [] }
    case 'pdf': {
      const { bytes, missing } = await (await import('./make-pdf.ts')).makePdf(blocks, title)
      return {
        bytes,
        notes: missing === 0 ? [] : [`${missing} characters have no sign in the fonts here and are shown as a box.`],
      }
    }
  }
}
