import { strToU8, zipSync } from 'fflate'
import { escapeXml } from './escape-xml.ts'
import type { Block, Span } from './markdown-blocks.ts'

const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const HEADING_SIZES = [36, 30, 26, 24, 22, 22]
/** The same bytes for the same text, whenever it is made. */
const MADE = new Date('2000-01-01T00:00:00Z')

/** A DOCX with headings, real lists, tables and links. */
export function makeDocx(blocks: readonly Block[], title: string): Uint8Array {
  const links: string[] = []
  const body = blocks.map((block) => blockOf(block, links)).join('')
  const lists = new Map(
    blocks.flatMap((block) => (block.kind === 'item' ? [[block.list, block.number] as const] : [])).reverse(),
  )
  const files = {
    '[Content_Types].xml': contentTypes(),
    '_rels/.rels': relations([
      ['rId1', `${OFFICE}/officeDocument`, 'word/document.xml', false],
      ['rId2', `${PACKAGE}/relationships/metadata/core-properties`, 'docProps/core.xml', false],
    ]),
    'docProps/core.xml': `${HEAD}<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${escapeXml(title)}</dc:title></cp:coreProperties>`,
    'word/_rels/document.xml.rels': relations([
      ['rIdStyles', `${OFFICE}/styles`, 'styles.xml', false],
      ['rIdNumbers', `${OFFICE}/numbering`, 'numbering.xml', false],
      ...links.map((link, at) => [`rIdLink${at}`, `${OFFICE}/hyperlink`, link, true] as const),
    ]),
    'word/styles.xml': styles(),
    'word/numbering.xml': numbering(lists),
    'word/document.xml': `${HEAD}<w:document xmlns:w="${W}" xmlns:r="${OFFICE}"><w:body>${body}<w:sectPr/></w:body></w:document>`,
  }
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])), {
    mtime: MADE,
  })
}

function blockOf(block: Block, links: string[]): string {
  switch (block.kind) {
    case 'heading':
      return paragraph(`<w:pStyle w:val="Heading${block.level}"/>`, runs(block.spans, links))
    case 'paragraph':
      return paragraph(block.isQuote ? '<w:ind w:left="567"/>' : '', runs(block.spans, links))
    case 'item': {
      const place = `<w:numPr><w:ilvl w:val="${Math.min(block.depth, 8)}"/><w:numId w:val="${block.list}"/></w:numPr>`
      return paragraph(place, runs(block.spans, links))
    }
    case 'code':
      return block.text
        .split('\n')
        .map((text) => paragraph('<w:spacing w:after="0"/>', run({ text, code: true })))
        .join('')
    case 'table':
      return tableOf(block.rows, links)
    case 'rule':
      return paragraph('<w:pBdr><w:bottom w:val="single" w:sz="6" w:space="1" w:color="auto"/></w:pBdr>', '')
  }
}

function tableOf(rows: readonly (readonly (readonly Span[])[])[], links: string[]): string {
  const side = (name: string) => `<w:${name} w:val="single" w:sz="4" w:space="0" w:color="auto"/>`
  const borders = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV'].map(side).join('')
  const grid = (rows[0] ?? []).map(() => '<w:gridCol/>').join('')
  const cell = (spans: readonly Span[], isHead: boolean) =>
    `<w:tc><w:tcPr/>${paragraph('', runs(isHead ? spans.map((span) => ({ ...span, bold: true })) : spans, links))}</w:tc>`
  const body = rows.map((row, at) => `<w:tr>${row.map((spans) => cell(spans, at === 0)).join('')}</w:tr>`).join('')
  return `<w:tbl><w:tblPr><w:tblBorders>${borders}</w:tblBorders></w:tblPr><w:tblGrid>${grid}</w:tblGrid>${body}</w:tbl>${paragraph('', '')}`
}

function paragraph(properties: string, content: string): string {
  return `<w:p>${properties === '' ? '' : `<w:pPr>${properties}</w:pPr>`}${content}</w:p>`
}

function runs(spans: readonly Span[], links: string[]): string {
  return spans
    .map((span) => {
      if (span.link === undefined) return run(span)
      links.push(span.link)
      return `<w:hyperlink r:id="rIdLink${links.length - 1}">${run(span)}</w:hyperlink>`
    })
    .join('')
}

function run({ text, bold, italic, code, link }: Span): string {
  const properties = [
    code === true ? '<w:rFonts w:ascii="Consolas" w:hAnsi="Consolas" w:cs="Consolas"/>' : '',
    bold === true ? '<w:b/>' : '',
    italic === true ? '<w:i/>' : '',
    link === undefined ? '' : '<w:color w:val="0563C1"/><w:u w:val="single"/>',
  ].join('')
  const lines = text.split('\n').map((line) => `<w:t xml:space="preserve">${escapeXml(line)}</w:t>`)
  return `<w:r>${properties === '' ? '' : `<w:rPr>${properties}</w:rPr>`}${lines.join('<w:br/>')}</w:r>`
}

function contentTypes(): string {
  const main = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
  const parts = [
    ['/word/document.xml', `${main}.document.main+xml`],
    ['/word/styles.xml', `${main}.styles+xml`],
    ['/word/numbering.xml', `${main}.numbering+xml`],
    ['/docProps/core.xml', 'application/vnd.openxmlformats-package.core-properties+xml'],
  ]
  const overrides = parts.map(([name, type]) => `<Override PartName="${name}" ContentType="${type}"/>`).join('')
  return `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides}</Types>`
}

function relations(list: readonly (readonly [id: string, type: string, target: string, isOutside: boolean])[]): string {
  const entries = list.map(
    ([id, type, target, isOutside]) =>
      `<Relationship Id="${id}" Type="${type}" Target="${escapeXml(target)}"${isOutside ? ' TargetMode="External"' : ''}/>`,
  )
  return `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${entries.join('')}</Relationships>`
}

function styles(): string {
  const headings = HEADING_SIZES.map(
    (size, at) =>
      `<w:style w:type="paragraph" w:styleId="Heading${at + 1}"><w:name w:val="heading ${at + 1}"/><w:basedOn w:val="Normal"/><w:next w:val="Normal"/><w:pPr><w:keepNext/><w:spacing w:before="240" w:after="80"/><w:outlineLvl w:val="${at}"/></w:pPr><w:rPr><w:b/><w:sz w:val="${size}"/></w:rPr></w:style>`,
  )
  const normal =
    '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:pPr><w:spacing w:after="120"/></w:pPr><w:rPr><w:sz w:val="22"/></w:rPr></w:style>'
  return `${HEAD}<w:styles xmlns:w="${W}">${normal}${headings.join('')}</w:styles>`
}

/** One numbering a list, so that each starts where it says. */
function numbering(lists: ReadonlyMap<number, number | null>): string {
  const level = (at: number, format: string, text: string, start: number) =>
    `<w:lvl w:ilvl="${at}"><w:start w:val="${start}"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/><w:pPr><w:ind w:left="${720 * (at + 1)}" w:hanging="360"/></w:pPr></w:lvl>`
  const kinds = [...lists].map(([id, start]) => {
    const levels = Array.from({ length: 9 }, (_, at) =>
      start === null ? level(at, 'bullet', '•', 1) : level(at, 'decimal', `%${at + 1}.`, start),
    )
    return `<w:abstractNum w:abstractNumId="${id}">${levels.join('')}</w:abstractNum>`
  })
  const uses = [...lists.keys()].map((id) => `<w:num w:numId="${id}"><w:abstractNumId w:val="${id}"/></w:num>`)
  return `${HEAD}<w:numbering xmlns:w="${W}">${kinds.join('')}${uses.join('')}</w:numbering>`
}
