export interface XmlSink {
  readonly open: (name: string, attribute: (name: string) => string | null) => void
  readonly close: (name: string) => void
  readonly text: (text: string) => void
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const TAG =
  /<(\/?)([\w.:-]+)((?:[^<>"']|"[^"]*"|'[^']*')*?)(\/?)>|<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<[?!][^>]*>/g

/** Reads the XML that Office writes, from front to back. Declared entities and doctypes are not looked at. */
export function scanXml(xml: string, { open, close, text }: XmlSink): void {
  let at = 0
  const texts = (to: number) => {
    if (to > at) text(unescaped(xml.slice(at, to)))
  }
  for (const match of xml.matchAll(TAG)) {
    texts(match.index)
    at = match.index + match[0].length
    const [, slash, name, attributes = '', selfClosing, literal] = match
    if (literal !== undefined) text(literal)
    if (name === undefined) continue
    if (slash === '/') {
      close(name)
      continue
    }
    open(name, (wanted) => attributeOf(attributes, wanted))
    if (selfClosing === '/') close(name)
  }
  texts(xml.length)
}

function attributeOf(attributes: string, wanted: string): string | null {
  for (const [, name, double, single] of attributes.matchAll(/([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    if (name === wanted) return unescaped(double ?? single ?? '')
  }
  return null
}

function unescaped(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{1,8}));/gi, (whole, hex, decimal, name) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    if (name !== undefined) return ENTITIES[name] ?? whole
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole
  })
}
