/** Rows as a Markdown table; the first one is its head. */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const width = Math.max(0, ...rows.map((row) => row.length))
  if (width === 0) return ''
  const line = (row: readonly string[]) =>
    `| ${Array.from({ length: width }, (_, at) => cell(row[at] ?? '')).join(' | ')} |`
  const [head = [], ...body] = rows
  return [line(head), `|${' --- |'.repeat(width)}`, ...body.map(line)].join('\n')
}

function cell(text: string): string {
  return text
    .trim()
    .replaceAll('|', '\\|')
    .replace(/\s*\n\s*/g, ' ')
}
