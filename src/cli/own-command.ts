import { relative, sep } from 'node:path'
import type { Context } from './context.ts'

/** How a person runs this very copy. In a clone nothing is on the PATH; an installed one is called by its name. */
export function ownCommand({ program, directory }: Pick<Context, 'program' | 'directory'>): string {
  if (!isClone(program)) return 'upperhand'
  const near = relative(directory, program)
  return `node ${quoted(near.startsWith('..') ? program : near)}`
}

/** What an AI client starts: with its full path, because a program without a terminal has another PATH. */
export function clientCommand({ program }: Pick<Context, 'program'>): string {
  return `${program.endsWith('.mjs') ? 'node ' : ''}${quoted(program)} stdio`
}

function isClone(program: string): boolean {
  return program.endsWith('.mjs') && !program.split(sep).includes('node_modules')
}

function quoted(path: string): string {
  return /^[\w./\\:~@+-]+$/.test(path) ? path : `"${path}"`
}
