import { HostError } from '../base/host-error.ts'
import { markdownTable } from './markdown-table.ts'
import { openArchive } from './open-archive.ts'
import { scanXml } from './scan-xml.ts'

/** Paragraphs, headings, lists and tables of a DOCX as Markdown. */
export function docxText(bytes: Uint8Array): string {
  const xml = openArchive(bytes, (name) => name === 'word/document.xml').text('word/document.xml')
  if (xml === null) throw new HostError('EXECUTION_FAILED', 'The document is damaged: it has no text part.')
  const blocks: string[] = []
  /** One entry a table being read: its rows, each a list of cells. */
  const tables: string[][][] = []
  let paragraph = ''
  let prefix = ''
  let isText = false

  const endParagraph = (): void => {
    const row = tables.at(-1)?.at(-1)
    if (row === undefined) {
      if (paragraph.trim() !== '') blocks.push(prefix + paragraph.trim())
    } else if (row.length > 0) {
      row.push(`${row.pop()} ${paragraph}`)
    }
    paragraph = ''
    prefix = ''
  }

  scanXml(xml, {
    open: (name, attribute) => {
      switch (name) {
        case 'w:t':
          isText = true
          break
        case 'w:tab':
          paragraph += '\t'
          break
        case 'w:br':
        case 'w:cr':
          paragraph += '\n'
          break
        case 'w:pStyle':
          prefix = headingPrefix(attribute('w:val') ?? '') ?? prefix
          break
        case 'w:numPr':
          prefix = '- '
          break
        case 'w:tbl':
          tables.push([])
          break
        case 'w:tr':
          tables.at(-1)?.push([])
          break
        case 'w:tc':
          tables.at(-1)?.at(-1)?.push('')
          break
      }
    },
    close: (name) => {
      if (name === 'w:t') isText = false
      if (name === 'w:p') endParagraph()
      if (name === 'w:tbl') {
        const table = markdownTable(tables.pop() ?? [])
        const outer = tables.at(-1)?.at(-1)
        if (outer === undefined) blocks.push(table)
        else outer.push(`${outer.pop() ?? ''} ${table}`)
      }
    },
    text: (text) => {
      if (isText) paragraph += text
    },
  })
  return joined(blocks)
}

function headingPrefix(style: string): string | null {
  const level = /^(?:heading|berschrift|titre)\s?([1-6])$/i.exec(style)?.[1]
  if (level !== undefined) return `${'#'.repeat(Number(level))} `
  return /^title$/i.test(style) ? '# ' : null
}

function joined(blocks: readonly string[]): string {
  return blocks.reduce((text, block, at) => {
    if (at === 0) return block
    const isSameList = block.startsWith('- ') && blocks[at - 1]?.startsWith('- ') === true
    return `${text}${isSameList ? '\n' : '\n\n'}${block}`
  }, '')
}
