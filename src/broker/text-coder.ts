import { HostError } from '../base/host-error.ts'
import type { Encoding } from '../contract/terminals.ts'

/** Everything behind it is UTF-8: what a program prints in another encoding is turned, and what is typed is turned back. */
export interface TextCoder {
  readonly decode: (bytes: Buffer) => Uint8Array
  /** What was still open at the end. */
  readonly end: () => Uint8Array
  readonly encode: (text: string) => Buffer
}

const EMPTY = new Uint8Array()

export async function createTextCoder(encoding: Encoding): Promise<TextCoder> {
  if (encoding === 'utf-8') return { decode: (bytes) => bytes, end: () => EMPTY, encode: (text) => Buffer.from(text) }
  const { default: iconv } = await import('iconv-lite')
  const decoder = iconv.getDecoder(encoding)
  return {
    decode: (bytes) => Buffer.from(decoder.write(bytes)),
    end: () => Buffer.from(decoder.end() ?? ''),
    encode: (text) => {
      const bytes = iconv.encode(text, encoding)
      if (iconv.decode(bytes, encoding) === text) return bytes
      // It would become a question mark, which means something to a shell.
      throw new HostError('INVALID_PARAMETERS', `The terminal is in ${encoding}, which lacks a character of this.`, {
        hint: 'Leave it out, or open a terminal in utf-8.',
      })
    },
  }
}
