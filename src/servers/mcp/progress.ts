import type { CallProgress } from '../../calls/calls.ts'
import type { RequestId } from './json-rpc.ts'

export interface ProgressParams {
  readonly progressToken: RequestId
  readonly progress: number
  readonly message: string
  readonly total?: number
}

/** The protocol wants every value greater than the one before; a report that is not is dropped. */
export function createProgress(
  progressToken: RequestId,
  send: (params: ProgressParams) => void,
): (report: CallProgress) => void {
  let last = Number.NEGATIVE_INFINITY
  return ({ progress, total, message }) => {
    if (progress <= last) return
    last = progress
    send({ progressToken, progress, message, ...(total === undefined ? {} : { total }) })
  }
}
