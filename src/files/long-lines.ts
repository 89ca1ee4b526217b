/** A line that is longer than anyone reads is cut, and says so. */
export interface CutLines {
  readonly content: string
  readonly count: number
}

export function cutLongLines(content: string, maxChars: number): CutLines {
  if (content.length <= maxChars) return { content, count: 0 }
  let count = 0
  const lines = content.split('\n').map((line) => {
    if (line.length <= maxChars) return line
    count += 1
    const isSplit = (line.charCodeAt(maxChars - 1) & 0xfc00) === 0xd800
    const end = isSplit ? maxChars - 1 : maxChars
    return `${line.slice(0, end)}… [${line.length - end} more characters in this line]`
  })
  return { content: count === 0 ? content : lines.join('\n'), count }
}
