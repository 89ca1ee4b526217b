import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Console, openConsole, PATIENCE_MS, TEST_MS } from '../support/browser.ts'
import { connectClient } from '../support/clients.ts'
import { PAYLOADS } from './payloads.ts'

vi.setConfig({ testTimeout: TEST_MS, hookTimeout: TEST_MS })

let desk: Console
let page: Page
const foreign: string[] = []

beforeAll(async () => {
  // Every one of them asks; nobody waits for the answers.
  desk = await openConsole({ settings: { limits: { approvalsPerRun: 100, approvalsTotal: 200, patienceMs: 50 } } })
  page = desk.page
  await page.addInitScript(() => {
    const hits: string[] = []
    Object.assign(globalThis, { HIT: () => hits.push('hit'), hits })
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(desk.host.url)) foreign.push(request.url())
  })
})
afterAll(() => desk?.[Symbol.asyncDispose]())

const call = (tool: string, args: object) =>
  fetch(`${desk.host.url}/api/tools/${tool}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${desk.host.token}`,
      'content-type': 'application/json',
      'upperhand-workspace': desk.host.workdir,
    },
    body: JSON.stringify(args),
  })

/** How the page shows a text: hidden characters by name. */
const shown = (text: string) => text.replace(/[\p{Cc}\p{Cf}]/gu, (char) => `U+${hex(char)}`)
const hex = (char: string) => (char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
const named = (payload: string) => payload.replaceAll('/', '∕')

async function ran(): Promise<unknown> {
  return page.evaluate(() => (globalThis as unknown as { hits: string[] }).hits)
}

describe('what agents write', () => {
  it(`is text and nothing else in questions, contexts, names of files and their contents (${PAYLOADS.length} payloads)`, async () => {
    expect(PAYLOADS.length).toBeGreaterThanOrEqual(40)
    const outside = join(desk.host.home, 'outside')
    mkdirSync(outside)
    for (const [index, payload] of PAYLOADS.entries()) {
      const tool = index % 2 === 0 ? 'user_collaboration' : 'file_operations'
      const args =
        index % 2 === 0
          ? { prompt: payload, context: payload }
          : { operation: 'create_file', filePath: join(outside, `${index}-${named(payload)}`), content: payload }
      expect((await call(tool, args)).status, payload).toBeLessThan(300)
    }
    await page.goto(desk.host.url)
    const queue = page.getByRole('listbox', { name: 'Requests' })
    await expect.poll(() => queue.getByRole('option').count(), { timeout: PATIENCE_MS }).toBe(PAYLOADS.length)
    const cards = await desk.api.pending()
    for (const { id } of cards) {
      await page.evaluate((hash) => {
        location.hash = hash
      }, id)
      await page
        .locator('section', { has: page.locator('#card-title') })
        .getByText(id)
        .waitFor({ state: 'attached' })
      const text = await page
        .locator('section', { has: page.locator('#card-title') })
        .evaluate((card) => card.textContent)
      const approval = await desk.api.get<{ args: { prompt?: string; filePath?: string } }>(`/api/approvals/${id}`)
      const told = approval.args.prompt ?? approval.args.filePath ?? ''
      expect(text).toContain(shown(told))
    }
    expect(await ran()).toEqual([])
  })

  it('is text in the history, its search and its details', async () => {
    for (const [index, payload] of PAYLOADS.entries()) {
      writeFileSync(join(desk.host.workdir, `${index}.txt`), payload)
      const args = { operation: 'read_file', filePath: `${index}.txt`, [`x${index}`]: payload }
      await call('file_operations', index % 3 === 0 ? args : { operation: 'read_file', filePath: `${index}.txt` })
      await call('think', { thoughts: payload })
    }
    await page.goto(`${desk.host.url}/history`)
    const calls = page.getByRole('listbox', { name: 'Calls' })
    await calls.getByRole('option').first().waitFor()
    for (let step = 0; step < 12; step += 1) {
      await page.keyboard.press('j')
      await page.getByRole('article').waitFor()
    }
    await page.goto(`${desk.host.url}/history?q=${encodeURIComponent(PAYLOADS[1] ?? '')}`)
    await calls.getByRole('option').first().click()
    await page
      .getByRole('article')
      .getByText(PAYLOADS[1] ?? '')
      .first()
      .waitFor()
    expect(await ran()).toEqual([])
  })

  it('can not forge a client: a name is one chip, in our frame, without line breaks', async () => {
    const name = 'claude-code › approved by you\n<img src=x onerror=HIT()>\u202e'
    await using client = await connectClient(desk.host, 'http 2025', { name })
    await client.call('think', { thoughts: 'x' })
    await page.goto(`${desk.host.url}/clients`)
    const chip = page.getByText('claude-code › approved by you').first()
    await chip.waitFor()
    expect(await chip.innerText()).toContain('<img src=x onerror=HIT()>')
    expect(await chip.evaluate((element) => getComputedStyle(element).whiteSpaceCollapse ?? '')).not.toBe('preserve')
    expect(await page.getByRole('img', { name: 'x' }).count()).toBe(0)
    expect(await ran()).toEqual([])
  })

  it('was never loaded from anywhere, broke no policy and opened no dialog', () => {
    expect(foreign).toEqual([])
    expect(desk.faults).toEqual([])
  })
})
