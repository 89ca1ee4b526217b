import type { Terminals } from '../../terminals/terminals.ts'
import { EMPTY_LINE, follow, type TypedLine, type Typing } from './typed-line.ts'

interface Typed {
  /** What stands in the line now. */
  readonly line: TypedLine
  /** Lines that were entered since the shell last began a command: an open quote waits for more. */
  readonly entered: string | null
  readonly command: number
  /** Changes with every key, whoever typed it. */
  readonly version: number
}

/** What has been typed into each terminal and not been run, by agents and people alike. */
export interface TypedLines {
  readonly of: (id: string) => Typed
  /** What would happen if this were typed. */
  readonly look: (id: string, input: string) => Typing
  readonly typed: (id: string, input: string) => void
  /** It may have been typed or not: nobody knows what stands in the line now. */
  readonly lost: (id: string) => void
  readonly close: () => void
}

const UNKNOWN: Typed = { line: null, entered: null, command: 0, version: 0 }

/** A terminal that was there before us may have anything in its line. */
export function createTypedLines(terminals: Pick<Terminals, 'onEvent' | 'get'>): TypedLines {
  const known = new Map<string, Typed>()
  const commandOf = (id: string): number => terminals.get(id)?.lastCommand?.number ?? 0
  const stop = terminals.onEvent((event) => {
    if (event.type === 'opened') known.set(event.session.id, { line: EMPTY_LINE, entered: '', command: 0, version: 0 })
    else if (event.type === 'exit') known.delete(event.session.id)
    else if (event.type === 'removed') known.delete(event.id)
  })
  const of = (id: string): Typed => known.get(id) ?? UNKNOWN

  return {
    of,
    look: (id, input) => follow(of(id).line, input),
    typed: (id, input) => {
      const before = of(id)
      const { completed, isBlind, keys, after } = follow(before.line, input)
      const command = commandOf(id)
      const isNew = command !== before.command || keys.includes('Ctrl-C')
      const earlier = isNew ? '' : before.entered
      const entered = isBlind || earlier === null ? null : [earlier, completed].filter((text) => text !== '').join('\n')
      known.set(id, {
        line: after,
        entered: entered?.slice(0, ENTERED_CHARS) ?? null,
        command,
        version: before.version + 1,
      })
    },
    lost: (id) => {
      const { command, version } = of(id)
      known.set(id, { line: null, entered: null, command, version: version + 1 })
    },
    close: stop,
  }
}

const ENTERED_CHARS = 256 * 1024
