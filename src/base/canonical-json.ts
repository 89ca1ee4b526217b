/** JSON with sorted keys and no white space: equal values give equal text, so that hashes can be compared. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) => (isPlainObject(item) ? sorted(item) : item))
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function sorted(object: Record<string, unknown>): Record<string, unknown> {
  const result: Record<string, unknown> = Object.create(null)
  for (const key of Object.keys(object).sort()) result[key] = object[key]
  return result
}

/** How deep a parsed JSON value nests; stops counting at `limit`. */
export function exceedsDepth(value: unknown, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (limit === 0) return true
  for (const item of Object.values(value)) if (exceedsDepth(item, limit - 1)) return true
  return false
}
