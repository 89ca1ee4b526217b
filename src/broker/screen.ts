import type { SerializeAddon } from '@xterm/addon-serialize'
import type { Terminal } from '@xterm/headless'
import type { ScreenSnapshot, ScreenView } from '../contract/terminals.ts'
import { openTail } from './cut-characters.ts'
import type { OutputLog } from './output-log.ts'

/** What a person would see. Made when somebody looks or a program asks its terminal; an idle session has none. */
export interface Screen {
  /** This was added to the log. */
  readonly fed: (bytes: Uint8Array) => void
  readonly resize: (cols: number, rows: number) => void
  readonly view: () => Promise<ScreenView>
  readonly snapshot: () => Promise<ScreenSnapshot>
  readonly close: () => void
}

interface Parts {
  readonly log: OutputLog
  readonly cols: number
  readonly rows: number
  /** Answers to what programs ask their terminal: where the cursor is, what it can do. */
  readonly reply: (text: string) => void
}

interface Emulator {
  readonly terminal: Terminal
  readonly serializer: SerializeAddon
}

const SCROLLBACK_LINES = 1_000
const SLICE_BYTES = 64 * 1024
/** So much is always drawn; of more only the end is, because nobody could have seen the rest. */
const BEHIND_BYTES = 512 * 1024
/** In a flood the screen is drawn that often. */
const FLOOD_EVERY_MS = 100
/** Programs that take the whole screen or ask something need a terminal at once. */
const WANTS_TERMINAL = /\x1b\[(?:\?(?:47|1047|1049)h|[?>=]?[\d;]*[cn])|\x1b\]1[01];\?/
const CARRY_CHARS = 16
const ESC = 0x1b
const SIZES_MAX = 100

export function createScreen({ log, cols, rows, reply }: Parts): Screen {
  let emulator: Promise<Emulator> | undefined
  let carry = ''
  /** Output up to here is drawn. */
  let drawn = 0
  let drawing: Promise<void> | undefined
  let isClosed = false
  /** Sizes by the position from which they hold. */
  const sizes: { at: number; cols: number; rows: number }[] = []
  let later: NodeJS.Timeout | undefined

  /** What is drawn after the fact was answered, or not, long ago. */
  let isMute = false

  const load = (): Promise<Emulator> => {
    emulator ??= createEmulator({ cols, rows }, (text) => {
      if (!isMute) reply(text)
    })
    return emulator
  }

  const draw = async (): Promise<void> => {
    const { terminal } = await load()
    while (!isClosed && drawn < log.end()) {
      if (log.end() - drawn > BEHIND_BYTES) {
        drawn = Math.max(log.oldest(), log.end() - BEHIND_BYTES)
        drawn += Math.max(0, log.read(drawn, SLICE_BYTES).bytes.indexOf(0x0a))
        // Whatever sequence was open is void.
        await written(terminal, Buffer.from('\x18'))
      }
      const next = sizes[0]
      if (next !== undefined && next.at <= drawn) {
        sizes.shift()
        if (terminal.cols !== next.cols || terminal.rows !== next.rows) terminal.resize(next.cols, next.rows)
        continue
      }
      const { start, bytes } = log.read(drawn, Math.min(SLICE_BYTES, (next?.at ?? Number.POSITIVE_INFINITY) - drawn))
      drawn = start + bytes.length
      await written(terminal, bytes)
    }
    for (const last of sizes.splice(0)) terminal.resize(last.cols, last.rows)
  }

  const catchUp = (): Promise<void> => {
    drawing ??= draw().finally(() => {
      drawing = undefined
    })
    return drawing
  }

  /** Drawn to the end as it was when asked; more may come while we look. */
  const upToDate = async (): Promise<Emulator> => {
    if (emulator === undefined) isMute = true
    await catchUp()
    isMute = false
    return load()
  }

  return {
    fed: (bytes) => {
      if (emulator === undefined) {
        if (carry === '' && !bytes.includes(ESC)) return
        const text = carry + Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
        // A question may be cut in two.
        const last = text.lastIndexOf('\x1b')
        carry = last >= 0 && text.length - last < CARRY_CHARS ? text.slice(last) : ''
        if (WANTS_TERMINAL.test(text)) void catchUp()
        return
      }
      if (log.end() - drawn <= SLICE_BYTES) void catchUp()
      else {
        later ??= setTimeout(() => {
          later = undefined
          void catchUp()
        }, FLOOD_EVERY_MS)
      }
    },
    resize: (columns, lines) => {
      sizes.push({ at: log.end(), cols: columns, rows: lines })
      if (sizes.length > SIZES_MAX) sizes.shift()
      if (emulator !== undefined) void catchUp()
    },
    view: async () => {
      const { terminal } = await upToDate()
      const { active } = terminal.buffer
      return {
        lines: Array.from({ length: terminal.rows }, (_, row) =>
          (active.getLine(active.baseY + row)?.translateToString(true) ?? '').trimEnd(),
        ),
        cols: terminal.cols,
        rows: terminal.rows,
        cursor: { x: active.cursorX, y: active.cursorY },
        title: titles.get(terminal) ?? '',
        isAlternate: active.type === 'alternate',
      }
    },
    snapshot: async () => {
      const { terminal, serializer } = await upToDate()
      // No await from here on: position and picture belong together.
      const data = serializer.serialize({ scrollback: SCROLLBACK_LINES })
      const tail = log.read(Math.max(0, drawn - 3), 3).bytes
      return { data, cols: terminal.cols, rows: terminal.rows, next: drawn - openTail(tail) }
    },
    close: () => {
      isClosed = true
      clearTimeout(later)
      void emulator?.then(({ terminal }) => terminal.dispose())
    },
  }
}

const titles = new WeakMap<Terminal, string>()

async function createEmulator(
  { cols, rows }: { readonly cols: number; readonly rows: number },
  reply: (text: string) => void,
): Promise<Emulator> {
  const [{ default: headless }, { default: serialize }, { default: unicode }] = await Promise.all([
    import('@xterm/headless'),
    import('@xterm/addon-serialize'),
    import('@xterm/addon-unicode11'),
  ])
  const terminal = new headless.Terminal({ cols, rows, scrollback: SCROLLBACK_LINES, allowProposedApi: true })
  const serializer = new serialize.SerializeAddon()
  terminal.loadAddon(serializer)
  terminal.loadAddon(new unicode.Unicode11Addon())
  terminal.unicode.activeVersion = '11'
  terminal.onData(reply)
  terminal.onTitleChange((title) => titles.set(terminal, title))
  return { terminal, serializer }
}

/** Its own queue would take any amount: we wait until each piece is drawn. */
function written(terminal: Terminal, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve) => terminal.write(bytes, resolve))
}
