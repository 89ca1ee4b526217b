/** How much sharing every word adds to what is missing to 1. Sharing half of them adds an eighth of it. */
const WORDS_WEIGHT = 0.4
/** Without a vector, words alone never look like a certain hit. */
const WORDS_ONLY = 0.7

/**
 * How well a piece answers, from 0 to 1: the likeness of meanings, raised by shared words. Nothing in it depends on the
 * other pieces found, so that a threshold means the same for every question.
 */
export function scoreOf(similarity: number | undefined, coverage: number): number {
  if (similarity === undefined) return WORDS_ONLY * coverage
  const near = Math.max(0, similarity)
  return near + (1 - near) * WORDS_WEIGHT * coverage ** 3
}
