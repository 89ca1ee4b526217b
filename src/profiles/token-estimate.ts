const CHARS_PER_TOKEN = 4.2

/** What a text costs a model, roughly: a tokenizer would be megabytes for a number that only orders of magnitude matter of. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / CHARS_PER_TOKEN)
}
