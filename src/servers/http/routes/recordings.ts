import { Hono } from 'hono'
import type { RecordingView } from '../../../contract/terminals.ts'
import { type HttpEnv, param } from '../http-env.ts'
import { recordId } from './ids.ts'

export interface RecordingService {
  readonly list: () => readonly RecordingView[]
  readonly read: (id: string) => string
}

export function recordingRoutes(recordings: RecordingService) {
  return new Hono<HttpEnv>()
    .get('/', (c) => c.json({ recordings: recordings.list() }))
    .get('/:id', (c) => {
      const text = recordings.read(param(c, 'id', recordId))
      return c.body(text, 200, { 'Content-Type': 'application/x-asciicast' })
    })
}
