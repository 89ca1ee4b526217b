import { Hono } from 'hono'
import { z } from 'zod'
import { ENCODINGS } from '../../../contract/terminals.ts'
import { actor, body, type HttpEnv, param, query } from '../http-env.ts'
import type { TerminalService } from '../terminals/terminal-service.ts'
import { recordId } from './ids.ts'

const CELLS_MAX = 1_000
const INPUT_CHARS = 256 * 1024
const SELECTION_CHARS = 256 * 1024
const READ_BYTES = 64 * 1024
const READ_BYTES_MAX = 1024 * 1024

const cells = z.int().min(1).max(CELLS_MAX)

export const newTerminalBody = z.strictObject({
  cwd: z.string().min(1),
  command: z.string().min(1).optional(),
  shell: z.string().min(1).optional(),
  cols: cells.optional(),
  rows: cells.optional(),
  encoding: z.enum(ENCODINGS).optional(),
  /** Keeps what it shows as an asciicast file. */
  record: z.boolean().optional(),
})
export const inputBody = z.strictObject({ text: z.string().max(INPUT_CHARS) })
export const sizeBody = z.strictObject({ cols: cells, rows: cells })
export const leaseBody = z.strictObject({ holder: z.enum(['person', 'free']) })
export const selectionBody = z.strictObject({ text: z.string().max(SELECTION_CHARS) })
export const stopBody = z.strictObject({ signal: z.string().max(20).optional(), force: z.boolean().optional() })
export const outputQuery = z.strictObject({
  cursor: z.coerce.number().int().min(0).optional(),
  maxBytes: z.coerce.number().int().min(1).max(READ_BYTES_MAX).default(READ_BYTES),
})

/** Terminals are for people; an agent has its own through its tools. */
export function terminalRoutes(terminals: TerminalService) {
  return new Hono<HttpEnv>()
    .get('/', (c) => c.json({ terminals: terminals.list() }))
    .post('/', async (c) => c.json(await terminals.open(await body(c, newTerminalBody), actor(c)), 201))
    .get('/:id', (c) => c.json(terminals.find(param(c, 'id', recordId))))
    .get('/:id/output', async (c) => c.json(await terminals.read(param(c, 'id', recordId), query(c, outputQuery))))
    .get('/:id/screen', async (c) => c.json(await terminals.screen(param(c, 'id', recordId))))
    .post('/:id/input', async (c) => {
      const { text } = await body(c, inputBody)
      return c.json({ bytes: await terminals.write(param(c, 'id', recordId), text, actor(c)) })
    })
    .post('/:id/resize', async (c) => {
      const { cols, rows } = await body(c, sizeBody)
      return c.json(await terminals.resize(param(c, 'id', recordId), cols, rows))
    })
    .post('/:id/lease', async (c) => {
      const { holder } = await body(c, leaseBody)
      return c.json(terminals.lease(param(c, 'id', recordId), holder === 'person', actor(c)))
    })
    .post('/:id/selection', async (c) => {
      terminals.select(param(c, 'id', recordId), (await body(c, selectionBody)).text)
      return c.body(null, 204)
    })
    .post('/:id/stop', async (c) => c.json(await terminals.stop(param(c, 'id', recordId), await body(c, stopBody))))
}
