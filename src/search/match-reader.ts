/** A line that ripgrep says it found. It is shown only after it was read again from a file that may be shown. */
export interface Claim {
  readonly path: Buffer
  readonly line: number
  /** Bytes from the beginning of the file to the line, a byte order mark not counted. */
  readonly offset: number
  /** Null for a line too long to be passed on. */
  readonly text: Buffer | null
  /** The first match within the line, in bytes. */
  readonly start: number | null
  readonly end: number | null
}

const RECORD_BYTES = 64 * 1024
const NUMBERS_BYTES = 16 * 1024
const NUMBERS = ',"line_number":'
const NEWLINE = 10

/** Reads `rg --json` as it arrives. A record of any length takes bounded memory. */
export function createMatchReader(onClaim: (claim: Claim) => void): (chunk: Buffer) => void {
  let head: Buffer[] = []
  let headBytes = 0
  /** Set while the rest of a record that is too long passes by. */
  let passing: { window: Buffer; isFound: boolean } | null = null

  const take = (part: Buffer) => {
    if (passing !== null) {
      if (passing.isFound) {
        if (passing.window.length < NUMBERS_BYTES) passing.window = Buffer.concat([passing.window, part])
        return
      }
      const window = Buffer.concat([passing.window, part])
      const at = window.indexOf(NUMBERS)
      passing =
        at === -1
          ? { window: window.subarray(-NUMBERS.length), isFound: false }
          : { window: window.subarray(at), isFound: true }
      return
    }
    head.push(part)
    headBytes += part.length
    if (headBytes <= RECORD_BYTES) return
    const whole = Buffer.concat(head)
    head = [whole.subarray(0, RECORD_BYTES)]
    headBytes = RECORD_BYTES
    passing = { window: Buffer.alloc(0), isFound: false }
    take(whole.subarray(RECORD_BYTES - NUMBERS.length))
  }

  const finish = () => {
    const record = head.length === 1 ? (head[0] as Buffer) : Buffer.concat(head)
    const claim = passing === null ? claimOf(record) : longClaim(record, passing.window)
    head = []
    headBytes = 0
    passing = null
    if (claim !== null) onClaim(claim)
  }

  return (chunk) => {
    let from = 0
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
      take(chunk.subarray(from, at))
      finish()
      from = at + 1
    }
    if (from < chunk.length) take(Buffer.from(chunk.subarray(from)))
  }
}

type RgText = { readonly text: string } | { readonly bytes: string }

/** As far as it is used; ripgrep's own documentation has the rest. */
interface RgMatch {
  readonly type: string
  readonly data: {
    readonly path: RgText
    readonly lines: RgText
    readonly line_number: number
    readonly absolute_offset: number
    readonly submatches: readonly { readonly start: number; readonly end: number }[]
  }
}

const MATCH = Buffer.from('{"type":"match"')

function claimOf(record: Buffer): Claim | null {
  if (!record.subarray(0, MATCH.length).equals(MATCH)) return null
  const { data } = JSON.parse(record.toString()) as RgMatch
  const [first] = data.submatches
  return {
    path: bytesOf(data.path),
    line: data.line_number,
    offset: data.absolute_offset,
    text: bytesOf(data.lines),
    start: first?.start ?? null,
    end: first?.end ?? null,
  }
}

const LONG = /^\{"type":"match","data":\{"path":(\{"(?:text|bytes)":".*?"\}),"lines":\{"/s
const LONG_NUMBERS = /^,"line_number":(\d+),"absolute_offset":(\d+)/
const LONG_MATCH = /"\},"start":(\d+),"end":(\d+)\}/

/** Quotes within a text are escaped, so what is looked for cannot stand in one. */
function longClaim(head: Buffer, rest: Buffer): Claim | null {
  const numbers = rest.toString('latin1')
  const [opened, counts, match] = [
    LONG.exec(head.toString('latin1')),
    LONG_NUMBERS.exec(numbers),
    LONG_MATCH.exec(numbers),
  ]
  if (opened === null || counts === null) return null
  const path = JSON.parse(Buffer.from(opened[1] ?? '{}', 'latin1').toString()) as RgText
  return {
    path: bytesOf(path),
    line: Number(counts[1]),
    offset: Number(counts[2]),
    text: null,
    start: match === null ? null : Number(match[1]),
    end: match === null ? null : Number(match[2]),
  }
}

function bytesOf(given: RgText): Buffer {
  return 'text' in given ? Buffer.from(given.text) : Buffer.from(given.bytes, 'base64')
}
