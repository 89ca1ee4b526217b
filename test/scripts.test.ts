import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isInstalled } from '../scripts/bootstrap/ensure-installed.mjs'
import { countReport, isGood, lastLine, total } from '../scripts/test-report.ts'
import { temporaryDirectory } from './support/temporary.ts'

describe('the last line of npm test', () => {
  const report = (changes = {}) => ({
    numPassedTests: 10,
    numFailedTests: 0,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: [{ status: 'passed', assertionResults: [{ status: 'passed' }] }],
    ...changes,
  })
  const rows: [string, object, { checkPassed: boolean; exitCode: number }, string, boolean][] = [
    ['counts the check as one', {}, { checkPassed: true, exitCode: 0 }, '11 passed, 0 failed, 0 skipped', true],
    ['counts a failed check', {}, { checkPassed: false, exitCode: 0 }, '10 passed, 1 failed, 0 skipped', false],
    [
      'counts failed tests',
      { numFailedTests: 2 },
      { checkPassed: true, exitCode: 1 },
      '11 passed, 2 failed, 0 skipped',
      false,
    ],
    [
      'counts a file that does not load',
      { testResults: [{ status: 'failed', assertionResults: [] }] },
      { checkPassed: true, exitCode: 1 },
      '11 passed, 1 failed, 0 skipped',
      false,
    ],
    ['counts an end without a reason', {}, { checkPassed: true, exitCode: 1 }, '11 passed, 1 failed, 0 skipped', false],
    [
      'counts what was left out',
      { numPendingTests: 1, numTodoTests: 2 },
      { checkPassed: true, exitCode: 0 },
      '11 passed, 0 failed, 3 skipped',
      true,
    ],
  ]

  it.each(rows)('%s', (_sentence, changes, outcome, line, isGoodHere) => {
    const counts = total(countReport(report(changes)), outcome)
    expect(lastLine(counts)).toBe(line)
    expect(isGood(counts, { isCi: false })).toBe(isGoodHere)
    expect(isGood(counts, { isCi: true })).toBe(isGoodHere && counts.skipped === 0)
  })
})

describe('dependencies are installed', () => {
  const wanted = {
    '': {},
    'node_modules/a': { version: '1', integrity: 'x' },
    'node_modules/b': { version: '1', optional: true },
  }
  const a = wanted['node_modules/a']
  it.each([
    ['when everything is there', wanted, true],
    ['when an optional package is missing', { 'node_modules/a': a }, true],
    ['but not when a package is missing', {}, false],
    ['but not when a version differs', { 'node_modules/a': { ...a, version: '2' } }, false],
    ['but not when the content differs', { 'node_modules/a': { ...a, integrity: 'y' } }, false],
    ['but not when an install was interrupted', undefined, false],
  ])('%s', (_sentence, present, expected) => {
    using root = temporaryDirectory()
    mkdirSync(join(root.path, 'node_modules'))
    writeFileSync(join(root.path, 'package-lock.json'), JSON.stringify({ packages: wanted }))
    const hidden = join(root.path, 'node_modules', '.package-lock.json')
    if (present !== undefined) writeFileSync(hidden, JSON.stringify({ packages: present }))
    expect(isInstalled(root.path)).toBe(expected)
  })

  it('and a missing lock file is told in plain words', () => {
    using root = temporaryDirectory()
    expect(() => isInstalled(root.path)).toThrow(/package-lock\.json is missing or damaged/)
  })
})

describe('a command started by npm', () => {
  const CHILD = `
    process.on('SIGTERM', () => {
      require('node:fs').writeFileSync(process.argv[2], '')
      process.exit()
    })
    setInterval(() => {}, 1000)
    console.log('up')
  `
  const BOOTSTRAP = `
    const [runChild, watchParent, child, note] = process.argv.slice(2)
    const { watchParent: watch } = await import(watchParent)
    await (await import(runChild)).runChild(process.execPath, [child, note], { watch })
  `
  /** Stands for npm: starts a shell that starts the bootstrap, and stays. */
  const NPM = `require('node:child_process').spawn('sh', ['-c', process.argv[1]], { stdio: 'inherit' })`

  it('ends when npm is killed, although a shell stands between them', async () => {
    using scratch = temporaryDirectory()
    const [child, bootstrap, note] = ['child.cjs', 'bootstrap.mjs', 'stopped'].map((name) =>
      join(scratch.path, name),
    ) as [string, string, string]
    writeFileSync(child, CHILD)
    writeFileSync(bootstrap, BOOTSTRAP)
    const modules = ['../bin/run-child.mjs', '../scripts/bootstrap/watch-parent.mjs'].map(
      (name) => new URL(name, import.meta.url).href,
    )
    const command = [process.execPath, bootstrap, ...modules, child, note].map((word) => `'${word}'`).join(' ')
    const npm = spawn(process.execPath, ['-e', NPM, `${command}; :`], {
      env: { ...process.env, npm_lifecycle_event: 'start' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(npm.stdout, 'data')
    npm.kill('SIGKILL')
    await once(npm, 'exit')
    await expect.poll(() => existsSync(note), { timeout: 10_000 }).toBe(true)
  })
})
