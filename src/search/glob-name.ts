/** A test for one item, or any number of items. */
export type Sequence<Item> = readonly ('many' | ((item: Item) => boolean))[]

/**
 * Goes back to the last `many` only: where one item is tested on its own, an earlier one cannot do better. So no pattern
 * takes more than pattern times items steps.
 */
export function matchesSequence<Item>(sequence: Sequence<Item>, items: readonly Item[]): boolean {
  let [step, item] = [0, 0]
  let [retryStep, retryItem] = [-1, 0]
  while (item < items.length) {
    const test = sequence[step]
    const current = items[item] as Item
    if (test === 'many') {
      step += 1
      retryStep = step
      retryItem = item
    } else if (test?.(current) === true) {
      step += 1
      item += 1
    } else if (retryStep >= 0) {
      retryItem += 1
      step = retryStep
      item = retryItem
    } else return false
  }
  while (sequence[step] === 'many') step += 1
  return step === sequence.length
}

const anyCharacter = () => true

/** One name of a glob as tests for its characters. A `[` that is never closed is an ordinary character. */
export function parseName(name: string): Sequence<string> {
  const chars = [...name]
  const sequence: ('many' | ((char: string) => boolean))[] = []
  for (let at = 0; at < chars.length; at += 1) {
    const char = chars[at] ?? ''
    const set = char === '[' ? parseSet(chars, at) : null
    if (set !== null) {
      sequence.push(set.test)
      at = set.end
    } else if (char === '*') {
      if (sequence.at(-1) !== 'many') sequence.push('many')
    } else if (char === '?') {
      sequence.push(anyCharacter)
    } else {
      if (char === '\\' && at + 1 < chars.length) at += 1
      const literal = chars[at]
      sequence.push((given) => given === literal)
    }
  }
  return sequence
}

/** `[abc]`, `[a-z]`, `[!a]`, `[^a]`; a `]` right at the start belongs to the set. */
function parseSet(chars: readonly string[], start: number): { test: (char: string) => boolean; end: number } | null {
  const isNegated = chars[start + 1] === '!' || chars[start + 1] === '^'
  const first = start + (isNegated ? 2 : 1)
  const end = chars.indexOf(']', first + 1)
  if (end === -1) return null
  const ranges: (readonly [string, string])[] = []
  for (let at = first; at < end; at += 1) {
    const low = chars[at] ?? ''
    const isRange = chars[at + 1] === '-' && at + 2 < end
    ranges.push([low, isRange ? (chars[at + 2] ?? low) : low])
    if (isRange) at += 2
  }
  const holds = (char: string) => ranges.some(([low, high]) => char >= low && char <= high)
  return { test: (char) => holds(char) !== isNegated, end }
}
