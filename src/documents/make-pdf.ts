import { readFileSync } from 'node:fs'
import fontkit from '@pdf-lib/fontkit'
import { PDFDocument, type PDFFont, type PDFPage, rgb } from 'pdf-lib'
import { fontFile } from './font-files.ts'
import type { Block, Span } from './markdown-blocks.ts'

/** A4, in points. */
const PAGE = { width: 595, height: 842, margin: 64 }
const SIZE = 10.5
const LEADING = 1.45
const HEADINGS = [20, 16, 13.5, 12, 11, 10.5]
const INDENT = 18
const GREY = rgb(0.55, 0.55, 0.58)
const INK = rgb(0.1, 0.1, 0.12)
const MISSING = '□'

interface Fonts {
  readonly plain: PDFFont
  readonly bold: PDFFont
  readonly italic: PDFFont
  readonly code: PDFFont
}

interface Word {
  readonly text: string
  readonly font: PDFFont
  readonly width: number
}

/** `missing` counts characters that the fonts have no sign for; they are shown as a box. */
export async function makePdf(
  blocks: readonly Block[],
  title: string,
): Promise<{ bytes: Uint8Array; missing: number }> {
  const pdf = await PDFDocument.create()
  pdf.registerFontkit(fontkit)
  pdf.setTitle(title)
  const fonts = await embed(pdf)
  const known = new Map([...Object.values(fonts)].map((font) => [font, new Set(font.getCharacterSet())]))
  let missing = 0
  let page: PDFPage = pdf.addPage([PAGE.width, PAGE.height])
  let y = PAGE.height - PAGE.margin

  const room = (height: number): void => {
    if (y - height >= PAGE.margin) return
    page = pdf.addPage([PAGE.width, PAGE.height])
    y = PAGE.height - PAGE.margin
  }
  const printable = (text: string, font: PDFFont): string =>
    Array.from(text, (sign) => {
      if (sign === '\n' || known.get(font)?.has(sign.codePointAt(0) ?? 0) === true) return sign
      if (/\s/.test(sign)) return ' '
      missing += 1
      return MISSING
    }).join('')

  const words = (spans: readonly Span[], size: number): Word[] =>
    spans.flatMap((span) => {
      const font = fontOf(span, fonts)
      return printable(span.text, font)
        .split(/(\n| +)/)
        .filter((text) => text !== '')
        .flatMap((text) => pieces(text, font, size))
    })

  const flow = (spans: readonly Span[], size: number, left: number, width: number): void => {
    let x = 0
    room(size * LEADING)
    y -= size * LEADING
    for (const { text, font, width: wide } of words(spans, size)) {
      const isBreak = text === '\n'
      if (isBreak || (x > 0 && x + wide > width)) {
        room(size * LEADING)
        y -= size * LEADING
        x = 0
        if (isBreak || /^ +$/.test(text)) continue
      }
      page.drawText(text, { x: left + x, y, size, font, color: INK })
      x += wide
    }
  }

  const row = (cells: readonly (readonly Span[])[], isHead: boolean): void => {
    const width = (PAGE.width - 2 * PAGE.margin) / Math.max(1, cells.length)
    const lines = cells.map((spans) =>
      linesOf(words(isHead ? spans.map((span) => ({ ...span, bold: true })) : spans, SIZE), width - 8),
    )
    const count = Math.max(1, ...lines.map((list) => list.length))
    for (let at = 0; at < count; at++) {
      room(SIZE * LEADING)
      y -= SIZE * LEADING
      for (const [column, list] of lines.entries()) {
        let x = PAGE.margin + column * width
        for (const { text, font, width: wide } of list[at] ?? []) {
          page.drawText(text, { x, y, size: SIZE, font, color: INK })
          x += wide
        }
      }
    }
    y -= 3
    line(0.5)
  }

  const line = (thickness: number): void => {
    page.drawLine({
      start: { x: PAGE.margin, y },
      end: { x: PAGE.width - PAGE.margin, y },
      thickness,
      color: GREY,
    })
  }

  const full = PAGE.width - 2 * PAGE.margin
  for (const block of blocks) {
    switch (block.kind) {
      case 'heading': {
        const size = HEADINGS[block.level - 1] ?? SIZE
        room(size * LEADING * 2)
        y -= size * 0.6
        flow(
          block.spans.map((span) => ({ ...span, bold: true })),
          size,
          PAGE.margin,
          full,
        )
        y -= size * 0.3
        break
      }
      case 'paragraph': {
        const left = PAGE.margin + (block.isQuote ? INDENT : 0)
        flow(block.spans, SIZE, left, full - (block.isQuote ? INDENT : 0))
        y -= SIZE * 0.6
        break
      }
      case 'item': {
        const left = PAGE.margin + INDENT * (block.depth + 1)
        const mark = block.number === null ? '•' : `${block.number}.`
        room(SIZE * LEADING)
        page.drawText(mark, { x: left - INDENT + 4, y: y - SIZE * LEADING, size: SIZE, font: fonts.plain, color: INK })
        flow(block.spans, SIZE, left + 4, full - INDENT * (block.depth + 1) - 4)
        y -= SIZE * 0.2
        break
      }
      case 'code':
        for (const text of block.text.split('\n')) {
          flow([{ text: text.replaceAll('\t', '    '), code: true }], SIZE - 1, PAGE.margin + 8, full - 8)
        }
        y -= SIZE * 0.6
        break
      case 'table':
        for (const [at, cells] of block.rows.entries()) row(cells, at === 0)
        y -= SIZE * 0.6
        break
      case 'rule':
        room(SIZE)
        y -= SIZE
        line(0.8)
        break
    }
  }
  return { bytes: await pdf.save(), missing }
}

async function embed(pdf: PDFDocument): Promise<Fonts> {
  const load = (name: string) => pdf.embedFont(readFileSync(fontFile(name)), { subset: true })
  return {
    plain: await load('DejaVuSans.ttf'),
    bold: await load('DejaVuSans-Bold.ttf'),
    italic: await load('DejaVuSans-Oblique.ttf'),
    code: await load('DejaVuSansMono.ttf'),
  }
}

function fontOf({ bold, italic, code }: Span, fonts: Fonts): PDFFont {
  if (code === true) return fonts.code
  if (bold === true) return fonts.bold
  return italic === true ? fonts.italic : fonts.plain
}

const WORD_CHARS = 60

/** A word without an end is broken; nothing runs over the margin. */
function pieces(text: string, font: PDFFont, size: number): Word[] {
  if (text === '\n') return [{ text, font, width: 0 }]
  const parts = text.length <= WORD_CHARS ? [text] : (text.match(new RegExp(`.{1,${WORD_CHARS}}`, 'gu')) ?? [])
  return parts.map((part) => ({ text: part, font, width: font.widthOfTextAtSize(part, size) }))
}

function linesOf(words: readonly Word[], width: number): Word[][] {
  const lines: Word[][] = [[]]
  let x = 0
  for (const word of words) {
    if (word.text === '\n' || (x > 0 && x + word.width > width)) {
      lines.push([])
      x = 0
      if (/^\s+$/.test(word.text)) continue
    }
    lines.at(-1)?.push(word)
    x += word.width
  }
  return lines
}
