const NEWLINE = 10
/** A longer line is passed on in pieces instead of being held: whoever receives it decides whether it is too long. */
const HELD_BYTES = 32 * 1024 * 1024

/**
 * Cuts a byte stream into lines, each with its newline. `onPiece` gets what belongs to a line that is too long to hold.
 * Nothing is copied unless a line arrives in several chunks.
 */
export function createLineCutter(onLine, onPiece) {
  let held = []
  let heldBytes = 0
  let isTooLong = false

  const complete = (piece) => {
    if (isTooLong) onPiece(piece)
    else onLine(held.length === 0 ? piece : Buffer.concat([...held, piece]))
    held = []
    heldBytes = 0
    isTooLong = false
  }

  const hold = (piece) => {
    if (isTooLong) return onPiece(piece)
    held.push(piece)
    heldBytes += piece.length
    if (heldBytes <= HELD_BYTES) return
    isTooLong = true
    for (const part of held) onPiece(part)
    held = []
  }

  return {
    push(chunk) {
      let start = 0
      for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
        complete(chunk.subarray(start, end + 1))
        start = end + 1
      }
      if (start < chunk.length) hold(chunk.subarray(start))
    },
    /** Whether part of a line has already been passed on. */
    isInside: () => isTooLong,
    /** The last line may lack its newline. */
    end() {
      if (held.length > 0) complete(Buffer.from('\n'))
    },
  }
}
