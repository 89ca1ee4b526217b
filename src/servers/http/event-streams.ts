import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Principal } from '../../access/principal.ts'
import { HostError } from '../../base/host-error.ts'
import type { Limits } from '../../base/limits.ts'
import type { HostEvent } from '../../contract/events.ts'
import { createFrames, type EventsQuery, eventsQuery } from './event-query.ts'
import { type EventLog, startEventStream } from './event-stream.ts'
import { parsed } from './http-env.ts'
import type { ToToolEvent } from './tool-events.ts'

export interface EventStreams {
  readonly open: (
    request: IncomingMessage,
    response: ServerResponse,
    query: URLSearchParams,
    principal: Principal,
  ) => void
  readonly count: () => number
  readonly close: () => void
}

interface Parts {
  readonly log: EventLog
  readonly ownsRun: OwnsRun
  readonly toToolEvent: ToToolEvent
  readonly limits: Pick<Limits, 'eventsReplay'>
  readonly heartbeatMs: number
}

/**
 * Whether what happens in a run is for this credential. `isNamed` says that the caller gave the run's or call's id, which
 * nobody can guess: a credential that several clients share hears only what it can name.
 */
export type OwnsRun = (credential: string, runId: string, isNamed: boolean) => boolean

const STREAMS = 128

/** `/api/events`: the event log as Server-Sent Events. A person hears everything, an agent its own runs. */
export function createEventStreams({ log, ownsRun, toToolEvent, limits, heartbeatMs }: Parts): EventStreams {
  const streams = new Set<ServerResponse>()
  return {
    open: (request, response, query, principal) => {
      if (streams.size >= STREAMS) {
        throw new HostError('LIMIT_REACHED', `${STREAMS} event streams are open already.`, {
          hint: 'Close one, then try again.',
        })
      }
      const wanted = parsed(eventsQuery, Object.fromEntries(query))
      const after = startingPoint(request, wanted)
      const frames = createFrames(wanted, toToolEvent)
      response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' })
      if (request.method === 'HEAD') {
        response.end()
        return
      }
      // Nothing may happen for a while: the reader must know at once that it is connected.
      response.flushHeaders()
      streams.add(response)
      response.once('close', () => streams.delete(response))
      const mayHear = ({ runId }: HostEvent): boolean =>
        principal.kind === 'person' || (runId !== null && ownsRun(principal.credential, runId, wanted.run === runId))
      const frame = (event: HostEvent): string => (mayHear(event) ? frames(event) : '')
      startEventStream({ log, response, after, frame, replay: limits.eventsReplay, heartbeatMs })
    },
    count: () => streams.size,
    close: () => {
      for (const response of streams) response.end()
    },
  }
}

/** The header wins: a browser that reconnects repeats the old address. */
function startingPoint(request: IncomingMessage, { since }: EventsQuery): number | undefined {
  const given = request.headers['last-event-id'] ?? since
  if (given === undefined || given === '') return undefined
  if (typeof given === 'string' && /^\d{1,15}$/.test(given)) return Number(given)
  throw new HostError('INVALID_PARAMETERS', 'Last-Event-ID and since are sequence numbers.', {
    hint: 'GET /api/events?since=0',
  })
}
