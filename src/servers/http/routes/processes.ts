import { Hono } from 'hono'
import { z } from 'zod'
import { body, type HttpEnv, param } from '../http-env.ts'
import type { TerminalService } from '../terminals/terminal-service.ts'
import { recordId } from './ids.ts'
import { stopBody } from './terminals.ts'

export const keepBody = z.strictObject({ onRunEnd: z.enum(['keep', 'stop']) })

/** The board: everything that any run started, with what it costs right now. */
export function processRoutes(terminals: TerminalService) {
  return new Hono<HttpEnv>()
    .get('/', async (c) => {
      const usage = await terminals.usage()
      const processes = terminals.list().map((session) => {
        const { processes: count, cpuPercent, memoryBytes, ports } = usage.get(session.id) ?? NOTHING
        return { ...session, processes: count, cpuPercent, memoryBytes, ports }
      })
      return c.json({ processes })
    })
    .post('/:id/stop', async (c) => c.json(await terminals.stop(param(c, 'id', recordId), await body(c, stopBody))))
    .post('/:id/restart', async (c) => c.json(await terminals.restart(param(c, 'id', recordId)), 201))
    .post('/:id/keep', async (c) => {
      const { onRunEnd } = await body(c, keepBody)
      return c.json(await terminals.setOnRunEnd(param(c, 'id', recordId), onRunEnd))
    })
}

const NOTHING = { processes: 0, cpuPercent: 0, memoryBytes: 0, ports: [] as readonly number[] }
