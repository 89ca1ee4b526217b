import { abilitiesOf } from './abilities.ts'
import { createQuestions } from './ask-client.ts'
import type { Change } from './change.ts'
import type { Dispatch, HotRequest } from './dispatch.ts'
import { createInFlight, type Flight, type Reply } from './in-flight.ts'
import { introductionOf } from './introduction.ts'
import {
  errorText,
  INVALID_REQUEST,
  notificationText,
  type RequestId,
  type RpcError,
  type RpcNotification,
  type RpcRequest,
  sortMessage,
} from './json-rpc.ts'
import { createOpening } from './opening.ts'
import type { McpParts } from './parts.ts'
import type { LastingPeer } from './peer.ts'
import { createProgress } from './progress.ts'
import { createSdkSide } from './sdk-side.ts'

/** Carries whole messages. After `close`, `send` does nothing. */
export interface Wire {
  readonly send: (text: string) => void
  readonly close: () => void
}

/** One client on one lasting wire, of either era. */
export interface Link {
  /** A parsed message, or a batch of them. */
  readonly receive: (value: unknown) => void
  /** For a message that could not be used; `id` where it is known all the same. */
  readonly refuse: (error: RpcError, id?: RequestId | null) => void
  readonly inFlight: () => number
  /** Every request has its answer; subscriptions may be open. */
  readonly isIdle: () => boolean
  readonly tell: (change: Change) => void
  readonly close: () => Promise<void>
}

interface LinkParts {
  readonly parts: McpParts
  readonly dispatch: Dispatch
  readonly peer: LastingPeer
  readonly wire: Wire
}

const BATCH_MESSAGES = 100

export function createLink({ parts, dispatch, peer, wire }: LinkParts): Link {
  const flights = createInFlight()
  const questions = createQuestions()
  const askHere = questions.via(wire.send)
  let canShowForms = false
  const opening = createOpening({
    isValidEnvelope: dispatch.isValidEnvelope,
    onClient: (params) => {
      canShowForms = abilitiesOf(params?.['capabilities']).elicitation
      peer.introduce(introductionOf(params))
    },
  })
  let isClosed = false
  const sdk = createSdkSide(parts, dispatch, peer, {
    answered: (id, text, isAccepted) => {
      opening.answered(id, isAccepted)
      flights.settle(id, text)
    },
    said: wire.send,
    closed: () => {
      isClosed = true
      flights.abandon()
      wire.close()
      peer.end()
    },
  })

  const run = (request: HotRequest, reply: Reply) => {
    const era = opening.era() ?? 'legacy'
    if (request.kind !== 'call') return reply(dispatch.answer(request, { era, peer }))
    const { id, progressToken } = request
    const flight: Flight = { reply, abort: new AbortController() }
    flights.add(id, flight)
    const report = (params: object) => {
      if (flights.isStill(id, flight)) wire.send(notificationText('notifications/progress', { ...params }))
    }
    const onProgress = progressToken === undefined ? undefined : createProgress(progressToken, report)
    const ask = era === 'legacy' && canShowForms ? askHere : undefined
    const exchange = { era, peer, signal: flight.abort?.signal, onProgress, ask }
    void dispatch.call(request, exchange).then((text) => flights.settle(id, text, flight))
  }

  const onRequest = (message: RpcRequest, reply: Reply) => {
    const { id } = message
    if (flights.has(id)) return reply(invalid(id, 'this id is already in flight.'))
    const route = opening.route(message)
    if (route === 'early') return reply(invalid(id, `${message.method} came before initialize.`))
    const request = route === 'dispatch' ? dispatch.read(message, opening.era() ?? 'legacy') : null
    if (request !== null) return run(request, reply)
    flights.add(id, { reply, isLasting: message.method === 'subscriptions/listen' })
    sdk.forward(message)
  }

  const onNotification = (message: RpcNotification) => {
    if (message.method !== 'notifications/cancelled') {
      if (opening.isReady(message.params)) sdk.forward(message)
      return
    }
    const cancelled = flights.cancel(message.params?.['requestId'] as RequestId)
    if (cancelled !== undefined && cancelled.abort === undefined) sdk.forward(message)
  }

  const receiveOne = (value: unknown, reply: Reply) => {
    const sorted = sortMessage(value)
    switch (sorted.kind) {
      case 'request':
        return onRequest(sorted.message, reply)
      case 'notification':
        onNotification(sorted.message)
        return reply(null)
      case 'response':
        if (!questions.receive(sorted.message) && opening.isReady(undefined)) sdk.forward(sorted.message)
        return reply(null)
      case 'invalid':
        return reply(invalid(sorted.id, 'not a JSON-RPC 2.0 message.'))
    }
  }

  const send: Reply = (text) => {
    if (text !== null) wire.send(text)
  }

  return {
    receive: (value) => {
      if (isClosed) return
      if (!Array.isArray(value)) return receiveOne(value, send)
      if (opening.era() !== 'legacy') return send(invalid(null, 'a batch is understood only after initialize.'))
      receiveBatch(value, receiveOne, send)
    },
    refuse: (error, id = null) => send(errorText(id, error)),
    inFlight: flights.size,
    isIdle: flights.isIdle,
    tell: (change) => {
      if (opening.era() !== null) sdk.tell(change)
    },
    close: sdk.close,
  }
}

/** The answers of a batch travel together, when the last one is there. */
function receiveBatch(values: readonly unknown[], receive: (value: unknown, reply: Reply) => void, send: Reply) {
  if (values.length === 0 || values.length > BATCH_MESSAGES) {
    return send(invalid(null, `a batch has between 1 and ${BATCH_MESSAGES} messages.`))
  }
  const answers: string[] = []
  let open = values.length
  for (const value of values) {
    receive(value, (text) => {
      if (text !== null) answers.push(text)
      open -= 1
      if (open === 0 && answers.length > 0) send(`[${answers.join(',')}]`)
    })
  }
}

function invalid(id: RequestId | null, why: string): string {
  return errorText(id, { code: INVALID_REQUEST, message: `Invalid request: ${why}` })
}
