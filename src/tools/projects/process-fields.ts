import { z } from 'zod'
import { HostError } from '../../base/host-error.ts'
import type { Caller } from '../../contract/run.ts'
import type { SessionView } from '../../contract/terminals.ts'
import type { Sessions } from '../sessions/sessions.ts'

export const processId = z.string()

export const PROCESS_ALIASES = ['process_id'] as const

/** By the id that starting it gave, never by a number of the system: so nobody stops what is not theirs. */
export function processOf({ own }: Sessions, caller: Caller, id: string): SessionView {
  const session = own.list(caller).find((one) => one.id === id && one.isBackground)
  if (session !== undefined) return session
  throw new HostError('NOT_FOUND', `There is no background process ${JSON.stringify(id.slice(0, 80))}.`, {
    hint: 'Call list_background_processes for their ids.',
  })
}
