import { StringDecoder } from 'node:string_decoder'
import { setTimeout as pause } from 'node:timers/promises'
import type { OutputChunk } from '../contract/terminals.ts'
import type { BrokerLine } from './broker-line.ts'
import type { Follower } from './terminals.ts'

const PIECE_BYTES = 32 * 1024
const EVERY_MS = 30
const WAIT_MS = 60_000
/** Further behind than this, and the middle is skipped. */
const BEHIND_BYTES = 512 * 1024

/** Gives the output as it comes, in pieces, until it is closed or nothing more comes. */
export function follow(
  line: BrokerLine,
  session: string,
  from: number,
  onOutput: (chunk: OutputChunk, skipped: number) => void,
): Follower & { readonly done: Promise<void> } {
  const controller = new AbortController()
  const { signal } = controller
  const work = async (): Promise<void> => {
    let cursor = from
    // A character may come in pieces, on each stream by itself.
    const decoders = { stdout: new StringDecoder('utf8'), stderr: new StringDecoder('utf8') }
    while (!signal.aborted) {
      const until = 'output' as const
      const { result } = await line.ask('wait', { session, cursor, until, timeoutMs: WAIT_MS }, { signal })
      if (signal.aborted) return
      if (result.reason === 'timeout') continue
      const wanted = cursor
      if (result.view.end - cursor > BEHIND_BYTES) cursor = result.view.end - PIECE_BYTES
      const read = await line.ask('read', { session, cursor, maxBytes: PIECE_BYTES })
      if (signal.aborted) return
      deliver(read.result, read.body, read.result.start - wanted, decoders, onOutput)
      cursor = read.result.next
      if (read.result.isEnd) return
      await pause(EVERY_MS, undefined, { ref: false })
    }
  }
  // The broker or the session is gone: there is nothing more to follow.
  const done = work().catch(() => {})
  return { close: () => controller.abort(), done }
}

function deliver(
  {
    start,
    segments,
  }: { readonly start: number; readonly segments: readonly { stream: OutputChunk['stream']; length: number }[] },
  body: Buffer,
  skipped: number,
  decoders: Readonly<Record<OutputChunk['stream'], StringDecoder>>,
  onOutput: (chunk: OutputChunk, skipped: number) => void,
): void {
  let at = 0
  let missing = Math.max(0, skipped)
  for (const { stream, length } of segments) {
    const text = decoders[stream].write(body.subarray(at, at + length))
    onOutput({ text, stream, start: start + at, end: start + at + length }, missing)
    missing = 0
    at += length
  }
}
