#!/usr/bin/env node
// Plain JavaScript for Node 18 and newer: this file decides which Node runs the rest.
import process from 'node:process'

const args = process.argv.slice(2)

if (isShim(args)) {
  const { runShim } = await import('./shim.mjs')
  runShim(args.slice(1))
} else if (args[0] === '__complete') {
  const { complete } = await import('./complete.mjs')
  await complete(args.slice(1))
} else {
  const { runMain } = await import('./run-main.mjs')
  await runMain(args)
}

/** The shim must start fast and works on any Node, so it never re-executes. */
function isShim(words) {
  return words[0] === 'stdio' && !words.some((word) => ['--in-process', '--help', '-h'].includes(word))
}
