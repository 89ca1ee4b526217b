import type { HostError } from '../../base/host-error.ts'
import type { CallView } from '../../contract/calls.ts'
import { type Caller, principalOf } from '../../contract/run.ts'
import type { ResourceProvider } from './parts.ts'

interface Parts {
  readonly showCall: (id: string) => { readonly call: CallView; readonly timeline: readonly unknown[] }
  readonly recentCalls: (runId: string, limit: number) => readonly CallView[]
  readonly readResult: (
    id: string,
    principal: string | null,
    offset: number,
    length: number,
  ) => { readonly text: string }
  readonly maxChars: () => number
}

const HISTORY = 'upperhand://history/'
const RESULTS = 'upperhand://results/'
const LISTED = 20

/** A client's own calls and kept results as resources. Other runs' are not there for it. */
export function createHistoryResources({ showCall, recentCalls, readResult, maxChars }: Parts): ResourceProvider {
  const historyOf = (id: string, caller: Caller) => {
    const { call, timeline } = showCall(id)
    if (!caller.isPerson && call.runId !== caller.runId) return null
    return { mimeType: 'application/json', text: JSON.stringify({ call, timeline }) }
  }
  const resultOf = (id: string, caller: Caller) => ({
    mimeType: 'text/plain',
    text: readResult(id, caller.isPerson ? null : principalOf(caller), 0, maxChars()).text,
  })
  return {
    templates: [
      {
        name: 'history',
        uriTemplate: `${HISTORY}{id}`,
        title: 'A call in the history',
        description: 'What a call of this run was asked, who decided, and how it ended.',
        mimeType: 'application/json',
      },
      {
        name: 'results',
        uriTemplate: `${RESULTS}{id}`,
        title: 'A kept result',
        description: 'The text of a result that was too long to return at once.',
        mimeType: 'text/plain',
      },
    ],
    list: (caller) =>
      recentCalls(caller.runId, LISTED).map(({ id, label }) => ({
        uri: `${HISTORY}${id}`,
        name: id,
        title: label,
        mimeType: 'application/json',
      })),
    read: (uri, caller) => {
      if (uri.startsWith(HISTORY)) return orNull(() => historyOf(uri.slice(HISTORY.length), caller))
      if (uri.startsWith(RESULTS)) return orNull(() => resultOf(uri.slice(RESULTS.length), caller))
      return null
    },
  }
}

function orNull<T>(read: () => T): T | null {
  try {
    return read()
  } catch (cause) {
    if ((cause as HostError).code === 'NOT_FOUND') return null
    throw cause
  }
}
