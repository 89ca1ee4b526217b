/** Small messages are parsed; parsing big ones a second time would cost more than forwarding them. */
const PARSED_BYTES = 16 * 1024
const HEAD_BYTES = 512
const TAIL_BYTES = 256

const ID = '"[\\x20-\\x21\\x23-\\x5b\\x5d-\\x7e]*"|-?\\d{1,15}'
const METHOD = '[\\w/.$-]+'
/** Only the message's own keys come before its first large one; each of them is then looked up in that text. */
const HEAD = new RegExp(
  `^\\s*\\{(?:\\s*(?:"jsonrpc"\\s*:\\s*"2\\.0"|"id"\\s*:\\s*(?:${ID})|"method"\\s*:\\s*"${METHOD}")\\s*,)*\\s*"(params|result|error)"`,
)
const OWN_ID = new RegExp(`"id"\\s*:\\s*(${ID})`)
const OWN_METHOD = new RegExp(`"method"\\s*:\\s*"(${METHOD})"`)
/** The last brace closes the message itself, so a key right before it is the message's own. */
const TAIL = new RegExp(`,\\s*"id"\\s*:\\s*(${ID})\\s*(?:,\\s*"jsonrpc"\\s*:\\s*"2\\.0"\\s*)?\\}\\s*$`)

/** The messages in a line, as far as a forwarder must know them: `{ id, method, cancels }`. A line that is no JSON has none. */
export function peek(line) {
  return (line.length > PARSED_BYTES && glance(line)) || parse(line)
}

function glance(line) {
  const [own, key] = HEAD.exec(line.toString('latin1', 0, HEAD_BYTES)) ?? []
  if (own === undefined) return undefined
  const method = OWN_METHOD.exec(own)?.[1]
  const id = (OWN_ID.exec(own) ?? TAIL.exec(line.toString('latin1', line.length - TAIL_BYTES)))?.[1]
  if (id === undefined || (key === 'params') !== (method !== undefined)) return undefined
  return [{ id: JSON.parse(id), method, cancels: undefined }]
}

function parse(line) {
  try {
    const value = JSON.parse(line.toString('utf8'))
    return (Array.isArray(value) ? value : [value]).map(facts)
  } catch {
    return []
  }
}

function facts(message) {
  const { id, method, params } = Object(message)
  return { id, method, cancels: method === 'notifications/cancelled' ? params?.requestId : undefined }
}
