import { escapeXml } from './escape-xml.ts'
import type { Block, Span } from './markdown-blocks.ts'

const STYLE =
  'body{font:16px/1.6 system-ui,sans-serif;max-width:44rem;margin:3rem auto;padding:0 1rem}pre{background:#f4f4f5;padding:1rem;overflow:auto}code{font-family:ui-monospace,monospace}table{border-collapse:collapse}td,th{border:1px solid #d4d4d8;padding:.3rem .6rem;text-align:left}blockquote{border-left:3px solid #d4d4d8;margin-left:0;padding-left:1rem}'

/** One file, without scripts and without anything from elsewhere. */
export function makeHtml(blocks: readonly Block[], title: string): string {
  const body = blocks.map(blockOf).join('\n')
  return `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>${escapeXml(title)}</title>\n<style>${STYLE}</style>\n</head>\n<body>\n${body}\n</body>\n</html>\n`
}

function blockOf(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `<h${block.level}>${spans(block.spans)}</h${block.level}>`
    case 'paragraph':
      return block.isQuote ? `<blockquote><p>${spans(block.spans)}</p></blockquote>` : `<p>${spans(block.spans)}</p>`
    case 'item': {
      const indent = `style="margin-left:${block.depth * 1.5}rem"`
      return block.number === null
        ? `<ul ${indent}><li>${spans(block.spans)}</li></ul>`
        : `<ol ${indent} start="${block.number}"><li>${spans(block.spans)}</li></ol>`
    }
    case 'code':
      return `<pre><code>${escapeXml(block.text)}</code></pre>`
    case 'table':
      return `<table>\n${block.rows.map((row, at) => rowOf(row, at === 0 ? 'th' : 'td')).join('\n')}\n</table>`
    case 'rule':
      return '<hr>'
  }
}

function rowOf(row: readonly (readonly Span[])[], cell: 'th' | 'td'): string {
  return `<tr>${row.map((content) => `<${cell}>${spans(content)}</${cell}>`).join('')}</tr>`
}

function spans(list: readonly Span[]): string {
  return list.map(spanOf).join('')
}

function spanOf({ text, bold, italic, code, link }: Span): string {
  let html = escapeXml(text).replaceAll('\n', '<br>')
  if (code === true) html = `<code>${html}</code>`
  if (italic === true) html = `<em>${html}</em>`
  if (bold === true) html = `<strong>${html}</strong>`
  return link === undefined ? html : `<a href="${escapeXml(link)}">${html}</a>`
}
