import type { ApprovalSummary, ApprovalView, Decision } from '../../src/contract/approvals.ts'
import type { CallView } from '../../src/contract/calls.ts'

export interface Api {
  readonly get: <T>(path: string) => Promise<T>
  readonly text: (path: string) => Promise<string>
  readonly post: <T>(path: string, body?: unknown) => Promise<T>
  readonly pending: () => Promise<ApprovalSummary[]>
  /** Waits until something asks. */
  readonly nextPending: () => Promise<ApprovalView>
  readonly decide: (approval: ApprovalSummary, decision?: Partial<Decision>) => Promise<ApprovalView>
  readonly calls: (query?: string) => Promise<CallView[]>
}

/** A person at the HTTP API. */
export function personApi(url: string, key: string): Api {
  const sendText = async (method: string, path: string, body?: unknown): Promise<string> => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return text
  }
  const send = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const text = await sendText(method, path, body)
    return text === '' ? undefined : JSON.parse(text)
  }
  const get = <T>(path: string) => send('GET', path) as Promise<T>
  const post = <T>(path: string, body: unknown = {}) => send('POST', path, body) as Promise<T>
  const pending = async () => listed<ApprovalSummary>(await get('/api/approvals?state=pending'), 'approvals')
  return {
    get,
    text: (path) => sendText('GET', path),
    post,
    pending,
    nextPending: async () => {
      for (;;) {
        const [first] = await pending()
        if (first !== undefined) return get<ApprovalView>(`/api/approvals/${first.id}`)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    },
    decide: (approval, decision = {}) =>
      post(`/api/approvals/${approval.id}/decision`, {
        version: approval.version,
        digest: approval.digest,
        decision: 'approve',
        scope: 'once',
        ...decision,
      }),
    calls: async (query = '') => listed<CallView>(await get(`/api/calls${query}`), 'calls'),
  }
}

function listed<T>(answer: unknown, key: string): T[] {
  return Array.isArray(answer) ? answer : (answer as Record<string, T[]>)[key]!
}
