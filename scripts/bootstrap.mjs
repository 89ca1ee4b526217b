// Plain JavaScript for Node 18 and newer, without dependencies: it brings everything else, Node 24 included.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { runChild } from '../bin/run-child.mjs'
import { ROOT } from '../bin/runtime.mjs'
import { ensureInstalled } from './bootstrap/ensure-installed.mjs'
import { ensureRuntime } from './bootstrap/ensure-runtime.mjs'
import { Plain } from './bootstrap/plain.mjs'
import { watchParent } from './bootstrap/watch-parent.mjs'

const PROGRAMS = {
  start: ['bin/upperhand.mjs', 'serve', '--reuse'],
  test: ['scripts/test.ts'],
  'test:clients': ['scripts/test-clients.ts'],
  check: ['scripts/check.ts'],
  bench: ['bench/run.ts'],
  build: ['scripts/build.ts'],
  docs: ['scripts/docs.ts'],
  screenshots: ['scripts/screenshots.ts'],
}

try {
  process.exitCode = await run(process.argv[2], process.argv.slice(3))
} catch (cause) {
  if (!(cause instanceof Plain)) throw cause
  process.stderr.write(`\n${cause.message}\n`)
  process.exitCode = 1
}

async function run(command, args) {
  const program = Object.hasOwn(PROGRAMS, command ?? '') ? PROGRAMS[command] : undefined
  if (program === undefined) {
    throw new Plain(
      `Say one of: ${Object.keys(PROGRAMS)
        .map((name) => `npm run ${name}`)
        .join(', ')}.`,
    )
  }
  await ensureInstalled()
  const runtime = await ensureRuntime()
  // Without a console the plain status page is served, so a failure here stops nothing.
  if (command === 'start') await runChild(runtime, [join(ROOT, 'scripts', 'build-console.ts')], { cwd: ROOT })
  const [file, ...fixed] = program
  if (!existsSync(join(ROOT, file))) throw new Plain(`There is no ${file} yet, so there is nothing to run.`)
  return runChild(runtime, [join(ROOT, file), ...fixed, ...args], { cwd: ROOT, channel: true, watch: watchParent })
}
