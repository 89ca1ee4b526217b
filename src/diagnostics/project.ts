import { existsSync, realpathSync } from 'node:fs'
import { delimiter, dirname, isAbsolute, join, relative, sep } from 'node:path'

/** What the checks know of the directory they are for. */
export interface Project {
  readonly root: string
  /** The files to look at, absolute; empty means all. */
  readonly files: readonly string[]
  readonly has: (name: string) => boolean
  readonly read: (name: string) => string | null
  /** Files below the root with one of these endings, without what .gitignore names; a bounded number. */
  readonly withEnding: (endings: readonly string[]) => Promise<readonly string[]>
  /** A program of the project's own packages. */
  readonly ownProgram: (name: string) => string | null
  /** A program that is installed on the machine, outside the project. */
  readonly installed: (name: string) => string | null
}

interface Parts {
  readonly root: string
  readonly files: readonly string[]
  /** The highest directory whose packages count as the project's. */
  readonly top: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly read: (name: string) => string | null
  readonly find: (glob: string) => Promise<readonly string[]>
}

const WINDOWS = process.platform === 'win32'

export function createProject({ root, files, top, env, read, find }: Parts): Project {
  const own = new Map<string, string | null>()
  return {
    root,
    files,
    read,
    has: (name) => read(name) !== null,
    async withEnding(endings) {
      const isWanted = (file: string) => endings.some((ending) => file.endsWith(ending))
      if (files.length > 0) return files.filter(isWanted)
      return await find(endings.length === 1 ? `*${endings[0]}` : `*{${endings.join(',')}}`)
    },
    ownProgram(name) {
      const known = own.get(name)
      if (known !== undefined) return known
      const found = inPackages(root, top, name)
      own.set(name, found)
      return found
    },
    installed(name) {
      const directories = (env['PATH'] ?? '')
        .split(delimiter)
        .filter((entry) => isAbsolute(entry) && !isWithin(entry, top))
      const program = directories
        .map((directory) => join(directory, WINDOWS ? `${name}.exe` : name))
        .find((path) => existsSync(path))
      return program ?? null
    },
  }
}

/** From the project up to the top, as package managers look for it. */
function inPackages(root: string, top: string, name: string): string | null {
  for (let here = root; ; here = dirname(here)) {
    const candidates = [join(here, 'node_modules', '.bin', name), join(here, '.venv', 'bin', name)]
    const found = candidates.find((path) => existsSync(path))
    if (found !== undefined) return realpathSync(found)
    if (here === top || !isWithin(here, top)) return null
  }
}

export function isWithin(path: string, directory: string): boolean {
  const way = relative(directory, path)
  return way === '' || (!way.startsWith(`..${sep}`) && way !== '..' && !isAbsolute(way))
}
