import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

export const MINIMUM_MAJOR = 24

/** The package, or the clone. */
export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))

/** Where the bootstrap puts a Node of its own when the `node` package could not bring one. */
export const OWN_RUNTIME = join(ROOT, '.cache', 'runtime')

/** A Node that can run upperhand: this very one if it is new enough, else one that was installed beside the package. */
export function findRuntime() {
  if (isRecent(process.versions.node)) return process.execPath
  return candidates().find((path) => existsSync(path))
}

export function isRecent(version) {
  return Number(version.split('.')[0]) >= MINIMUM_MAJOR
}

function candidates() {
  const binary = process.platform === 'win32' ? 'node.exe' : 'node'
  return [
    join(ROOT, 'node_modules', 'node', 'bin', binary),
    join(dirname(ROOT), 'node', 'bin', binary),
    join(OWN_RUNTIME, 'node_modules', platformPackage(), 'bin', binary),
  ]
}

/** The npm package that holds nothing but Node's binary for this platform. */
export function platformPackage() {
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const prefix = platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node'
  return `${prefix}-${platform}-${process.arch}`
}

export const NO_RUNTIME = `upperhand needs Node ${MINIMUM_MAJOR} or newer and this is ${process.version}: install it from nodejs.org, or run npm install -g node@${MINIMUM_MAJOR}.`
