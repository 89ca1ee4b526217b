import type { Caller } from '../../contract/run.ts'
import type { Encoding, SessionView } from '../../contract/terminals.ts'
import type { Cwd, Terminals } from '../../terminals/terminals.ts'
import type { OwnSessions } from './own-sessions.ts'

export interface RunShells {
  /** The terminal of this run, if it is alive: what a call means that names none. */
  readonly current: (caller: Caller) => SessionView | undefined
  /** A fresh one, which takes its place. */
  readonly open: (caller: Caller, options: ShellOptions) => Promise<SessionView>
  /** One beside it, for a command that runs at the same time. */
  readonly openBeside: (caller: Caller, options: ShellOptions) => Promise<SessionView>
  /** Held by one call at a time, from choosing the shell to the end of its command. Undefined when it is taken. */
  readonly hold: (id: string) => Disposable | undefined
  readonly isHeld: (id: string) => boolean
}

export interface ShellOptions {
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

/** Nobody turns pages for an agent: `git log` would wait for a key that never comes. A person can set them again. */
const NO_PAGERS = { PAGER: 'cat', GIT_PAGER: 'cat', MANPAGER: 'cat', SYSTEMD_PAGER: 'cat', AWS_PAGER: 'cat' }
/** A directory can be made to look like a repository after a command was judged; git then runs what is configured in it. */
const NO_LOOKALIKES = { GIT_CONFIG_PARAMETERS: "'safe.bareRepository=explicit'" }
export const AGENT_ENV = { ...NO_PAGERS, ...NO_LOOKALIKES }

/** Every run has a persistent login shell: directory, variables and functions live on from call to call. */
export function createRunShells({ terminals, own, onRunEnd, shell }: Parts): RunShells {
  const held = new Set<string>()
  let opened = 0

  const open = (caller: Caller, name: string | null, { cwd, shell: wanted = shell(), encoding }: ShellOptions) =>
    terminals.open({
      owner: own.ownerFor(caller),
      kind: 'pty',
      cwd,
      env: AGENT_ENV,
      onRunEnd: onRunEnd(caller.profile),
      ...(name === null ? {} : { name }),
      ...(wanted === undefined ? {} : { shell: wanted }),
      ...(encoding === undefined ? {} : { encoding }),
    })

  return {
    current: (caller) =>
      own.list(caller).findLast(({ isShell, endedAt, name }) => isShell && endedAt === null && name?.startsWith(NAME)),
    open: (caller, options) => {
      opened += 1
      return open(caller, `${NAME}-${Date.now().toString(36)}-${opened}`, options)
    },
    openBeside: (caller, options) => open(caller, null, options),
    hold: (id) => {
      if (held.has(id)) return undefined
      held.add(id)
      return { [Symbol.dispose]: () => held.delete(id) }
    },
    isHeld: (id) => held.has(id),
  }
}
