import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { bashInit } from './bash.ts'
import { FISH_ENTER, fishInit } from './fish.ts'
import { posixInit } from './posix.ts'
import { zshFiles } from './zsh.ts'

/** How a persistent shell is started so that it tells of its commands. */
export interface ShellLaunch {
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** False for a shell we do not know: it runs, and says nothing. */
  readonly hasMarks: boolean
  /** What enters a typed command. */
  readonly enter: string
  /** The files hold the secret of the marks: removed when the shell has read them. */
  readonly forget: () => void
}

const POSIX = new Set(['sh', 'dash', 'ash', 'busybox', 'ksh', 'ksh93', 'mksh'])

/** A login shell with the person's own files, and our marks after them. `directory` is made for it. */
export function launchShell(
  path: string,
  secret: string,
  directory: string,
  env: Readonly<Record<string, string>>,
): ShellLaunch {
  const name = basename(path).replace(/\.exe$/i, '')
  const put = (file: string, text: string): string => {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    const full = join(directory, file)
    writeFileSync(full, text, { mode: 0o600 })
    return full
  }
  const forget = () => rmSync(directory, { recursive: true, force: true })
  if (name === 'bash') {
    const file = put('bash', bashInit(secret))
    return { argv: [path, '--init-file', file, '-i'], env, hasMarks: true, enter: '\r', forget }
  }
  if (name === 'zsh') {
    for (const [file, text] of Object.entries(zshFiles(secret))) put(file, text)
    const own = env['ZDOTDIR']
    return {
      argv: [path, '-l', '-i'],
      env: { ...env, ZDOTDIR: directory, ...(own === undefined ? {} : { UPPERHAND_ZDOTDIR: own }) },
      hasMarks: true,
      enter: '\r',
      forget,
    }
  }
  if (name === 'fish') {
    const file = put('fish', fishInit(secret))
    return {
      argv: [path, '-l', '-i', '--init-command', `source '${file}'`],
      env,
      hasMarks: true,
      enter: FISH_ENTER,
      forget,
    }
  }
  if (POSIX.has(name)) {
    const file = put('sh', posixInit(secret, env['ENV']))
    const start = name === 'busybox' ? [path, 'sh'] : [path]
    return { argv: [...start, '-l', '-i'], env: { ...env, ENV: file }, hasMarks: true, enter: '\r', forget }
  }
  return { argv: process.platform === 'win32' ? [path] : [path, '-l'], env, hasMarks: false, enter: '\r', forget }
}
