import { homedir } from 'node:os'
import { sep } from 'node:path'
import type { Context } from './context.ts'

/** A path as people write it: from their home. */
export function tilde(path: string, { env }: Pick<Context, 'env'>): string {
  const home = env['HOME'] || homedir()
  if (path === home) return '~'
  return path.startsWith(`${home}${sep}`) ? `~${path.slice(home.length)}` : path
}
