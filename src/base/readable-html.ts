import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import Turndown from 'turndown'

/** The part of a page that a person reads, as Markdown with absolute links. Scripts never run. */
export function readableHtml(html: string, url: string): { title: string | null; markdown: string } {
  const { document } = parseHTML(html)
  for (const element of document.querySelectorAll('script, style, noscript, template, iframe, object, embed, svg')) {
    element.remove()
  }
  absolute(document, url)
  const whole = document.body?.innerHTML ?? html
  const title = document.querySelector('title')?.textContent?.trim() ?? null
  const article = new Readability(document, { charThreshold: 200 }).parse()
  const markdown = toMarkdown(article?.content ?? whole)
  return { title: article?.title || title || null, markdown }
}

type Page = ReturnType<typeof parseHTML>['document']

function absolute(document: Page, url: string): void {
  for (const [selector, name] of [
    ['a[href]', 'href'],
    ['img[src]', 'src'],
  ] as const) {
    for (const element of document.querySelectorAll(selector)) {
      const to = URL.parse(element.getAttribute(name) ?? '', url)
      if (to !== null && (to.protocol === 'https:' || to.protocol === 'http:')) element.setAttribute(name, to.href)
      else element.removeAttribute(name)
    }
  }
}

/** What the rules below need of an element. */
interface Row {
  readonly querySelectorAll: (selector: string) => { readonly length: number }
}

function toMarkdown(html: string): string {
  const turndown = new Turndown({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' })
  turndown.addRule('cell', {
    filter: ['th', 'td'],
    replacement: (content) => ` ${content.replaceAll('\n', ' ').replaceAll('|', '\\|').trim()} |`,
  })
  turndown.addRule('row', {
    filter: 'tr',
    replacement: (content, node) => {
      const row = node as unknown as Row
      const head = row.querySelectorAll('th').length > 0
      const cells = row.querySelectorAll('th, td').length
      return `\n|${content}${head ? `\n|${' --- |'.repeat(cells)}` : ''}`
    },
  })
  return turndown
    .turndown(html)
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
