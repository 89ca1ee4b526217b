import { randomBytes } from 'node:crypto'
import { accessSync, constants, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { delimiter, isAbsolute, join } from 'node:path'
import { HostError } from '../base/host-error.ts'

export type Environment = Readonly<Record<string, string>>

/** What a shell or a command of the person starts with. */
export interface LoginShell {
  /** Absolute path of a shell by name or path; without one, the person's own. */
  readonly find: (wanted?: string) => string
  /** As the person's login shell leaves it; asked once. */
  readonly environment: () => Promise<Environment>
  /** Before any login: what a login shell starts from. */
  readonly base: () => Environment
}

interface Parts {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly home: string
  /** From the settings. */
  readonly preferred: () => string | null
  /** Our own secrets are in nobody's environment. */
  readonly isSecret: (value: string) => boolean
  readonly print: (argv: readonly string[], env: Environment) => Promise<string>
}

const OURS = /^UPPERHAND_(?:TOKEN|SESSION|BROKER|ZDOTDIR)$/
const FOREIGN = new Set(['NODE_CHANNEL_FD', 'NODE_UNIQUE_ID', 'TMUX', 'TMUX_PANE', 'STY', 'WINDOW', 'COLUMNS', 'LINES'])
const UTF8 = /utf-?8/i

export function createLoginShell({ env, home, preferred, isSecret, print }: Parts): LoginShell {
  const base = (): Environment => {
    const kept = Object.entries(env).filter(
      (entry): entry is [string, string] =>
        entry[1] !== undefined && !OURS.test(entry[0]) && !FOREIGN.has(entry[0]) && !isSecret(entry[1]),
    )
    return withLocale({ ...Object.fromEntries(kept), HOME: home, TERM: 'xterm-256color', COLORTERM: 'truecolor' })
  }
  const find = (wanted?: string): string => {
    if (wanted !== undefined) return findProgram(wanted, env['PATH'])
    const own = preferred() ?? env['SHELL'] ?? userInfo().shell ?? ''
    for (const shell of [own, '/bin/bash', '/bin/sh']) if (shell !== '' && isProgram(shell)) return shell
    if (process.platform === 'win32') return env['COMSPEC'] ?? 'cmd.exe'
    throw new HostError('UNAVAILABLE', 'There is no shell on this machine.')
  }
  let asked: Promise<Environment> | undefined
  return {
    find,
    base,
    environment: () => {
      asked ??= askShell(find(), base(), print).catch(() => {
        // A start-up file that fails must not keep commands from running.
        asked = undefined
        return base()
      })
      return asked
    },
  }
}

async function askShell(shell: string, base: Environment, print: Parts['print']): Promise<Environment> {
  if (process.platform === 'win32') return base
  // Start-up files may print anything before and after.
  const fence = randomBytes(12).toString('hex')
  const text = await print([shell, '-l', '-i', '-c', `printf %s ${fence}; command env -0; printf %s ${fence}`], base)
  const [, body] = text.split(fence)
  if (body === undefined) throw new Error('the login shell said nothing')
  const found = Object.fromEntries(
    body
      .split('\0')
      .filter((line) => line.includes('='))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const)
      .filter(([name]) => !['_', 'SHLVL', 'PWD', 'OLDPWD'].includes(name) && !OURS.test(name)),
  )
  // Without a level bash takes itself for a remote login wherever its input is a socket.
  return withLocale({ ...found, SHLVL: '1' })
}

/** Programs print UTF-8 here, whatever the daemon was started with. */
function withLocale(env: Environment): Environment {
  const { LC_ALL, LC_CTYPE, LANG } = env
  if (UTF8.test(LC_ALL || LC_CTYPE || LANG || '')) return env
  const { LC_ALL: _, ...rest } = env
  return { ...rest, LC_CTYPE: 'C.UTF-8' }
}

function findProgram(wanted: string, path = ''): string {
  if (isAbsolute(wanted) && isProgram(wanted)) return wanted
  if (!wanted.includes('/')) {
    const found = path
      .split(delimiter)
      .filter(isAbsolute)
      .map((directory) => join(directory, wanted))
      .find(isProgram)
    if (found !== undefined) return found
  }
  throw new HostError('NOT_FOUND', `There is no shell ${wanted}.`, {
    hint: 'Name one that is installed, such as bash, or leave it out.',
  })
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
