import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { createDocument } from './create-document.ts'
import { documentFacts, readDocument } from './read-document.ts'

const read = (bytes: Uint8Array, name: string) => readDocument(bytes, name, '', () => {})
const zip = (files: Readonly<Record<string, string>>) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])))
const text = (value: string) => new TextEncoder().encode(value)

const MARKDOWN = `# Tea & water

A **green** tea, *not* black; \`steep(2)\` and [more](https://example.com/tea?a=1&b=2).

- two minutes
  - eighty degrees
- <b>raw</b>

3. third
4. fourth

> Said an old man.

| Kind | Time |
| --- | --- |
| Sencha | 2 \\| 3 |

\`\`\`
if (a < b) {
  pour()
}
\`\`\`

---

Grüße, Привет, Ωμέγα.
`

describe('what is made can be read again', () => {
  it.each([['docx'], ['html'], ['pdf']] as const)('as %s', async (format) => {
    const { bytes, notes } = await createDocument(MARKDOWN, format, 'Tea')
    expect(notes).toEqual([])
    const back = await read(bytes, `tea.${format}`)
    const flat = back.text.replaceAll('\\', '').replace(/\s+/g, ' ')
    for (const part of ['Tea & water', 'green', 'steep(2)', 'two minutes', 'eighty degrees', '<b>raw</b>', 'third']) {
      expect(flat).toContain(part)
    }
    for (const part of ['Said an old man.', 'Sencha', 'if (a < b) {', 'pour()', 'Grüße, Привет, Ωμέγα.']) {
      expect(flat).toContain(part)
    }
    expect(back.kind).toBe(format)
  })

  it('with headings, lists and tables in a DOCX', async () => {
    const { bytes } = await createDocument(MARKDOWN, 'docx', 'Tea')
    const back = await read(bytes, 'tea.docx')
    expect(back.text).toContain('# Tea & water')
    expect(back.text).toContain('- two minutes\n- eighty degrees')
    expect(back.text).toContain('| Kind | Time |\n| --- | --- |\n| Sencha | 2 \\| 3 |')
  })

  it('with every page of a long PDF, and a box for what has no sign', async () => {
    const progress: number[] = []
    const long = Array.from({ length: 400 }, (_, at) => `Paragraph ${at} has some words.`).join('\n\n')
    const { bytes, notes } = await createDocument(`${long}\n\n日本`, 'pdf', 'Long')
    expect(notes).toEqual(['2 characters have no sign in the fonts here and are shown as a box.'])
    const back = await readDocument(bytes, 'long.pdf', '', (_message, fraction) => progress.push(fraction))
    expect(back.parts).toBeGreaterThan(5)
    expect(back.text).toContain('Paragraph 399 has some words.')
    expect(progress.at(-1)).toBe(1)
    expect(await documentFacts(bytes, 'long.pdf')).toMatchObject({ kind: 'pdf', parts: back.parts, title: 'Long' })
  })

  it('without a link that runs something', async () => {
    const { bytes } = await createDocument(
      '[a](javascript:alert(1)) <script>alert(1)</script>',
      'html',
      '</title><script>',
    )
    const html = new TextDecoder().decode(bytes)
    expect(html).not.toContain('<script>')
    expect(html).not.toContain('javascript:')
  })
})

describe('a document', () => {
  it('of sheets becomes tables, with dates as dates', async () => {
    const bytes = zip({
      'xl/workbook.xml': '<workbook><sheets><sheet name="Tea &amp; co" sheetId="1" r:id="rId1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
      'xl/sharedStrings.xml': '<sst><si><t>Kind</t></si><si><r><t>Sen</t></r><r><t>cha</t></r></si></sst>',
      'xl/styles.xml': '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
      'xl/worksheets/sheet1.xml':
        '<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="inlineStr"><is><t>When</t></is></c></row>' +
        '<row r="2"><c r="A2" t="s"><v>1</v></c><c r="B2"><v>2.5</v></c><c r="C2" s="1"><v>45000</v></c></row></sheetData></worksheet>',
    })
    expect(await read(bytes, 'a.xlsx')).toMatchObject({
      kind: 'xlsx',
      parts: 1,
      text: '## Tea & co\n\n| Kind |  | When |\n| --- | --- | --- |\n| Sencha | 2.5 | 2023-03-15 |',
    })
  })

  it('of slides keeps their order and notes', async () => {
    const slide = (title: string, line: string) =>
      `<p:sld><a:p><a:r><a:t>${title}</a:t></a:r></a:p><a:p><a:r><a:t>${line}</a:t></a:r></a:p></p:sld>`
    const bytes = zip({
      'ppt/presentation.xml':
        '<p:presentation><p:sldIdLst><p:sldId r:id="b"/><p:sldId r:id="a"/></p:sldIdLst></p:presentation>',
      'ppt/_rels/presentation.xml.rels':
        '<Relationships><Relationship Id="a" Target="slides/slide1.xml"/><Relationship Id="b" Target="slides/slide2.xml"/></Relationships>',
      'ppt/slides/slide1.xml': slide('Last', 'one'),
      'ppt/slides/slide2.xml': slide('First', 'two'),
      'ppt/slides/_rels/slide2.xml.rels':
        '<Relationships><Relationship Id="n" Target="../notesSlides/notesSlide1.xml"/></Relationships>',
      'ppt/notesSlides/notesSlide1.xml':
        '<p:notes><a:p><a:r><a:t>Say hello</a:t></a:r></a:p><a:p><a:t>1</a:t></a:p></p:notes>',
    })
    expect((await read(bytes, 'a.pptx')).text).toBe(
      '## Slide 1: First\n\n- two\n\nNotes:\n\nSay hello\n\n## Slide 2: Last\n\n- one',
    )
  })

  it('in RTF keeps letters and paragraphs, without fonts and pictures', async () => {
    const rtf = `{\\rtf1\\ansi{\\fonttbl{\\f0 Arial;}}{\\*\\generator Word;}{\\info{\\title x}}\\f0 Gr\\'fc\\'dfe \\u8364?\\par {\\b bold} \\{x\\}\\line next}`
    expect((await read(text(rtf), 'a.rtf')).text).toBe('Grüße €\nbold {x}\nnext')
  })

  it.each([
    ['UTF-8', Buffer.from('Grüße')],
    ['UTF-8 with a mark', Buffer.from('\uFEFFGrüße')],
    ['UTF-16', Buffer.from('\uFEFFGrüße', 'utf16le')],
    ['Latin-1', Buffer.from('Grüße', 'latin1')],
  ])('of plain text is read in %s', async (_encoding, bytes) => {
    expect((await read(bytes, 'a.txt')).text).toBe('Grüße')
  })

  it.each([
    ['a damaged PDF', Buffer.from('%PDF-1.7\n garbage'), 'a.pdf', 'EXECUTION_FAILED', /damaged/],
    ['a PDF with a password', encryptedPdf(), 'a.pdf', 'PERMISSION_DENIED', /password/],
    ['a damaged DOCX', Buffer.from('PK\x03\x04 word/document.xml'), 'a.docx', 'EXECUTION_FAILED', /damaged/],
    ['an archive', zip({ 'a.txt': 'x' }), 'a.zip', 'INVALID_PARAMETERS', /zip archive/],
    [
      'an old or protected Office file',
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      'a.doc',
      'INVALID_PARAMETERS',
      /password/,
    ],
    ['a picture', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'a.png', 'INVALID_PARAMETERS', /picture/],
    ['a program', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0]), 'a', 'INVALID_PARAMETERS', /not a kind of document/],
  ])('that cannot be read says why: %s', async (_what, bytes, name, code, message) => {
    await expect(read(bytes, name)).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
  })

  it('that unpacks to much is not unpacked', async () => {
    const bomb = Buffer.from(zipSync({ 'word/document.xml': new Uint8Array(1024) }))
    // The size of a file stands 24 bytes into its entry in the directory.
    bomb.writeUInt32LE(3 * 1024 ** 3, bomb.indexOf('PK\x01\x02', 0, 'latin1') + 24)
    await expect(read(bomb, 'bomb.docx')).rejects.toMatchObject({ code: 'TOO_LARGE' })
  })

  it('does not look at entities that it declares itself', async () => {
    const xml =
      '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY f SYSTEM "file:///etc/passwd">]><w:p><w:r><w:t>&a;&f;&amp;</w:t></w:r></w:p>'
    expect((await read(zip({ 'word/document.xml': xml }), 'a.docx')).text).toBe('&a;&f;&')
  })
})

/** An encryption entry that no password fits. */
function encryptedPdf(): Buffer {
  const key = 'ab'.repeat(32)
  const objects = [
    '1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n',
    '2 0 obj\n<</Type/Pages/Kids[]/Count 0>>\nendobj\n',
    `3 0 obj\n<</Filter/Standard/V 1/R 2/P -4/O<${key}>/U<${key}>>>\nendobj\n`,
  ]
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object) => {
    const at = body.length
    body += object
    return at
  })
  const start = body.length
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  body += `xref\n0 4\n0000000000 65535 f \n${rows}trailer\n<</Size 4/Root 1 0 R/Encrypt 3 0 R/ID[<aa><aa>]>>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(body)
}
