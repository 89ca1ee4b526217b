import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Environment } from '../config/data-directory.ts'

/** Lets the person change a text in their editor. Undefined when the editor failed. */
export async function editText(text: string, name: string, env: Environment): Promise<string | undefined> {
  const directory = mkdtempSync(join(tmpdir(), 'upperhand-edit-'))
  const file = join(directory, name)
  try {
    writeFileSync(file, text, { mode: 0o600 })
    const editor = env['VISUAL'] || env['EDITOR'] || (process.platform === 'win32' ? 'notepad' : 'vi')
    return (await run(editor, env, file)) === 0 ? readFileSync(file, 'utf8') : undefined
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/** Shows a long text page by page. False when there is no pager. */
export async function pageText(text: string, env: Environment): Promise<boolean> {
  const directory = mkdtempSync(join(tmpdir(), 'upperhand-page-'))
  const file = join(directory, 'card.txt')
  try {
    writeFileSync(file, text, { mode: 0o600 })
    return (await run(env['PAGER'] || (process.platform === 'win32' ? 'more' : 'less -R'), env, file)) === 0
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/** The program may be given with options, as in `code --wait`: the shell takes it apart, and never sees the path. */
async function run(program: string, env: Environment, file: string): Promise<number> {
  const isWindows = process.platform === 'win32'
  const child = isWindows
    ? spawn(`${program} "${file}"`, { shell: true, stdio: 'inherit', env })
    : spawn('/bin/sh', ['-c', `${program} "$1"`, 'sh', file], { stdio: 'inherit', env })
  try {
    const [code] = (await once(child, 'exit')) as [number | null]
    return code ?? 1
  } catch {
    return 1
  }
}
