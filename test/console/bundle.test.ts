import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, expect, it } from 'vitest'
import { ensureConsole } from '../../scripts/build-console.ts'

const WEB = join(import.meta.dirname, '..', '..', 'dist', 'web')
const BUDGET_BYTES = 250 * 1024

beforeAll(async () => {
  await ensureConsole()
}, 120_000)

it('all pages but the terminal fit into 250 KB of compressed script', () => {
  const sizes = globSync('assets/*.js', { cwd: WEB })
    .map((file) => ({ file, text: readFileSync(join(WEB, file)) }))
    .filter(({ text }) => !text.includes('xterm-'))
    .map(({ file, text }) => ({ file, bytes: gzipSync(text).length }))
  expect(sizes.length).toBeGreaterThan(5)
  expect(
    sizes.reduce((sum, { bytes }) => sum + bytes, 0),
    JSON.stringify(sizes),
  ).toBeLessThan(BUDGET_BYTES)
})

it('nothing is loaded from elsewhere', () => {
  const html = readFileSync(join(WEB, 'index.html'), 'utf8')
  expect(html).not.toMatch(/(?:src|href)="(?!\/)/)
  for (const file of globSync('assets/*.css', { cwd: WEB })) {
    expect(readFileSync(join(WEB, file), 'utf8')).not.toMatch(/url\((?!\/assets\/)["']?(?:https?:|\/\/|data:)/)
  }
})

it('nothing in it makes code out of text, which the policy would refuse', () => {
  for (const file of globSync('assets/*.js', { cwd: WEB })) {
    expect(readFileSync(join(WEB, file), 'utf8'), file).not.toMatch(/\bnew Function\(|\beval\(/)
  }
})
