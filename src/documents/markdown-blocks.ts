import { lexer, type Token, type Tokens } from 'marked'

export interface Span {
  readonly text: string
  readonly bold?: boolean
  readonly italic?: boolean
  readonly code?: boolean
  readonly link?: string
}

export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly spans: readonly Span[] }
  | { readonly kind: 'paragraph'; readonly spans: readonly Span[]; readonly isQuote: boolean }
  | {
      readonly kind: 'item'
      readonly list: number
      readonly depth: number
      readonly number: number | null
      readonly spans: readonly Span[]
    }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'table'; readonly rows: readonly (readonly (readonly Span[])[])[] }
  | { readonly kind: 'rule' }

/** Markdown as what the makers of HTML, DOCX and PDF have in common. Raw HTML stays text. */
export function markdownBlocks(markdown: string): Block[] {
  const blocks: Block[] = []
  let lists = 0
  const walk = (tokens: readonly Token[], isQuote: boolean, depth: number): void => {
    for (const token of tokens as readonly Tokens.Generic[]) {
      switch (token.type) {
        case 'heading':
          blocks.push({ kind: 'heading', level: token['depth'], spans: spansOf(token.tokens) })
          break
        case 'blockquote':
          walk(token.tokens ?? [], true, depth)
          break
        case 'list':
          list(token as Tokens.List, depth)
          break
        case 'code':
          blocks.push({ kind: 'code', text: token['text'] })
          break
        case 'table':
          blocks.push({ kind: 'table', rows: rowsOf(token as Tokens.Table) })
          break
        case 'hr':
          blocks.push({ kind: 'rule' })
          break
        case 'space':
        case 'def':
          break
        default: {
          const spans = token.tokens === undefined ? [{ text: token['text'] ?? token.raw }] : spansOf(token.tokens)
          blocks.push({ kind: 'paragraph', spans, isQuote })
        }
      }
    }
  }
  const list = ({ items, ordered, start }: Tokens.List, depth: number): void => {
    const name = ++lists
    for (const [at, item] of items.entries()) {
      const mark = item.task ? [{ text: item.checked === true ? '☑ ' : '☐ ' }] : []
      const [first, ...rest] = item.tokens.filter(({ type }) => type !== 'checkbox')
      const number = ordered ? Number(start === '' ? 1 : start) + at : null
      const spans = first === undefined || first.type === 'list' ? [] : inner(first)
      blocks.push({ kind: 'item', list: name, depth, number, spans: [...mark, ...spans] })
      walk(first?.type === 'list' ? [first, ...rest] : rest, false, depth + 1)
    }
  }
  walk(lexer(markdown), false, 0)
  return blocks
}

function inner(token: Token): Span[] {
  return 'tokens' in token && token.tokens !== undefined ? spansOf(token.tokens) : [{ text: token.raw }]
}

function rowsOf({ header, rows }: Tokens.Table): Span[][][] {
  return [header, ...rows].map((row) => row.map((cell) => spansOf(cell.tokens)))
}

function spansOf(tokens: readonly Token[] | undefined, style: Omit<Span, 'text'> = {}): Span[] {
  return ((tokens ?? []) as readonly Tokens.Generic[]).flatMap((token): Span[] => {
    switch (token.type) {
      case 'strong':
        return spansOf(token.tokens, { ...style, bold: true })
      case 'em':
        return spansOf(token.tokens, { ...style, italic: true })
      case 'codespan':
        return [{ ...style, text: token['text'], code: true }]
      case 'link':
        return spansOf(token.tokens, { ...style, ...safeLink(token['href']) })
      case 'image':
        return [{ ...style, text: `[${token['text']}]` }]
      case 'br':
        return [{ ...style, text: '\n' }]
      default:
        return token.tokens === undefined
          ? [{ ...style, text: token['text'] ?? token.raw }]
          : spansOf(token.tokens, style)
    }
  })
}

/** A link in a made document is for a person to follow: only to the web or to an address of mail. */
function safeLink(href: unknown): { link?: string } {
  const url = URL.parse(String(href))
  return url !== null && /^(?:https?|mailto):$/.test(url.protocol) ? { link: url.href } : {}
}
