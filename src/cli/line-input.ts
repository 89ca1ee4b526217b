import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { setTimeout as pause, setImmediate } from 'node:timers/promises'

/**
 * Lines typed at a terminal, one question at a time. What is typed while nothing is asked is never an answer: it is kept
 * aside and can be shown.
 */
export interface LineInput {
  /** Writes the question and waits for Enter. Undefined when `signal` aborts; what was typed so far goes aside. */
  readonly ask: (question: string, signal: AbortSignal) => Promise<string | undefined>
  /** Waits until nothing has been typed for this long, then hands out what had been put aside. */
  readonly quiet: (ms: number, signal: AbortSignal) => Promise<string>
  /** Lends the terminal to another program. */
  readonly lend: <T>(use: () => Promise<T>) => Promise<T>
  readonly close: () => void
}

interface Parts {
  readonly readable: Readable & { readonly setRawMode?: (isRaw: boolean) => unknown }
  readonly write: (text: string) => void
  /** Ctrl-C, Ctrl-D on an empty line, or the end of the terminal. */
  readonly onEnd: () => void
}

const ASIDE_CHARS = 4_000
const ESCAPE_SEQUENCES = /\u001b(?:\[[0-9;?]*[ -/]*[@-~]|O[@-~])?/g

export function createLineInput({ readable, write, onEnd }: Parts): LineInput {
  const segments = new Intl.Segmenter()
  let decoder = new StringDecoder('utf8')
  let question = ''
  let line = ''
  let aside = ''
  let typedAt = Number.NEGATIVE_INFINITY
  let answer: ((text: string | undefined) => void) | undefined

  const finish = (text: string | undefined) => {
    if (question + line !== '' || text !== undefined) write('\n')
    const resolve = answer
    answer = undefined
    if (text === undefined) aside += line
    line = ''
    resolve?.(text)
  }

  const erase = () => {
    const last = [...segments.segment(line)].at(-1)?.segment ?? ''
    line = line.slice(0, line.length - last.length)
    write('\b \b'.repeat(columnsOf(last)))
  }

  const take = (char: string) => {
    if (char === '\u0003' || (char === '\u0004' && line === '')) return onEnd()
    if (answer === undefined) {
      if (aside.length < ASIDE_CHARS) aside += char === '\r' ? '\n' : char
      return
    }
    if (char === '\r' || char === '\n') return finish(line)
    if (char === '\u007f' || char === '\b') return erase()
    if (char === '\u0015') while (line !== '') erase()
    if (char < ' ') return
    line += char
    write(char)
  }

  const hear = (bytes: Buffer) => {
    typedAt = performance.now()
    for (const { segment } of segments.segment(decoder.write(bytes).replace(ESCAPE_SEQUENCES, ''))) {
      if (segment === '\r\n') take('\r')
      else take(segment)
    }
  }

  const open = () => {
    readable.setRawMode?.(true)
    readable.on('data', hear)
    readable.resume()
  }
  const close = () => {
    readable.off('data', hear)
    readable.pause()
    readable.setRawMode?.(false)
  }
  open()
  readable.once('end', onEnd)

  return {
    ask: (text, signal) => {
      if (signal.aborted) return Promise.resolve(undefined)
      question = text
      write(question)
      const { promise, resolve } = Promise.withResolvers<string | undefined>()
      answer = resolve
      const stop = () => finish(undefined)
      signal.addEventListener('abort', stop, { once: true })
      return promise.finally(() => signal.removeEventListener('abort', stop))
    },
    quiet: async (ms, signal) => {
      const from = performance.now()
      for (;;) {
        const left = ms - (performance.now() - Math.max(from, typedAt))
        if (signal.aborted) return ''
        if (left <= 0) break
        await pause(left, undefined, { signal }).catch(() => {})
        // A timer may come before the keys that were pressed during a delay: those are read first.
        await setImmediate()
      }
      const typed = aside
      aside = ''
      return typed
    },
    lend: async (use) => {
      close()
      try {
        return await use()
      } finally {
        decoder = new StringDecoder('utf8')
        open()
      }
    },
    close,
  }
}

/** East Asian characters and emoji take two columns. */
function columnsOf(text: string): number {
  if (text === '') return 0
  return /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u.test(
    text,
  )
    ? 2
    : 1
}
