import { HostError } from '../../../base/host-error.ts'
import type { SessionView } from '../../../contract/terminals.ts'
import type { Terminals, ViewerFrame } from '../../../terminals/terminals.ts'
import type { TypedLines } from '../../../tools/sessions/typed-lines.ts'
import type { TerminalService } from './terminal-service.ts'

interface Parts {
  readonly terminals: Terminals
  readonly lines: TypedLines
}

/** People type into any terminal; what they leave in its line counts when an agent goes on typing. */
export function createTerminalService({ terminals, lines }: Parts): TerminalService {
  const find = (id: string): SessionView => {
    const session = terminals.get(id)
    if (session !== undefined) return session
    throw new HostError('NOT_FOUND', `There is no terminal ${id}.`, { hint: 'See: upperhand term ls' })
  }
  const record = (id: string, text: string, { bytes, isSecret }: { bytes: number; isSecret: boolean }): void => {
    if (bytes === 0) return
    // A secret is nowhere, not even here: only that a line was entered.
    lines.typed(id, isSecret ? text.replace(/[^\r\n\u0003]/g, '') : text)
  }
  const lease = (id: string, isTaken: boolean, viewer: string): SessionView => {
    const { lease: now } = find(id)
    if (isTaken) return terminals.takeLease(id, viewer)
    return terminals.giveBackLease(id, now.viewer ?? viewer)
  }

  return {
    list: () => terminals.list(),
    find,
    open: ({ cwd, command, shell, cols, rows, encoding, record: isRecorded }, by) =>
      terminals.open({
        owner: { runId: null, credential: by, label: 'person' },
        kind: 'pty',
        cwd: { path: cwd },
        onRunEnd: 'keep',
        ...defined({ command, shell, cols, rows, encoding, record: isRecorded }),
      }),
    read: (id, { cursor, maxBytes }) => terminals.read(find(id).id, { maxBytes, ...defined({ cursor }) }),
    screen: (id) => terminals.screen(find(id).id),
    write: async (id, text, by) => {
      const written = await terminals.write(find(id).id, text, { by: 'person', viewer: by })
      record(id, text, written)
      return written.bytes
    },
    resize: (id, cols, rows) => terminals.resize(find(id).id, cols, rows),
    lease,
    select: (id, text) => terminals.setSelection(find(id).id, text),
    stop: (id, options) => {
      const session = find(id)
      return session.endedAt === null ? terminals.stop(id, defined(options)) : Promise.resolve(session)
    },
    restart: (id) => terminals.restart(find(id).id),
    setOnRunEnd: async (id, then) => {
      await terminals.setOnRunEnd(find(id).id, then)
      return find(id)
    },
    usage: async () => {
      const live = terminals.list().filter(({ endedAt }) => endedAt === null)
      return new Map((await terminals.usage(live.map(({ id }) => id))).map((one) => [one.id, one]))
    },
    watch: async (id, viewer) => {
      find(id)
      const attachment = await terminals.attach(id, {
        id: viewer.id,
        send: (frame: ViewerFrame) => viewer.send(frame),
      })
      return {
        session: attachment.session,
        write: async (text) => record(id, text, await attachment.write(text)),
        resize: attachment.resize,
        lease: (isTaken) => {
          lease(id, isTaken, viewer.id)
        },
        select: (text) => terminals.setSelection(id, text),
        refresh: async () => {
          await viewer.send({ type: 'snapshot', snapshot: await terminals.snapshot(id) })
        },
        detach: attachment.detach,
      }
    },
  }
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** Leaves out what was not given. */
function defined<T extends object>(values: T): Defined<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Defined<T>
}
