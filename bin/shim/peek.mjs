/** Small messages are parsed; parsing big ones a second time would cost more than forwarding them. */
const PARSED_BYTES = 16 * 1024
const HEAD_BYTES = 512
const TAIL_BYTES = 256

const ID = '("[\\x20-\\x21\\x23-\\x5b\\x5d-\\x7e]*"|-?\\d{1,15})'
const HEAD = new RegExp(
  `^\\s*\\{(?:\\s*"jsonrpc"\\s*:\\s*"2\\.0"\\s*,|\\s*"id"\\s*:\\s*${ID}\\s*,|\\s*"method"\\s*:\\s*"([\\w/.$-]+)"\\s*,)*\\s*"(params|result|error)"`,
)
/** The last brace closes the message itself, so a key right before it is the message's own. */
const TAIL = new RegExp(`,\\s*"id"\\s*:\\s*${ID}\\s*(?:,\\s*"jsonrpc"\\s*:\\s*"2\\.0"\\s*)?\\}\\s*$`)

/** The messages in a line, as far as a forwarder must know them: `{ id, method, cancels }`. A line that is no JSON has none. */
export function peek(line) {
  return (line.length > PARSED_BYTES && glance(line)) || parse(line)
}

function glance(line) {
  const head = HEAD.exec(line.toString('latin1', 0, HEAD_BYTES))
  if (head === null || (head[3] === 'params') !== (head[2] !== undefined)) return undefined
  const id = head[1] ?? TAIL.exec(line.toString('latin1', line.length - TAIL_BYTES))?.[1]
  if (id === undefined) return undefined
  return [{ id: JSON.parse(id), method: head[2], cancels: undefined }]
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
