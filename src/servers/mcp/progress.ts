import type { CallProgress } from '../../calls/calls.ts'
import type { RequestId } from './json-rpc.ts'

export interface ProgressParams {
  readonly progressToken: RequestId
  readonly progress: number
  readonly message: string
  readonly total?: number
}

/** The protocol wants every value greater than the one before: a report without a measure counts on, any other that is not is dropped. */
export function createProgress(
  progressToken: RequestId,
  send: (params: ProgressParams) => void,
): (report: CallProgress) => void {
  let last = Number.NEGATIVE_INFINITY
  return ({ progress, total, message }) => {
    const value = progress > last ? progress : total === undefined ? last + 1 : undefined
    if (value === undefined) return
    last = value
    send({ progressToken, progress: value, message, ...(total === undefined ? {} : { total }) })
  }
}
