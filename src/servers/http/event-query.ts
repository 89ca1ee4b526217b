import { z } from 'zod'
import { EVENT_TYPES, type HostEvent } from '../../contract/events.ts'
import { recordId } from './routes/ids.ts'
import type { ToToolEvent } from './tool-events.ts'

/** What a reader of the event stream asks for. */
export const eventsQuery = z.strictObject({
  /** The last sequence number the reader has. */
  since: z
    .string()
    .regex(/^\d{1,15}$/, 'a sequence number')
    .optional(),
  /** Only these, with commas between them. */
  type: z
    .string()
    .max(1_000)
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(EVENT_TYPES)))
    .optional(),
  run: recordId.optional(),
  /** Calls as `ai-tool-confirmation` and `ai-tool-result` instead of events as they are. */
  shape: z.enum(['ai-tool']).optional(),
})
export type EventsQuery = z.output<typeof eventsQuery>

/** An event as the reader wants it on the wire; empty when it does not want it. */
export function createFrames(
  { type, run, shape }: EventsQuery,
  toToolEvent: ToToolEvent,
): (event: HostEvent) => string {
  const types = type === undefined ? undefined : new Set<string>(type)
  return (event) => {
    if (types?.has(event.type) === false || (run !== undefined && event.runId !== run)) return ''
    if (shape === undefined) return frame(event.seq, event.type, isOfSession(event) ? event.body : event)
    const told = toToolEvent(event)
    return told === undefined ? '' : frame(event.seq, told.name, told.data)
  }
}

/** Output and end of a session stand on the wire as they are: clients know their fields. */
function isOfSession({ type }: HostEvent): boolean {
  return type === 'shell_session_output' || type === 'shell_session_exit'
}

function frame(seq: number | null, name: string, data: object): string {
  return `${seq === null ? '' : `id: ${seq}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}
