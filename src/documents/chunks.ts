/** What is found by meaning is a chunk: long enough to make sense alone, short enough to be about one thing. */
const CHUNK_CHARS = 1_500

/** Cuts a text where paragraphs end, else where sentences or words end. Nothing is lost, and nothing is in two chunks. */
export function chunksOf(text: string): string[] {
  const chunks: string[] = []
  let open = ''
  for (const paragraph of text.split(/\n{2,}/).flatMap(pieces)) {
    if (open !== '' && open.length + paragraph.length + 2 > CHUNK_CHARS) {
      chunks.push(open)
      open = ''
    }
    open = open === '' ? paragraph : `${open}\n\n${paragraph}`
  }
  if (open.trim() !== '') chunks.push(open)
  return chunks
}

function pieces(paragraph: string): string[] {
  const found: string[] = []
  let rest = paragraph.trim()
  while (rest.length > CHUNK_CHARS) {
    const at = cutBefore(rest)
    found.push(rest.slice(0, at).trimEnd())
    rest = rest.slice(at).trimStart()
  }
  return rest === '' ? found : [...found, rest]
}

/** The last end of a sentence in the second half of the chunk, else of a line or a word, else between two characters. */
function cutBefore(text: string): number {
  const window = text.slice(0, CHUNK_CHARS)
  const half = CHUNK_CHARS / 2
  for (const end of [/[.!?。！？](?=\s)/g, /\n/g, /\s/g]) {
    const last = [...window.matchAll(end)].at(-1)
    if (last !== undefined && last.index >= half) return last.index + last[0].length
  }
  return /[\ud800-\udbff]$/.test(window) ? CHUNK_CHARS - 1 : CHUNK_CHARS
}
