import { ERROR_CODES, type ErrorCode } from '../contract/errors.ts'

interface HostErrorOptions {
  readonly hint?: string
  readonly cause?: unknown
  /** Structured facts for the caller, for example the approval id. */
  readonly details?: Readonly<Record<string, unknown>>
}

/** The one error class. `message` and `hint` are read by models and people; `cause` goes to the log. */
export class HostError extends Error {
  readonly code: ErrorCode
  readonly hint: string | undefined
  readonly details: Readonly<Record<string, unknown>> | undefined

  constructor(code: ErrorCode, message: string, { hint, cause, details }: HostErrorOptions = {}) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'HostError'
    this.code = code
    this.hint = hint
    this.details = details
  }

  get httpStatus(): number {
    return ERROR_CODES[this.code].http
  }

  get exitCode(): number {
    return ERROR_CODES[this.code].exit
  }

  /** Anything thrown becomes a HostError; what we did not foresee is INTERNAL and keeps its cause. */
  static from(cause: unknown): HostError {
    if (cause instanceof HostError) return cause
    if (cause instanceof Error && cause.name === 'AbortError') {
      return new HostError('CANCELLED', 'The call was cancelled.', { cause })
    }
    return new HostError('INTERNAL', 'Something went wrong inside upperhand.', {
      hint: 'The log has the details: upperhand logs',
      cause,
    })
  }
}
