import { HostError } from '../base/host-error.ts'
import { markdownTable } from './markdown-table.ts'
import { type Archive, openArchive } from './open-archive.ts'
import { scanXml } from './scan-xml.ts'

const ROWS = 20_000
const COLUMNS = 256
const DAY_MS = 24 * 60 * 60 * 1000
/** Days since 1899-12-30, as spreadsheets count them. */
const EPOCH_MS = Date.UTC(1899, 11, 30)
/** Numbers of the formats that show a date without saying so in words. */
const DATE_FORMATS = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47])

/** Every sheet under its name, as a table of what its cells show. */
export function xlsxText(bytes: Uint8Array): { text: string; sheets: number } {
  const archive = openArchive(bytes, (name) =>
    /^xl\/(?:[\w-]+\.xml|worksheets\/[\w-]+\.xml|_rels\/[\w.-]+)$/.test(name),
  )
  const sheets = sheetsOf(archive)
  if (sheets.length === 0) throw new HostError('EXECUTION_FAILED', 'The document is damaged: it has no sheets.')
  const strings = sharedStrings(archive.text('xl/sharedStrings.xml'))
  const isDate = dateStyles(archive.text('xl/styles.xml'))
  const parts = sheets.map(({ name, path }) => `## ${name}\n\n${table(archive.text(path), strings, isDate)}`.trim())
  return { text: parts.join('\n\n'), sheets: sheets.length }
}

function sheetsOf(archive: Archive): { name: string; path: string }[] {
  const targets = new Map<string, string>()
  scan(archive.text('xl/_rels/workbook.xml.rels'), 'Relationship', (attribute) => {
    const target = (attribute('Target') ?? '').replace(/^\/?(?:xl\/)?/, '')
    targets.set(attribute('Id') ?? '', `xl/${target}`)
  })
  const sheets: { name: string; path: string }[] = []
  scan(archive.text('xl/workbook.xml'), 'sheet', (attribute) => {
    sheets.push({ name: attribute('name') ?? 'Sheet', path: targets.get(attribute('r:id') ?? '') ?? '' })
  })
  return sheets
}

function scan(xml: string | null, wanted: string, found: (attribute: (name: string) => string | null) => void): void {
  scanXml(xml ?? '', {
    open: (name, attribute) => {
      if (name === wanted) found(attribute)
    },
    close: () => {},
    text: () => {},
  })
}

function sharedStrings(xml: string | null): string[] {
  const strings: string[] = []
  let isText = false
  scanXml(xml ?? '', {
    open: (name) => {
      if (name === 'si') strings.push('')
      if (name === 't') isText = true
    },
    close: (name) => {
      if (name === 't') isText = false
    },
    text: (text) => {
      if (isText) strings.push((strings.pop() ?? '') + text)
    },
  })
  return strings
}

/** Which of the cell styles show a number as a date. */
function dateStyles(xml: string | null): (style: string | null) => boolean {
  const custom = new Set<number>()
  const styles: boolean[] = []
  let isCellFormats = false
  scanXml(xml ?? '', {
    open: (name, attribute) => {
      if (name === 'numFmt' && /[dmyhs]/i.test((attribute('formatCode') ?? '').replace(/"[^"]*"|\[[^\]]*\]/g, ''))) {
        custom.add(Number(attribute('numFmtId')))
      }
      if (name === 'cellXfs') isCellFormats = true
      if (name === 'xf' && isCellFormats) {
        const format = Number(attribute('numFmtId'))
        styles.push(DATE_FORMATS.has(format) || custom.has(format))
      }
    },
    close: (name) => {
      if (name === 'cellXfs') isCellFormats = false
    },
    text: () => {},
  })
  return (style) => style !== null && styles[Number(style)] === true
}

function table(xml: string | null, strings: readonly string[], isDate: (style: string | null) => boolean): string {
  const rows: string[][] = []
  let left = 0
  let cell = { type: '', style: null as string | null, value: '' }
  let isValue = false
  const shown = ({ type, style, value }: typeof cell): string => {
    if (type === 's') return strings[Number(value)] ?? ''
    if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
    return type === 'n' && value !== '' && isDate(style) ? dateOf(Number(value)) : value
  }
  scanXml(xml ?? '', {
    open: (name, attribute) => {
      if (name === 'row') {
        if (rows.length < ROWS) rows.push([])
        else left += 1
      }
      if (name === 'c') {
        cell = { type: attribute('t') ?? 'n', style: attribute('s'), value: '' }
        pad(rows.at(-1), columnOf(attribute('r')))
      }
      if (name === 'v' || name === 't') isValue = true
    },
    close: (name) => {
      if (name === 'v' || name === 't') isValue = false
      const row = rows.at(-1)
      if (name === 'c' && left === 0 && row !== undefined && row.length < COLUMNS) row.push(shown(cell))
    },
    text: (text) => {
      if (isValue) cell.value += text
    },
  })
  const filled = rows.filter((row) => row.some((value) => value !== ''))
  if (filled.length === 0) return '(empty)'
  return markdownTable(filled) + (left === 0 ? '' : `\n\n(${left} more rows were not read)`)
}

function columnOf(reference: string | null): number | null {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0]
  if (letters === undefined) return null
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function pad(row: string[] | undefined, column: number | null): void {
  while (row !== undefined && column !== null && row.length < Math.min(column, COLUMNS)) row.push('')
}

function dateOf(days: number): string {
  const date = new Date(EPOCH_MS + days * DAY_MS)
  if (Number.isNaN(date.getTime())) return String(days)
  const text = date.toISOString()
  return Number.isInteger(days) ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ')
}
