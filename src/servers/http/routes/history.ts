import { Hono } from 'hono'
import { z } from 'zod'
import type { UndoPlan } from '../../../contract/undo.ts'
import { actor, body, type HttpEnv, param } from '../http-env.ts'
import { lineStream } from '../line-stream.ts'
import { recordId } from './ids.ts'

export interface HistoryArchive {
  readonly verify: () => {
    readonly ok: boolean
    readonly entries: number
    readonly firstBadSeq?: number
    readonly reason?: string
  }
  /** Every stored event as one JSON text a line. */
  readonly exportLines: () => Iterable<string>
}

export interface UndoService {
  readonly plan: (callId: string) => Promise<UndoPlan>
  readonly undo: (
    callId: string,
    by: string,
    options: { readonly force: boolean },
  ) => Promise<{ readonly callId: string; readonly plan: UndoPlan }>
}

export const undoBody = z.strictObject({ force: z.boolean().default(false) })

export function historyRoutes(archive: HistoryArchive, undo: UndoService) {
  return new Hono<HttpEnv>()
    .get('/:id/undo', async (c) => c.json(await undo.plan(param(c, 'id', recordId))))
    .post('/:id/undo', async (c) => {
      const options = await body(c, undoBody)
      return c.json(await undo.undo(param(c, 'id', recordId), actor(c), options))
    })
    .post('/verify', (c) => c.json(archive.verify()))
    .get('/export', (c) => {
      c.header('Content-Type', 'application/x-ndjson')
      c.header('Content-Disposition', 'attachment; filename="upperhand-history.jsonl"')
      return c.body(lineStream(archive.exportLines()))
    })
}
