/** Groups that hold no text of the document. */
const HIDDEN = new Set(
  'fonttbl colortbl stylesheet info pict object themedata colorschememapping latentstyles datastore generator listtable listoverridetable rsidtbl xmlnstbl header footer headerl headerr footerl footerr'.split(
    ' ',
  ),
)
const BREAKS: Readonly<Record<string, string>> = {
  par: '\n',
  line: '\n',
  sect: '\n\n',
  page: '\n\n',
  row: '\n',
  tab: '\t',
  cell: '\t',
}
const SIGNS: Readonly<Record<string, string>> = {
  emdash: '—',
  endash: '–',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '•',
}

interface Group {
  readonly isHidden: boolean
  /** How many characters after a \u are its replacement for old readers. */
  readonly fallback: number
}

const TOKEN = /\\([a-z]+)(-?\d+)? ?|\\'([0-9a-f]{2})|\\([^a-z])|([{}])|([^\\{}\r\n]+)|[\r\n]+/gi

/** The text of an RTF file, with its paragraphs. Code page 1252, and Unicode where it is given. */
export function rtfText(bytes: Uint8Array): string {
  const latin = new TextDecoder('windows-1252')
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
  const outer: Group[] = []
  let group: Group = { isHidden: false, fallback: 1 }
  let skip = 0
  let text = ''
  const add = (piece: string): void => {
    const from = Math.min(skip, piece.length)
    skip -= from
    if (!group.isHidden) text += piece.slice(from)
  }
  for (const [, word, parameter, hex, symbol, brace, plain] of source.matchAll(TOKEN)) {
    if (brace === '{') outer.push(group)
    else if (brace === '}') group = outer.pop() ?? group
    else if (hex !== undefined) add(latin.decode(Uint8Array.of(Number.parseInt(hex, 16))))
    else if (plain !== undefined) add(latin.decode(Buffer.from(plain, 'latin1')))
    else if (symbol !== undefined) {
      if (symbol === '*') group = { ...group, isHidden: true }
      else add(symbol === '~' ? ' ' : /[\\{}]/.test(symbol) ? symbol : '')
    } else if (word === 'u') {
      add(String.fromCharCode(Number(parameter) & 0xff_ff))
      skip = group.fallback
    } else if (word === 'uc') group = { ...group, fallback: Number(parameter) }
    else if (word !== undefined && HIDDEN.has(word)) group = { ...group, isHidden: true }
    else if (word !== undefined) add(BREAKS[word] ?? SIGNS[word] ?? '')
  }
  return text.replace(/\n{3,}/g, '\n\n').trim()
}
