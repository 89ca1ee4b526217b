import { HostError } from '../base/host-error.ts'

/** The calls that have not ended, and the way to end one. */
export interface UnderWay {
  readonly begin: (callId: string, caller: AbortSignal | undefined) => Begun
  readonly ids: () => readonly string[]
  /** A person ends it. Throws NOT_FOUND when it is not under way. */
  readonly stop: (callId: string) => void
}

interface Begun extends Disposable {
  /** Aborts with the caller's own signal, or when a person ends the call. */
  readonly signal: AbortSignal
}

export function createUnderWay(): UnderWay {
  const calls = new Map<string, AbortController>()
  return {
    begin: (callId, caller) => {
      const own = new AbortController()
      const forward = () => own.abort(caller?.reason)
      if (caller?.aborted === true) forward()
      caller?.addEventListener('abort', forward, { once: true })
      calls.set(callId, own)
      return {
        signal: own.signal,
        [Symbol.dispose]: () => {
          calls.delete(callId)
          caller?.removeEventListener('abort', forward)
        },
      }
    },
    ids: () => [...calls.keys()],
    stop: (callId) => {
      const call = calls.get(callId)
      if (call === undefined) throw new HostError('NOT_FOUND', `The call ${callId} is not under way.`)
      call.abort(
        new HostError('CANCELLED', 'A person stopped this call.', {
          hint: 'Do not repeat it; ask what to do instead.',
        }),
      )
    },
  }
}
