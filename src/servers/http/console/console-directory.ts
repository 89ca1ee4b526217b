import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** `dist/web`: beside the bundle when that runs, below the repository when the sources do. */
export function consoleDirectory(): string {
  const bundled = ['web', '../web'].map((name) => join(import.meta.dirname, name))
  const source = join(import.meta.dirname, '..', '..', '..', '..', 'dist', 'web')
  return bundled.find((directory) => existsSync(join(directory, 'index.html'))) ?? source
}
