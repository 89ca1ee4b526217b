import { HostError } from '../../base/host-error.ts'
import type { Limits } from '../../base/limits.ts'

const MS_PER_SECOND = 1_000

/** How long a command may take, as a caller gave it. */
export function timeoutMs(seconds: number, { execTimeoutMaxMs }: Pick<Limits, 'execTimeoutMaxMs'>): number {
  const ms = seconds * MS_PER_SECOND
  if (ms > 0 && ms <= execTimeoutMaxMs) return ms
  throw new HostError('INVALID_PARAMETERS', `timeout_seconds is ${seconds}.`, {
    hint: `It goes up to ${execTimeoutMaxMs / MS_PER_SECOND}.`,
  })
}
