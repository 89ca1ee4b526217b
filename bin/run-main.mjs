import { existsSync } from 'node:fs'
import module from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { runChild } from './run-child.mjs'
import { findRuntime, NO_RUNTIME, ROOT } from './runtime.mjs'

const SOURCE = join(ROOT, 'src', 'main.ts')
const BUNDLE = join(ROOT, 'dist', 'main.js')

/** Runs the program in this process if Node is new enough, else in a child with a newer one. */
export async function runMain(args) {
  const runtime = findRuntime()
  if (runtime === undefined) return fail(NO_RUNTIME)
  if (runtime !== process.execPath) {
    process.exitCode = await runChild(runtime, [fileURLToPath(new URL('upperhand.mjs', import.meta.url)), ...args], {
      channel: true,
    })
    return
  }
  const main = [SOURCE, BUNDLE].find((path) => existsSync(path))
  if (main === undefined) return fail('This copy of upperhand is incomplete: install it again.')
  module.enableCompileCache?.(cacheDirectory())
  await import(pathToFileURL(main).href)
}

/** Not the shared temporary directory, where another user could have put compiled code of theirs. */
function cacheDirectory() {
  if (existsSync(SOURCE)) return join(ROOT, '.cache', 'compile')
  if (process.platform === 'win32') return join(process.env.LOCALAPPDATA ?? homedir(), 'upperhand', 'Cache')
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'upperhand')
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'upperhand')
}

function fail(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exitCode = 9
}
