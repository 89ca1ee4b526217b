import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import type { FileWork } from './file-work.ts'
import { rawRead, rawWrite } from './raw-files.ts'

interface Lines {
  readonly lineBytes: number
}

/** The same work with nothing around it: plain Node, and ripgrep by itself. */
export function rawWork(ripgrep: string, { lineBytes }: Lines): FileWork {
  return {
    name: 'raw',
    read: (path) => rawRead(path, 2_048),
    readHead: rawRead,
    readLines: (path, first, last) => rawRead(path, lineBytes * (last - first + 1), lineBytes * (first - 1)),
    write: rawWrite,
    edit: async (path, from, to) => rawWrite(path, (await readFile(path, 'utf8')).replace(from, to)),
    list: (path) => readdir(path, { withFileTypes: true }),
    find: (directory, glob) =>
      linesOf(ripgrep, ['--files', `--glob=${glob}`, './'], directory, Number.POSITIVE_INFINITY),
    grep: (directory, { pattern, isRegex, limit }) =>
      linesOf(
        ripgrep,
        [...(isRegex ? [] : ['--fixed-strings']), '--line-number', `--regexp=${pattern}`, './'],
        directory,
        limit,
      ),
  }
}

const NEWLINE = 10

/** Counts lines, and ends the program when there are enough. */
async function linesOf(program: string, args: readonly string[], cwd: string, limit: number): Promise<number> {
  const child = spawn(program, ['--no-config', '--no-require-git', ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const closed = once(child, 'close')
  let count = 0
  child.stdout.on('data', (chunk: Buffer) => {
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) count += 1
    if (count >= limit) child.kill('SIGKILL')
  })
  await closed
  return Math.min(count, limit)
}
