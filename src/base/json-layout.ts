export interface Style {
  readonly unit: string
  readonly eol: string
}

export const PLAIN: Style = { unit: '  ', eol: '\n' }

const LINE_CHARS = 110

/** JSON that a person can edit: what holds only plain values stands on one line, everything else is indented. */
export function layout(value: unknown, { unit, eol }: Style = PLAIN, indent = ''): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const inner = indent + unit
  const members = Array.isArray(value)
    ? value.map((item) => layout(item, { unit, eol }, inner))
    : Object.entries(value)
        .filter(([, item]) => item !== undefined)
        .map(([key, item]) => `${JSON.stringify(key)}: ${layout(item, { unit, eol }, inner)}`)
  if (members.length === 0) return open + close
  const pad = Array.isArray(value) ? '' : ' '
  const line = `${open}${pad}${members.join(', ')}${pad}${close}`
  if (Object.values(value).every(isPlain) && indent.length + line.length <= LINE_CHARS) return line
  return `${open}${eol}${inner}${members.join(`,${eol}${inner}`)}${eol}${indent}${close}`
}

/** The style of a text that exists, so that what we add looks like what is there. */
export function styleOf(text: string): Style {
  return { unit: /\n([ \t]+)\S/.exec(text)?.[1] ?? PLAIN.unit, eol: text.includes('\r\n') ? '\r\n' : '\n' }
}

function isPlain(value: unknown): boolean {
  return typeof value !== 'object' || value === null
}
