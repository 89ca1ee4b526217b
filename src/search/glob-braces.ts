import { HostError } from '../base/host-error.ts'

const ALTERNATIVES_MAX = 64

/** `a.{ts,tsx}` becomes `a.ts` and `a.tsx`. Braces without a comma or a partner are ordinary characters. */
export function expandBraces(pattern: string): string[] {
  const done: string[] = []
  const open = [pattern]
  for (let text = open.pop(); text !== undefined; text = open.pop()) {
    const choice = firstChoice(text)
    if (choice === null) done.push(text)
    else open.push(...choice.options.map((option) => choice.before + option + choice.after).reverse())
    if (done.length + open.length > ALTERNATIVES_MAX) {
      throw new HostError('INVALID_PARAMETERS', `The glob stands for more than ${ALTERNATIVES_MAX} patterns.`, {
        hint: 'Use fewer braces.',
      })
    }
  }
  return done
}

interface Choice {
  readonly before: string
  readonly options: readonly string[]
  readonly after: string
}

function firstChoice(text: string): Choice | null {
  for (let start = nextBrace(text, 0); start !== -1; start = nextBrace(text, start + 1)) {
    const options = optionsAt(text, start)
    if (options !== null && options.parts.length > 1) {
      return { before: text.slice(0, start), options: options.parts, after: text.slice(options.end + 1) }
    }
  }
  return null
}

function nextBrace(text: string, from: number): number {
  const at = text.indexOf('{', from)
  return at > 0 && text[at - 1] === '\\' ? nextBrace(text, at + 1) : at
}

function optionsAt(text: string, start: number): { parts: string[]; end: number } | null {
  const parts: string[] = []
  let depth = 0
  let from = start + 1
  for (let at = start; at < text.length; at += 1) {
    const char = text[at]
    if (char === '\\') at += 1
    else if (char === '{') depth += 1
    else if (char === ',' && depth === 1) {
      parts.push(text.slice(from, at))
      from = at + 1
    } else if (char === '}') {
      depth -= 1
      if (depth === 0) return { parts: [...parts, text.slice(from, at)], end: at }
    }
  }
  return null
}
