/** Takes out of a terminal's output what is not for anyone to see: our shell's marks, and attempts on the clipboard. */
export interface Scanner {
  readonly feed: (chunk: Buffer) => void
  /** Nothing more comes, or nothing came for a while: what was held back is ordinary output. */
  readonly flush: () => void
  /** Something is held back because it may become a mark. */
  readonly isHolding: () => boolean
}

interface Sink {
  readonly data: (bytes: Buffer) => void
  /** What stands between our secret and the end of the sequence. */
  readonly mark: (text: string) => void
}

const ESC = 0x1b
const BEL = 0x07
const OSC = Buffer.from('\x1b]')
const CLIPBOARD = Buffer.from('\x1b]52;')
/** Longer than any mark of ours: command texts are cut before. */
const MARK_MAX_BYTES = 16 * 1024

/** A mark is `OSC 133 ; <secret> ; … BEL`. Who does not know the secret writes ordinary output. */
export function createScanner(secret: string | null, sink: Sink): Scanner {
  const ours = secret === null ? null : Buffer.from(`\x1b]133;${secret};`)
  let held: Buffer | undefined
  let isSwallowing = false

  const emit = (bytes: Buffer): void => {
    if (bytes.length > 0) sink.data(bytes)
  }

  /** Looks at a sequence that begins at `at`; gives where to go on, or undefined to wait for more. */
  const sequence = (data: Buffer, at: number): number | undefined => {
    const kind = kindOf(data.subarray(at), ours)
    if (kind === 'undecided') return undefined
    if (kind === 'other') {
      emit(data.subarray(at, at + OSC.length))
      return at + OSC.length
    }
    if (kind === 'clipboard') {
      isSwallowing = true
      return at + CLIPBOARD.length
    }
    const end = data.indexOf(BEL, at)
    if (end !== -1) {
      sink.mark(data.toString('utf8', at + (ours?.length ?? 0), end))
      return end + 1
    }
    if (data.length - at < MARK_MAX_BYTES) return undefined
    emit(data.subarray(at, at + OSC.length))
    return at + OSC.length
  }

  return {
    feed: (chunk) => {
      const data = held === undefined ? chunk : Buffer.concat([held, chunk])
      held = undefined
      let from = 0
      while (from < data.length) {
        if (isSwallowing) {
          from = endOfSwallowed(data, from)
          if (from === -1) return
          isSwallowing = false
          continue
        }
        const at = data.indexOf(OSC, from)
        if (at === -1) {
          const end = data[data.length - 1] === ESC ? data.length - 1 : data.length
          emit(data.subarray(from, end))
          if (end < data.length) held = data.subarray(end)
          return
        }
        emit(data.subarray(from, at))
        const next = sequence(data, at)
        if (next === undefined) {
          held = Buffer.from(data.subarray(at))
          return
        }
        from = next
      }
    },
    flush: () => {
      if (held === undefined) return
      const data = held
      held = undefined
      emit(data)
    },
    isHolding: () => held !== undefined,
  }
}

function kindOf(data: Buffer, ours: Buffer | null): 'mark' | 'clipboard' | 'other' | 'undecided' {
  for (const [kind, prefix] of [
    ['mark', ours],
    ['clipboard', CLIPBOARD],
  ] as const) {
    if (prefix === null) continue
    const length = Math.min(prefix.length, data.length)
    if (data.compare(prefix, 0, length, 0, length) !== 0) continue
    return length === prefix.length ? kind : 'undecided'
  }
  return 'other'
}

/** A string ends with BEL or ST; any other ESC ends it too, and begins something new. */
function endOfSwallowed(data: Buffer, from: number): number {
  for (let at = from; at < data.length; at += 1) {
    if (data[at] === BEL) return at + 1
    if (data[at] === ESC) return data[at + 1] === 0x5c ? at + 2 : at
  }
  return -1
}
