import type { IncomingMessage } from 'node:http'
import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { HostError } from '../../../base/host-error.ts'
import type { Admit, Transport } from '../admit.ts'
import { errorBody, type Refusal } from '../errors.ts'
import type { OpenResponses } from '../open-responses.ts'
import type { TerminalSockets } from './terminal-socket.ts'

const PATH = /^\/api\/terminals\/([a-z0-9_]{1,64})$/

/** A WebSocket is asked for like any other address; a browser has to say which page it comes from. */
export function createUpgrade(admit: Admit, sockets: TerminalSockets, track: OpenResponses['track']) {
  return (request: IncomingMessage, socket: Duplex, head: Buffer, transport: Transport): void => {
    socket.on('error', () => socket.destroy())
    const wanted = judge(admit, request, transport)
    if ('terminal' in wanted) {
      track(wanted.credential, socket)
      sockets.open(request, socket, head, wanted.terminal)
    } else refuse(socket, wanted.status, wanted.error)
  }
}

type Judged = { readonly terminal: string; readonly credential: string } | Pick<Refusal, 'status' | 'error'>

function judge(admit: Admit, request: IncomingMessage, transport: Transport): Judged {
  const admission = admit(request, transport)
  if ('refused' in admission) return admission.refused
  const { path, principal } = admission.admitted
  const { origin, authorization } = request.headers
  const isPerson = principal?.kind === 'person' && (authorization !== undefined || origin !== undefined)
  if (!isPerson) return { status: 403, error: onlyPeople() }
  const terminal = PATH.exec(path)?.[1]
  return terminal === undefined
    ? { status: 404, error: new HostError('NOT_FOUND', 'There is no such terminal.') }
    : { terminal, credential: principal.credential }
}

function onlyPeople(): HostError {
  return new HostError('PERMISSION_DENIED', 'A terminal is watched from the console or with the person’s key.')
}

function refuse(socket: Duplex, status: number, error: HostError): void {
  const body = JSON.stringify(errorBody(error))
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      'Connection: close',
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
  )
}
