import type { Limits } from '../base/limits.ts'
import { endingOf, seenTogether } from './search-words.ts'

interface Line {
  readonly path: string
  readonly line: number
  readonly text: string
  readonly before?: readonly string[] | undefined
  readonly after?: readonly string[] | undefined
}

/** Found lines under the file they are in, as a model reads them. */
export function matchLines(matches: readonly Line[], cut: 'limit' | 'time' | undefined, limits: Limits): string {
  if (matches.length === 0) return ['No line matches.', ...endingOf(cut, 0, limits)].join('\n')
  const { above, names } = seenTogether(matches.map(({ path }) => path))
  const lines = matches.flatMap((match, index) => [
    ...(match.path === matches[index - 1]?.path ? separator(match) : [`${names[index]}:`]),
    ...(match.before ?? []).map((text, at, all) => `  ${match.line - all.length + at}- ${text}`),
    `  ${match.line}: ${match.text}`,
    ...(match.after ?? []).map((text, at) => `  ${match.line + at + 1}- ${text}`),
  ])
  return [`In ${above}:`, ...lines, ...endingOf(cut, matches.length, limits)].join('\n')
}

function separator({ before }: Line): string[] {
  return before === undefined ? [] : ['  --']
}
