import { z } from 'zod'
import { SESSION_STATES } from '../../../contract/terminals.ts'
import { keepBody } from '../routes/processes.ts'
import {
  inputBody,
  leaseBody,
  newTerminalBody,
  outputQuery,
  selectionBody,
  sizeBody,
  stopBody,
} from '../routes/terminals.ts'
import type { Endpoint } from './endpoint.ts'

const terminal = z
  .looseObject({
    id: z.string(),
    kind: z.enum(['pty', 'pipe']),
    command: z.string(),
    state: z.enum(SESSION_STATES),
    pid: z.int(),
    tty: z.string().nullable(),
    cwd: z.string(),
    exitCode: z.int().nullable(),
    signal: z.string().nullable(),
    startedAt: z.number(),
    endedAt: z.number().nullable(),
    owner: z.looseObject({ runId: z.string().nullable(), label: z.string() }),
    lease: z.looseObject({ holder: z.enum(['free', 'person']) }),
  })
  .meta({ id: 'Terminal' })
const process = terminal
  .extend({ ports: z.array(z.int()), cpuPercent: z.number(), memoryBytes: z.number(), processes: z.int() })
  .meta({ id: 'Process' })
const output = z.looseObject({ text: z.string(), start: z.int(), next: z.int(), oldest: z.int(), gap: z.int() })
const screen = z.looseObject({ lines: z.array(z.string()), cols: z.int(), rows: z.int() })

const tag = 'terminals'

const recording = z
  .looseObject({ id: z.string(), title: z.string(), startedAt: z.number(), bytes: z.int() })
  .meta({ id: 'Recording' })

export const TERMINALS: readonly Endpoint[] = [
  {
    route: 'GET /recordings',
    id: 'list_recordings',
    summary: 'Terminals that were recorded, newest first',
    tag,
    answer: z.looseObject({ recordings: z.array(recording) }),
  },
  {
    route: 'GET /recordings/{id}',
    id: 'get_recording',
    summary: 'One of them, as an asciicast of version 2',
    tag,
    answer: z.string(),
    media: 'application/x-asciicast',
  },
  {
    route: 'GET /terminals',
    id: 'list_terminals',
    summary: 'All of them, those that ended lately included',
    tag,
    answer: z.looseObject({ terminals: z.array(terminal) }),
  },
  {
    route: 'POST /terminals',
    id: 'open_terminal',
    summary: 'One of your own',
    tag,
    body: newTerminalBody,
    status: 201,
    answer: terminal,
  },
  { route: 'GET /terminals/{id}', id: 'show_terminal', summary: 'One; or a WebSocket to it', tag, answer: terminal },
  {
    route: 'GET /terminals/{id}/output',
    id: 'read_terminal',
    summary: 'Its output since a position',
    tag,
    query: outputQuery,
    answer: output,
  },
  { route: 'GET /terminals/{id}/screen', id: 'show_screen', summary: 'What its screen shows', tag, answer: screen },
  {
    route: 'POST /terminals/{id}/input',
    id: 'type_into_terminal',
    summary: 'Type into it',
    tag,
    body: inputBody,
    answer: z.looseObject({ bytes: z.int() }),
  },
  {
    route: 'POST /terminals/{id}/resize',
    id: 'resize_terminal',
    summary: 'Its size',
    tag,
    body: sizeBody,
    answer: terminal,
  },
  {
    route: 'POST /terminals/{id}/lease',
    id: 'lease_terminal',
    summary: 'Take its keyboard, or give it back',
    tag,
    body: leaseBody,
    answer: terminal,
  },
  {
    route: 'POST /terminals/{id}/selection',
    id: 'select_in_terminal',
    summary: 'What is selected in it, for the agent to read',
    tag,
    body: selectionBody,
  },
  {
    route: 'POST /terminals/{id}/stop',
    id: 'stop_terminal',
    summary: 'End it with everything it started',
    tag,
    body: stopBody,
    answer: terminal,
  },
  {
    route: 'GET /processes',
    id: 'list_processes',
    summary: 'What runs, with ports, CPU and memory',
    tag,
    answer: z.looseObject({ processes: z.array(process) }),
  },
  {
    route: 'POST /processes/{id}/stop',
    id: 'stop_process',
    summary: 'End one with everything it started',
    tag,
    body: stopBody,
    answer: terminal,
  },
  {
    route: 'POST /processes/{id}/restart',
    id: 'restart_process',
    summary: 'The same again, in its place',
    tag,
    status: 201,
    answer: terminal,
  },
  {
    route: 'POST /processes/{id}/keep',
    id: 'keep_process',
    summary: 'Whether it ends with its run',
    tag,
    body: keepBody,
    answer: terminal,
  },
]
