import type { StatusView } from '../contract/status.ts'
import { createApi } from './api.ts'
import type { Context } from './context.ts'

export async function findRunning({ env }: Context): Promise<StatusView | undefined> {
  try {
    return await createApi(env).get<StatusView>('/api/status')
  } catch {
    // Whoever does not answer may still own the lock; that is found out when it is taken.
    return undefined
  }
}
