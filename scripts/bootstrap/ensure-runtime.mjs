import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { findRuntime, NO_RUNTIME, OWN_RUNTIME, platformPackage, ROOT } from '../../bin/runtime.mjs'
import { npm } from './npm.mjs'
import { Plain } from './plain.mjs'

/** The path of a Node that is new enough. The `node` package brings one with its install script, if scripts may run. */
export async function ensureRuntime() {
  for (const attempt of [undefined, rebuild, installPlatformPackage]) {
    await attempt?.()
    const runtime = findRuntime()
    if (runtime !== undefined) return runtime
  }
  throw new Plain(NO_RUNTIME)
}

function rebuild() {
  process.stderr.write('Fetching Node 24.\n')
  return npm('rebuild', 'node', '--ignore-scripts=false')
}

function installPlatformPackage() {
  const name = `${platformPackage()}@${lockedVersion()}`
  return npm('install', '--no-save', '--no-package-lock', '--prefix', OWN_RUNTIME, name)
}

function lockedVersion() {
  return JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).devDependencies.node
}
