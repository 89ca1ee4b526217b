const ANY = '*'

/** What a permission covers, as people write it. A command is kept by its parsed form: program, subcommand, flags, operands. */
export function grantWords(covered: string): string {
  if (!covered.startsWith('$ ')) return covered
  const parts = parsed(covered.slice(2))
  if (parts === null) return covered
  const [program, ...rest] = parts
  if (program === 'keys' || program === 'terminal') return parts.flat().map(word).join(' ')
  return [
    '$',
    word(program),
    ...rest.flatMap((part) => (part === ANY ? ['(anything)'] : [part].flat().map(word))),
  ].join(' ')
}

function parsed(text: string): readonly unknown[] | null {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : null
  } catch {
    return null
  }
}

function word(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return /^[^\s"'\\]+$/.test(text) ? text : JSON.stringify(text)
}
