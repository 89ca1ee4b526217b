export type RequestId = string | number
export type Params = Readonly<Record<string, unknown>>

export interface RpcRequest {
  readonly jsonrpc: '2.0'
  readonly id: RequestId
  readonly method: string
  readonly params?: Params
}

export interface RpcNotification {
  readonly jsonrpc: '2.0'
  readonly method: string
  readonly params?: Params
}

export interface RpcResponse {
  readonly jsonrpc: '2.0'
  readonly id?: RequestId
}

export interface RpcError {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

export const PARSE_ERROR = -32700
export const INVALID_REQUEST = -32600
export const INVALID_PARAMS = -32602
export const INTERNAL_ERROR = -32603

export type Sorted =
  | { readonly kind: 'request'; readonly message: RpcRequest }
  | { readonly kind: 'notification'; readonly message: RpcNotification }
  | { readonly kind: 'response'; readonly message: RpcResponse }
  | { readonly kind: 'invalid'; readonly id: RequestId | null }

/** Tells the three kinds of JSON-RPC message apart, by their shape alone. */
export function sortMessage(value: unknown): Sorted {
  if (!isObject(value)) return { kind: 'invalid', id: null }
  const { jsonrpc, id, method, params } = value
  const known = isRequestId(id) ? id : null
  if (jsonrpc !== '2.0' || (params !== undefined && !isObject(params))) return { kind: 'invalid', id: known }
  if (typeof method === 'string') {
    if (id === undefined) return { kind: 'notification', message: value as unknown as RpcNotification }
    return known === null ? { kind: 'invalid', id: null } : { kind: 'request', message: value as unknown as RpcRequest }
  }
  if (method === undefined && ('result' in value || 'error' in value)) {
    return { kind: 'response', message: value as unknown as RpcResponse }
  }
  return { kind: 'invalid', id: known }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isRequestId(value: unknown): value is RequestId {
  return typeof value === 'string' || Number.isSafeInteger(value)
}

export function metaOf(params: Params | undefined): Params | undefined {
  const meta = params?.['_meta']
  return isObject(meta) ? meta : undefined
}

/** `result` is JSON text. */
export function resultText(id: RequestId, result: string): string {
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`
}

export function errorText(id: RequestId | null, error: RpcError): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error })
}

export function notificationText(method: string, params?: Params): string {
  return JSON.stringify({ jsonrpc: '2.0', method, ...(params === undefined ? {} : { params }) })
}
