import type { ToolDescription } from '../../../src/contract/tools-file.ts'

/** Words that all occur, or a regular expression between slashes. One that is not finished yet matches nothing. */
export function matcherOf(search: string): (tool: ToolDescription) => boolean {
  const text = search.trim()
  const pattern = /^\/(.+)\/$/.exec(text)?.[1]
  if (pattern !== undefined) {
    try {
      const expression = new RegExp(pattern, 'i')
      return (tool) => expression.test(wordsOf(tool))
    } catch {
      return () => false
    }
  }
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return (tool) => words.every((word) => wordsOf(tool).toLowerCase().includes(word))
}

function wordsOf({ id, name, title, description }: ToolDescription): string {
  return `${id} ${name} ${title} ${description}`
}
