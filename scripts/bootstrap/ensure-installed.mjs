import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { ROOT } from '../../bin/runtime.mjs'
import { npm } from './npm.mjs'
import { Plain } from './plain.mjs'

const CLAIM = join(ROOT, '.cache', 'installing')
const LOOK_AGAIN_MS = 300

/** Installs the locked dependencies unless they are there. */
export async function ensureInstalled() {
  if (isInstalled(ROOT)) return
  await claim()
  try {
    if (isInstalled(ROOT)) return
    process.stderr.write('Installing dependencies. This happens once and takes about half a minute.\n')
    const code = await npm('ci', '--include=dev', '--loglevel=error')
    if (code === 0) return
    throw new Plain(
      `The dependencies could not be installed: npm ended with code ${code}, its reason is above. ` +
        'Check the network and the registry (npm config get registry), then run the same command again.',
    )
  } finally {
    rmSync(CLAIM, { recursive: true, force: true })
  }
}

/**
 * npm writes node_modules/.package-lock.json last, when an install has succeeded, so it tells what is really there.
 * Optional packages may be absent: most of them are for other platforms.
 */
export function isInstalled(root) {
  const wanted = packages(join(root, 'package-lock.json'))
  const present = packages(join(root, 'node_modules', '.package-lock.json'))
  if (wanted === undefined)
    throw new Plain('package-lock.json is missing or damaged: restore it (git checkout package-lock.json).')
  if (present === undefined) return false
  return Object.entries(wanted).every(([path, entry]) => path === '' || isSame(entry, present[path]))
}

function isSame(wanted, present) {
  if (present === undefined) return wanted.optional === true
  return present.version === wanted.version && present.integrity === wanted.integrity
}

function packages(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages
  } catch {
    return undefined
  }
}

/** `npm ci` empties node_modules, so two installs at once would destroy each other. */
async function claim() {
  mkdirSync(join(ROOT, '.cache'), { recursive: true })
  for (let isTold = false; !tryClaim(); isTold = true) {
    if (!isTold) process.stderr.write('Another command is installing the dependencies. Waiting for it.\n')
    await pause(LOOK_AGAIN_MS)
  }
}

function tryClaim() {
  try {
    mkdirSync(CLAIM)
  } catch (cause) {
    if (cause.code !== 'EEXIST') throw cause
    if (isOwned()) return false
  }
  writeFileSync(join(CLAIM, 'pid'), String(process.pid))
  return true
}

function isOwned() {
  try {
    process.kill(Number(readFileSync(join(CLAIM, 'pid'), 'utf8')), 0)
    return true
  } catch (cause) {
    return cause.code === 'EPERM'
  }
}
