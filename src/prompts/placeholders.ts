/** `{{language}}`, or with values to choose from `{{language:English|German}}`. */
const PLACEHOLDER = /\{\{\s*([A-Za-z][A-Za-z0-9_]{0,39})\s*(?::([^{}]{0,400}))?\}\}/g

export interface Placeholder {
  readonly name: string
  readonly values: readonly string[]
}

/** Each name once, in the order of the text. */
export function placeholdersOf(text: string): Placeholder[] {
  const found = new Map<string, string[]>()
  for (const [, name = '', list = ''] of text.matchAll(PLACEHOLDER)) {
    const values = list
      .split('|')
      .map((value) => value.trim())
      .filter((value) => value !== '')
    found.set(name, [...new Set([...(found.get(name) ?? []), ...values])])
  }
  return [...found].map(([name, values]) => ({ name, values }))
}

/** A name without a value becomes its first value, or stands in angle brackets. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  const known = new Map(placeholdersOf(text).map((one) => [one.name, one]))
  return text.replace(PLACEHOLDER, (_all, name: string) => {
    const given = Object.hasOwn(values, name) ? values[name] : undefined
    return given ?? known.get(name)?.values[0] ?? `<${name}>`
  })
}
