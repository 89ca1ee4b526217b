import type { OutputStream } from '../contract/terminals.ts'
import { createOutputLog, type OutputLog } from './output-log.ts'
import type { OpenRequest } from './protocol.ts'
import { createScanner } from './scan-output.ts'
import type { TextCoder } from './text-coder.ts'

/** What a program prints on its way into the log. */
export interface SessionOutput {
  readonly log: OutputLog
  readonly feed: (bytes: Buffer, stream: OutputStream) => void
  /** Nothing more comes. */
  readonly settle: () => void
  readonly close: () => void
}

interface Parts {
  readonly request: OpenRequest
  readonly coder: TextCoder
  readonly spillPath: string
  /** Of the marks of a persistent shell. */
  readonly secret: string | null
  readonly onMark: (text: string, position: number) => void
  /** Of a terminal, for its screen. */
  readonly onShown: (bytes: Uint8Array) => void
  readonly onMore: () => void
}

/** A held-back escape that no mark follows is ordinary output after this. */
const HOLD_MS = 50

export function createSessionOutput({
  request,
  coder,
  spillPath,
  secret,
  onMark,
  onShown,
  onMore,
}: Parts): SessionOutput {
  const log = createOutputLog({ ...request.bounds, spillPath })
  const scanner = createScanner(secret, {
    data: (bytes) => {
      const decoded = coder.decode(bytes)
      log.append(decoded)
      onShown(decoded)
    },
    mark: (text) => onMark(text, log.end()),
  })
  let holding: NodeJS.Timeout | undefined
  const letGo = (): void => {
    clearTimeout(holding)
    holding = undefined
  }
  return {
    log,
    feed: (bytes, stream) => {
      if (request.kind === 'pipe') log.append(coder.decode(bytes), stream)
      else scanner.feed(bytes)
      if (holding !== undefined) letGo()
      if (scanner.isHolding()) {
        holding = setTimeout(() => {
          scanner.flush()
          onMore()
        }, HOLD_MS)
      }
      onMore()
    },
    settle: () => {
      letGo()
      scanner.flush()
      log.append(coder.end())
    },
    close: () => {
      letGo()
      log.close()
    },
  }
}
