const SERVER_ERROR = -32000

export function lineOf(message) {
  return Buffer.from(`${JSON.stringify(message)}\n`)
}

/** The daemon went away while the call was open. Nobody knows whether it ran, and nobody may run it again unasked. */
export function outcomeUnknown(id) {
  return failure(
    id,
    'upperhand stopped while this request was open. It may or may not have taken effect: look before you repeat it.',
    { code: 'UNAVAILABLE', outcome: 'unknown' },
  )
}

export function unavailable(id, sentence) {
  return failure(id, sentence, { code: 'UNAVAILABLE' })
}

export function cancelled(requestId) {
  return lineOf({
    jsonrpc: '2.0',
    method: 'notifications/cancelled',
    params: { requestId, reason: 'upperhand was restarted' },
  })
}

function failure(id, message, data) {
  return lineOf({ jsonrpc: '2.0', id, error: { code: SERVER_ERROR, message, data } })
}
