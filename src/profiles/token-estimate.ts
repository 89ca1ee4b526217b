const CHARS_PER_TOKEN = 4.4

/** What a tool list costs a model, within a tenth. A tokenizer would be exact, and megabytes. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / CHARS_PER_TOKEN)
}
