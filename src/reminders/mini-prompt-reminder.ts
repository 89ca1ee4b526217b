import { quote } from './quote.ts'

export interface MiniPromptText {
  readonly name: string
  readonly content: string
}

const CONTENT_CHARS = 4_000
const TOTAL_CHARS = 12_000
const LEAST_CHARS = 40

/** What the person always wants, in their order. */
export function miniPromptReminder(prompts: readonly MiniPromptText[]): string | null {
  if (prompts.length === 0) return null
  const texts: string[] = []
  let left = TOTAL_CHARS
  for (const { content } of prompts) {
    if (left < LEAST_CHARS) break
    const text = bounded(quote(content.slice(0, 2 * CONTENT_CHARS)).trim(), Math.min(CONTENT_CHARS, left))
    left -= text.length
    if (text !== '') texts.push(text)
  }
  return [
    '<miniPromptReminder>',
    'IMPORTANT REMINDER - User has specified the following instructions that you MUST follow:',
    '',
    texts.join('\n\n'),
    '',
    'These instructions take priority. Follow them exactly.',
    '</miniPromptReminder>',
  ].join('\n')
}

function bounded(text: string, max: number): string {
  if (text.length <= max) return text
  return `${text.slice(0, max - LEAST_CHARS)}\n[cut; see list_mini_prompts]`
}
