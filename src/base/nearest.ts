const MAX_CHARS = 128
const MAX_SUGGESTIONS = 3

/** The candidates a misspelled word may have meant, best first. Suggestions for people and models; never acted on. */
export function nearest(word: string, candidates: Iterable<string>): string[] {
  if (word.length === 0 || word.length > MAX_CHARS) return []
  const reach = Math.max(1, Math.floor(word.length / 3))
  const given = normal(word)
  return [...candidates]
    .map((candidate) => ({ candidate, distance: distanceBetween(given, normal(candidate)) }))
    .filter(({ distance }) => distance <= reach)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ candidate }) => candidate)
}

interface Normal {
  readonly letters: string
  readonly sortedWords: string
}

/** `filePath`, `file_path` and `FilePath` are one spelling here; `file_read` is close to `read_file`. */
function normal(text: string): Normal {
  const words = text
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
  return { letters: words.join(''), sortedWords: words.toSorted().join('') }
}

function distanceBetween(a: Normal, b: Normal): number {
  return Math.min(editDistance(a.letters, b.letters), editDistance(a.sortedWords, b.sortedWords) + 1)
}

/** Changes, insertions, deletions and swaps of neighbours, one row at a time. */
function editDistance(a: string, b: string): number {
  let beforePrevious: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swap = isSwap ? (beforePrevious[j - 2] ?? 0) + 1 : change
      row.push(Math.min(change, swap, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1))
    }
    beforePrevious = previous
    previous = row
  }
  return previous[b.length] ?? 0
}
