import type { ErrorCode } from '../../src/contract/errors.ts'

/** A request that was answered with an error, or with nothing: then the status is 0. */
export class ApiError extends Error {
  readonly status: number
  readonly code: ErrorCode | 'UNREACHABLE'
  readonly hint: string | null

  constructor(status: number, code: ErrorCode | 'UNREACHABLE', message: string, hint: string | null) {
    super(message)
    this.status = status
    this.code = code
    this.hint = hint
  }
}

const HEADER_TOKEN = 'upperhand.headerToken'

let onSignedOut = (): void => {}

/** Called whenever the daemon does not know this browser any more. */
export function whenSignedOut(listener: () => void): void {
  onSignedOut = listener
}

export const api = {
  get: <T>(path: string, signal?: AbortSignal) => send<T>('GET', path, undefined, signal),
  post: <T>(path: string, body: unknown = {}) => send<T>('POST', path, body),
  patch: <T>(path: string, body: unknown) => send<T>('PATCH', path, body),
  remove: (path: string) => send<undefined>('DELETE', path),
}

async function send<T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  const headers: Record<string, string> = {}
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (method !== 'GET') headers['upperhand-csrf'] = localStorage.getItem(HEADER_TOKEN) ?? ''
  const response = await fetch(path, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  }).catch((cause: unknown) => {
    if (signal?.aborted === true) throw cause
    throw new ApiError(0, 'UNREACHABLE', 'upperhand does not answer.', 'Is it running? upperhand status')
  })
  const text = await response.text()
  if (response.ok) return (text === '' ? undefined : JSON.parse(text)) as T
  if (response.status === 401) onSignedOut()
  throw errorOf(response.status, text)
}

/** The body was written by the daemon; anything else is told by its status alone. */
function errorOf(status: number, text: string): ApiError {
  try {
    const { error } = JSON.parse(text) as { error: { code: ErrorCode; message: string; hint: string | null } }
    return new ApiError(status, error.code, error.message, error.hint)
  } catch {
    return new ApiError(status, 'INTERNAL', `upperhand answered with status ${status}.`, null)
  }
}
