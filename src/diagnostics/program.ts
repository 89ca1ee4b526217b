import { closeSync, openSync, readSync } from 'node:fs'
import { relative } from 'node:path'
import type { Check } from './check.ts'
import { isWithin, type Project } from './project.ts'

/** How a program is started, and how that is shown. A script for Node runs under ours: the PATH may not have one. */
export function runsOf(
  { root }: Project,
  name: string,
  program: string,
  args: readonly string[],
): Pick<Check, 'program' | 'args' | 'text' | 'programName'> {
  const isScript = isForNode(program)
  const shown = isWithin(program, root) ? relative(root, program) : program
  return {
    program: isScript ? process.execPath : program,
    args: isScript ? [program, ...args] : args,
    text: [shown, ...args].map(quoted).join(' '),
    programName: name,
  }
}

/** Files as a checker is told of them: from the project on, and never like an option. */
export function namedFiles({ root }: Project, files: readonly string[]): string[] {
  return files.map((file) => (isWithin(file, root) ? `./${relative(root, file)}` : file))
}

function isForNode(program: string): boolean {
  const head = Buffer.alloc(128)
  const fd = openSync(program, 'r')
  try {
    readSync(fd, head, 0, head.length, 0)
  } finally {
    closeSync(fd)
  }
  return /^#!\S*(?:\/|\/env (?:-S )?)node\b/.test(head.toString('latin1'))
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
