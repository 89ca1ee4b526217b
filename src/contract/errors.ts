/** Every error code, with what each border makes of it. `retry` says whether repeating the same call can help. */
export const ERROR_CODES = {
  TOOL_NOT_FOUND: { http: 404, exit: 4, retry: false },
  TOOL_DISABLED: { http: 403, exit: 5, retry: false },
  INVALID_PARAMETERS: { http: 400, exit: 2, retry: false },
  PERMISSION_DENIED: { http: 403, exit: 5, retry: false },
  APPROVAL_REQUIRED: { http: 403, exit: 6, retry: true },
  APPROVAL_EXPIRED: { http: 410, exit: 6, retry: true },
  NOT_FOUND: { http: 404, exit: 4, retry: false },
  CONFLICT: { http: 409, exit: 7, retry: true },
  TOO_LARGE: { http: 413, exit: 2, retry: false },
  TIMEOUT: { http: 504, exit: 8, retry: true },
  CANCELLED: { http: 499, exit: 8, retry: true },
  LIMIT_REACHED: { http: 429, exit: 8, retry: true },
  UNAVAILABLE: { http: 503, exit: 9, retry: true },
  EXECUTION_FAILED: { http: 422, exit: 1, retry: false },
  INTERNAL: { http: 500, exit: 70, retry: false },
} as const

export type ErrorCode = keyof typeof ERROR_CODES
