import type { RequestId } from './json-rpc.ts'

const ID = '"[\\x20-\\x21\\x23-\\x5b\\x5d-\\x7e]*"|-?\\d{1,15}'
/** Only the message's own keys come before its parameters. */
const HEAD = new RegExp(
  `^\\s*\\{(?:\\s*(?:"jsonrpc"\\s*:\\s*"2\\.0"|"id"\\s*:\\s*(?:${ID})|"method"\\s*:\\s*"[\\w/.$-]+")\\s*,)*\\s*"params"`,
)
const OWN_ID = new RegExp(`"id"\\s*:\\s*(${ID})`)
/** The last brace closes the message itself, so a key right before it is the message's own. */
const TAIL = new RegExp(`,\\s*"id"\\s*:\\s*(${ID})\\s*(?:,\\s*"jsonrpc"\\s*:\\s*"2\\.0"\\s*)?\\}\\s*$`)

/** The id of a request that was too long to keep, from its beginning and its end; null when neither shows it plainly. */
export function glimpseId(head: Uint8Array, tail: Uint8Array): RequestId | null {
  const own = HEAD.exec(Buffer.from(head).toString('latin1'))?.[0]
  if (own === undefined) return null
  const text = (OWN_ID.exec(own) ?? TAIL.exec(Buffer.from(tail).toString('latin1')))?.[1]
  return text === undefined ? null : (JSON.parse(text) as RequestId)
}
