import { unzipSync } from 'fflate'
import { HostError } from '../base/host-error.ts'

export interface Archive {
  readonly names: readonly string[]
  /** Text of one file in it; null if there is none. */
  readonly text: (name: string) => string | null
}

/** All that is unpacked of one document; what unpacks to more is not a document but a trap. */
const UNPACKED_BYTES = 128 * 1024 * 1024
const FILES = 20_000

/** Only the files that matter are unpacked, and only as far as they say they are large. */
export function openArchive(bytes: Uint8Array, matters: (name: string) => boolean): Archive {
  let size = 0
  let count = 0
  const unpacked = reading(() =>
    unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        count += 1
        if (count > FILES) throw tooLarge(`more than ${FILES} files`)
        if (!matters(name)) return false
        size += originalSize
        if (size > UNPACKED_BYTES) throw tooLarge(`more than ${UNPACKED_BYTES / 1024 / 1024} MB`)
        return true
      },
    }),
  )
  return {
    names: Object.keys(unpacked),
    text: (name) => {
      const found = Object.hasOwn(unpacked, name) ? unpacked[name] : undefined
      return found === undefined ? null : new TextDecoder().decode(found)
    },
  }
}

function reading<T>(read: () => T): T {
  try {
    return read()
  } catch (cause) {
    if (cause instanceof HostError) throw cause
    throw new HostError('EXECUTION_FAILED', 'The document is damaged: it cannot be unpacked.', { cause })
  }
}

function tooLarge(what: string): HostError {
  return new HostError('TOO_LARGE', `The document unpacks to ${what}.`, { hint: 'It was not read.' })
}
