import { HostError } from '../base/host-error.ts'
import type { StatusView } from '../contract/status.ts'
import { createApi } from './api.ts'
import type { Place } from './context.ts'

/** Undefined when nobody listens. One that listens and does not answer is there all the same, and that is an error. */
export async function findRunning({ env }: Pick<Place, 'env'>): Promise<StatusView | undefined> {
  try {
    return await createApi(env).get<StatusView>('/api/status')
  } catch (cause) {
    if (cause instanceof HostError && cause.code === 'TIMEOUT') throw cause
    // Whoever is not ready yet may still own the lock; that is found out when it is taken.
    return undefined
  }
}
