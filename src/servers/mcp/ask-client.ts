import { isObject, notificationText, type RpcResponse } from './json-rpc.ts'

/** A question of ours to a client of the older eras, which can be asked while its call is held. */
export interface OpenQuestion {
  /** Nobody needs the answer any more; the client may close its dialog. */
  readonly withdraw: () => void
}

export interface Question {
  /** What it is about: the same thing is asked once on a connection, not with every call. */
  readonly about: string
  readonly method: string
  readonly params: object
  /** Called once at most, with the result; an error is no answer. */
  readonly onAnswer: (result: unknown) => void
}

/** Undefined when the client has been asked about this before. */
export type AskClient = (question: Question) => OpenQuestion | undefined

export interface Questions {
  /** Questions that go out by `send`, on whichever stream the call has. */
  readonly via: (send: (text: string) => void) => AskClient
  /** False when it answers no question of ours. */
  readonly receive: (response: RpcResponse) => boolean
}

/** The SDK numbers its own requests; ours have names, so that nobody takes the other's answers. */
export function createQuestions(): Questions {
  const open = new Map<string, (result: unknown) => void>()
  const asked = new Set<string>()
  let last = 0
  return {
    via:
      (send) =>
      ({ about, method, params, onAnswer }) => {
        if (asked.has(about)) return undefined
        asked.add(about)
        last += 1
        const id = `upperhand-${last}`
        open.set(id, onAnswer)
        send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
        return {
          withdraw: () => {
            if (!open.delete(id)) return
            asked.delete(about)
            send(notificationText('notifications/cancelled', { requestId: id }))
          },
        }
      },
    receive: (response) => {
      const onAnswer = open.get(String(response.id))
      if (onAnswer === undefined) return false
      open.delete(String(response.id))
      if (isObject(response) && 'result' in response) onAnswer(response['result'])
      return true
    },
  }
}
