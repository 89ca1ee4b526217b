import { isDeepStrictEqual } from 'node:util'

/** What a configuration says, whatever its format. A key that stands twice is there twice. */
export type Outline = string | number | boolean | null | readonly Outline[] | Table

export interface Table {
  readonly entries: readonly (readonly [key: string, value: Outline])[]
}

/** Where the entry of a server lives: `mcpServers.upperhand`. */
export interface Place {
  readonly section: string
  readonly name: string
}

export const EMPTY: Table = { entries: [] }

export function isTable(outline: Outline | undefined): outline is Table {
  return typeof outline === 'object' && outline !== null && !Array.isArray(outline)
}

export function outlineOf(value: unknown): Outline {
  if (value === null || value === undefined) return null
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  if (Array.isArray(value)) return value.map(outlineOf)
  if (value instanceof Map) return { entries: [...value].map(([key, item]) => [keyText(key), outlineOf(item)]) }
  // Dates and large integers are compared, never written.
  if (typeof value === 'bigint' || value instanceof Date) return String(value)
  return { entries: Object.entries(value).map(([key, item]) => [key, outlineOf(item)]) }
}

function keyText(key: unknown): string {
  return typeof key === 'string' ? key : (JSON.stringify(key) ?? String(key))
}

export function valuesAt(outline: Outline | undefined, key: string): Outline[] {
  return isTable(outline) ? outline.entries.filter(([name]) => name === key).map(([, value]) => value) : []
}

/** The entry of a server. Whoever edits has made sure that it does not stand twice. */
export function entryAt(outline: Outline, { section, name }: Place): Outline | undefined {
  return valuesAt(valuesAt(outline, section)[0], name)[0]
}

/** Everything but the entry. A section with nothing else in it counts as absent. */
export function restOf(outline: Outline, { section, name }: Place): Outline {
  if (!isTable(outline)) return outline
  return {
    entries: outline.entries.flatMap(([key, value]) => {
      if (key !== section) return [[key, value] as const]
      if (value === null) return []
      if (!isTable(value)) return [[key, value] as const]
      const entries = value.entries.filter(([inner]) => inner !== name)
      return entries.length === 0 ? [] : [[key, { entries }] as const]
    }),
  }
}

export function isSame(one: Outline | undefined, other: Outline | undefined): boolean {
  return isDeepStrictEqual(one, other)
}

/** The same, whatever the order of keys. */
export function isEquivalent(one: Outline | undefined, other: Outline | undefined): boolean {
  return isDeepStrictEqual(one === undefined ? one : sorted(one), other === undefined ? other : sorted(other))
}

function sorted(outline: Outline): Outline {
  if (Array.isArray(outline)) return outline.map(sorted)
  if (!isTable(outline)) return outline
  const entries = outline.entries.map(([key, value]) => [key, sorted(value)] as const)
  return { entries: entries.sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0)) }
}

/** As a plain value; of a key that stands twice the last one counts, as parsers do it. */
export function plain(outline: Outline): unknown {
  if (Array.isArray(outline)) return outline.map(plain)
  if (!isTable(outline)) return outline
  return Object.fromEntries(outline.entries.map(([key, value]) => [key, plain(value)]))
}
