import type { Limits } from '../base/limits.ts'
import type { Redact } from '../base/redact.ts'

export interface Shaped {
  readonly output: Readonly<Record<string, unknown>>
  readonly text: string
  readonly isTruncated: boolean
}

interface Raw {
  readonly output: unknown
  readonly text: string
}

interface Parts {
  readonly limits: Limits
  readonly redact: Redact
  /** False when there is no room. */
  readonly keep: (text: string) => boolean
}

const HEAD_SHARE = 0.75

/** Registered secrets out, then one bound: what is longer is kept, and the answer says how to read on. */
export function shape(callId: string, raw: Raw, bound: 'inline' | 'windowed', { limits, redact, keep }: Parts): Shaped {
  const text = redact.known(raw.text)
  const bytes = Buffer.byteLength(text)
  if (bound === 'windowed' || bytes <= limits.inlineResultBytes) {
    return { output: asObject(redact.known(raw.output)), text, isTruncated: false }
  }
  const isKept = keep(text)
  const chars = Math.floor((limits.inlineResultBytes * text.length) / bytes)
  const head = wholeCharacters(text, Math.floor(chars * HEAD_SHARE))
  const tail = text.slice(text.length - (chars - head))
  const left = text.length - head - tail.length
  const rest = isKept
    ? `Read on with read_tool_result: toolCallId="${callId}", offset=${head}`
    : 'There was no room to keep them.'
  const marker = `[… ${left} of ${text.length} characters left out. ${rest}]`
  const short = `${text.slice(0, head)}\n\n${marker}\n\n${tail}`
  const reference = isKept ? { toolCallId: callId } : {}
  return { output: { truncated: true, ...reference, preview: short }, text: short, isTruncated: true }
}

function wholeCharacters(text: string, length: number): number {
  const last = text.charCodeAt(length - 1)
  return last >= 0xd800 && last <= 0xdbff ? length - 1 : length
}

/** Operations declare object outputs; anything else is wrapped, because clients expect an object. */
function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : { result: value }
}
