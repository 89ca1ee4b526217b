import { Hono } from 'hono'
import { z } from 'zod'
import type { ClientLaunch, ClientPlanView, ClientView } from '../../../contract/clients.ts'
import { profileIdSchema } from '../../../contract/tools-file.ts'
import { body, type HttpEnv, param } from '../http-env.ts'
import type { DoctorService } from './doctor.ts'

export interface ClientService {
  readonly list: () => Promise<readonly ClientView[]>
  /** What any other client starts. */
  readonly launch: () => Promise<ClientLaunch>
  /** Looks only. */
  readonly plan: (id: string, wanted: WantedChange) => Promise<ClientPlanView>
  /** Makes a change that was looked at, once. Throws when the file has changed since. */
  readonly apply: (planId: string) => Promise<{ client: string; file: string; backup: string | null }>
}

export const wantedChange = z.strictObject({
  action: z.enum(['connect', 'disconnect']),
  profile: profileIdSchema.optional(),
  /** By address and token instead of by command. */
  byAddress: z.boolean().default(false),
})
export type WantedChange = z.output<typeof wantedChange>

export const applyBody = z.strictObject({ planId: z.string().min(1).max(100) })
const clientId = z.string().regex(/^[a-z0-9-]{1,64}$/, 'the id of a client')

export function clientRoutes(clients: ClientService, doctor: Pick<DoctorService, 'testClient'>) {
  return new Hono<HttpEnv>()
    .get('/', async (c) => c.json({ clients: await clients.list(), launch: await clients.launch() }))
    .post('/apply', async (c) => c.json(await clients.apply((await body(c, applyBody)).planId)))
    .post('/:id/test', async (c) => c.json(await doctor.testClient(param(c, 'id', clientId))))
    .post('/:id/plan', async (c) => c.json(await clients.plan(param(c, 'id', clientId), await body(c, wantedChange))))
}
