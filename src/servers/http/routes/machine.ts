import { Hono } from 'hono'
import type { StatusView } from '../../../contract/status.ts'
import { actor, type HttpEnv } from '../http-env.ts'

export interface MachineService {
  readonly status: () => StatusView
  readonly pause: (by: string) => void
  readonly resume: (by: string) => void
  /** Begins to stop the whole host; the answer is already on its way. */
  readonly shutdown: (by: string) => void
}

export function machineRoutes(machine: MachineService) {
  return new Hono<HttpEnv>()
    .get('/status', (c) => c.json(machine.status()))
    .post('/pause', (c) => {
      machine.pause(actor(c))
      return c.json(machine.status())
    })
    .post('/resume', (c) => {
      machine.resume(actor(c))
      return c.json(machine.status())
    })
    .post('/shutdown', (c) => {
      const by = actor(c)
      c.env.outgoing.once('close', () => machine.shutdown(by))
      c.header('Connection', 'close')
      return c.json({ status: 'stopping' }, 202)
    })
}
