import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { temporaryDirectory } from './temporary.ts'

const run = promisify(execFile)
const WAIT_MS = 60_000
const LOOK_EVERY_MS = 30

/** Why there is no real terminal here; undefined when there is one. */
export const noTerminal = spawnSync('tmux', ['-V']).status === 0 ? undefined : ' (tmux is not installed)'

export interface Terminal extends AsyncDisposable {
  /** Presses keys as a person would: text as it is. */
  readonly type: (text: string) => Promise<void>
  /** Presses a key by tmux's name: `Enter`, `C-c`, `BSpace`. */
  readonly press: (...keys: string[]) => Promise<void>
  /** Everything that was ever on the screen, without colours. */
  readonly text: () => Promise<string>
  /** The same with escape sequences. */
  readonly painted: () => Promise<string>
  /** Waits until the text matches, and answers it. */
  readonly see: (pattern: RegExp) => Promise<string>
}

interface Options {
  readonly command: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly columns?: number
  readonly rows?: number
}

/** A program in a real terminal of its own. */
export async function openTerminal({ command, cwd, env, columns = 80, rows = 50 }: Options): Promise<Terminal> {
  const directory = temporaryDirectory()
  const socket = join(directory.path, 's')
  const config = join(directory.path, 'tmux.conf')
  writeFileSync(config, 'set -g history-limit 50000\nset -g escape-time 0\nset -g status off\n')
  const tmux = (...args: string[]) => run('tmux', ['-S', socket, '-f', config, ...args])
  const names = Object.entries({ ...env, TERM: 'screen-256color' }).flatMap(([name, value]) => [
    '-e',
    `${name}=${value}`,
  ])
  const size = ['-x', String(columns), '-y', String(rows)]
  await tmux('new-session', '-d', ...size, '-c', cwd, ...names, ...wrapped(command))
  const capture = async (...args: string[]) =>
    (await tmux('capture-pane', '-p', '-J', '-S', '-', ...args)).stdout.replace(/\n+$/, '')
  const text = () => capture()
  return {
    type: async (keys) => void (await tmux('send-keys', '-l', keys)),
    press: async (...keys) => void (await tmux('send-keys', ...keys)),
    text,
    painted: () => capture('-e'),
    see: async (pattern) => {
      const deadline = performance.now() + WAIT_MS
      for (;;) {
        const now = await text()
        if (pattern.test(now)) return now
        if (performance.now() > deadline) throw new Error(`never saw ${pattern} on the screen:\n${now}`)
        await pause(LOOK_EVERY_MS)
      }
    },
    [Symbol.asyncDispose]: async () => {
      execFileSync('tmux', ['-S', socket, 'kill-server'])
      rmSync(directory.path, { recursive: true, force: true })
    },
  }
}

/** The screen stays to be read after the program has ended, with its exit code. */
function wrapped(command: readonly string[]): string[] {
  return ['sh', '-c', '"$@"; echo "[ended with $?]"; cat >/dev/null', 'sh', ...command]
}
