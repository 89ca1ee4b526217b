import { isAbsolute, parse, sep } from 'node:path'
import { HostError } from '../base/host-error.ts'
import { windowsNameFault } from './windows-names.ts'

/** A path as steps: where to start and which names to follow, `..` included. */
export interface PathText {
  readonly root: string
  readonly names: readonly string[]
  /** The text ends like a directory: `x/`, `x/.`, `x/..`. */
  readonly wantsDirectory: boolean
}

interface Bases {
  readonly workdir: string
  readonly home: string
  readonly pathBytes: number
}

const SEPARATOR = sep === '\\' ? /[\\/]/ : /\//
const TILDE = sep === '\\' ? /^~(?=[\\/]|$)/ : /^~(?=\/|$)/

export function parsePath(given: string, { workdir, home, pathBytes }: Bases): PathText {
  const fault = faultOf(given, pathBytes)
  if (fault !== null) {
    throw new HostError('INVALID_PARAMETERS', `"${shown(given)}" is not a usable path: ${fault}.`, {
      hint: 'Give an absolute path, a path relative to the working directory, or one that starts with ~/.',
    })
  }
  const expanded = given.replace(TILDE, () => home)
  return splitPath(isAbsolute(expanded) ? expanded : `${workdir}${sep}${expanded}`)
}

/** Splits an absolute path without interpreting `..`, which only means something on the physical path. */
export function splitPath(absolute: string): PathText {
  const { root } = parse(absolute)
  const { names, wantsDirectory } = splitNames(absolute.slice(root.length))
  return { root, names, wantsDirectory }
}

export function splitNames(text: string): { names: string[]; wantsDirectory: boolean } {
  const parts = text.split(SEPARATOR)
  const last = parts.at(-1)
  return {
    names: parts.filter((part) => part !== '' && part !== '.'),
    wantsDirectory: last === '' || last === '.' || last === '..',
  }
}

function faultOf(given: string, pathBytes: number): string | null {
  if (given === '') return 'it is empty'
  if (given.includes('\0')) return 'it contains a NUL character'
  if (!given.isWellFormed()) return 'it is not valid Unicode'
  if (Buffer.byteLength(given) > pathBytes) return `it is longer than ${pathBytes} bytes`
  return process.platform === 'win32' ? windowsNameFault(given) : null
}

const SHOWN_CHARS = 80

function shown(given: string): string {
  const text = JSON.stringify(given.toWellFormed()).slice(1, -1)
  return text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text
}
