import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { runShim } from '../../bin/shim.mjs'

/** The shim with a start that only leaves a note, or fails with the code and words it was given. */
const [code, words, ...args] = process.argv.slice(2)

runShim(args, async (home) => {
  const note = join(home, 'start-wanted')
  if (!existsSync(note)) writeFileSync(note, '')
  return { exitCode: () => (code === '' ? undefined : Number(code)), lastWords: () => words, forget: () => {} }
})
