import process from 'node:process'
import { runChild } from '../../bin/run-child.mjs'
import { ROOT } from '../../bin/runtime.mjs'
import { watchParent } from './watch-parent.mjs'

const STDERR = 2

/** Runs npm, the one that started us if there is one. Its words go to stderr: stdout belongs to what runs afterwards. */
export function npm(...args) {
  const options = { cwd: ROOT, stdout: STDERR, watch: watchParent }
  const script = process.env.npm_execpath
  if (script !== undefined && /npm-cli\.c?js$/.test(script))
    return runChild(process.execPath, [script, ...args], options)
  const isWindows = process.platform === 'win32'
  return runChild(isWindows ? 'npm.cmd' : 'npm', args, { ...options, shell: isWindows })
}
