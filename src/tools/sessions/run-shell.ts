import type { Caller } from '../../contract/run.ts'
import type { Encoding, SessionView } from '../../contract/terminals.ts'
import type { Cwd, Terminals } from '../../terminals/terminals.ts'
import type { OwnSessions } from './own-sessions.ts'

export interface RunShells {
  /** The terminal of this run, if it is alive: what a call means that names none. */
  readonly current: (caller: Caller) => SessionView | undefined
  /** A fresh one, which takes its place. */
  readonly open: (caller: Caller, options: ShellOptions) => Promise<SessionView>
}

interface ShellOptions {
  readonly cwd: Cwd
  readonly shell?: string | undefined
  readonly encoding?: Encoding | undefined
}

interface Parts {
  readonly terminals: Pick<Terminals, 'open'>
  readonly own: OwnSessions
  readonly onRunEnd: (profile: string) => 'keep' | 'stop'
  /** From the settings; undefined for the person's login shell. */
  readonly shell: () => string | undefined
}

const NAME = 'shell'

/** Every run has a persistent login shell: directory, variables and functions live on from call to call. */
export function createRunShells({ terminals, own, onRunEnd, shell }: Parts): RunShells {
  return {
    current: (caller) =>
      own.list(caller).findLast(({ isShell, endedAt, name }) => isShell && endedAt === null && name?.startsWith(NAME)),
    open: (caller, { cwd, shell: wanted = shell(), encoding }) => {
      const count = own.list(caller).filter(({ name }) => name?.startsWith(NAME)).length
      return terminals.open({
        owner: own.ownerFor(caller),
        kind: 'pty',
        cwd,
        name: count === 0 ? NAME : `${NAME}-${caller.runId.slice(-4)}-${count + 1}`,
        onRunEnd: onRunEnd(caller.profile),
        ...(wanted === undefined ? {} : { shell: wanted }),
        ...(encoding === undefined ? {} : { encoding }),
      })
    },
  }
}
