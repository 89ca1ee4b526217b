import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Console, openConsole, PATIENCE_MS, TEST_MS } from '../support/browser.ts'
import { connectClient, type TestClient } from '../support/clients.ts'

vi.setConfig({ testTimeout: TEST_MS, hookTimeout: TEST_MS })

let desk: Console
let page: Page
let client: TestClient

beforeAll(async () => {
  desk = await openConsole({ flags: { port: await freePort() } })
  page = desk.page
  mkdirSync(join(desk.host.home, 'outside'))
  client = await connectClient(desk.host, 'http 2025', { name: 'shop-agent' })
})
afterAll(async () => {
  await client?.[Symbol.asyncDispose]()
  await desk?.[Symbol.asyncDispose]()
})

/** The same one before and after a restart. */
function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}

const read = (name: string) => {
  writeFileSync(join(desk.host.home, 'outside', name), name)
  return client.call('file_operations', { operation: 'read_file', filePath: join(desk.host.home, 'outside', name) })
}

it('reading inside never asks, and what was always approved is offered as a rule (L1)', async () => {
  writeFileSync(join(desk.host.workdir, 'inside.txt'), 'x')
  const inside = await client.call('file_operations', { operation: 'read_file', filePath: 'inside.txt' })
  expect(inside.isError).toBe(false)
  expect(await desk.api.pending()).toEqual([])
  for (let round = 0; round < 3; round += 1) {
    const call = read('often.txt')
    await desk.api.decide(await desk.api.nextPending())
    await call
  }
  await page.goto(desk.host.url)
  const strip = page.getByRole('complementary', { name: 'Suggestion' })
  await strip.getByText('You approved this 3×').waitFor()
  await strip.getByRole('button', { name: 'Make the rule' }).click()
  await strip.waitFor({ state: 'detached' })
  expect((await read('often.txt')).isError).toBe(false)
  expect(await desk.api.pending()).toEqual([])
})

it('three first steps are ticked by what really happened', async () => {
  await page.goto(desk.host.url)
  await page.getByText('Nothing needs you.').waitFor()
  expect(await page.getByRole('region', { name: 'First steps' }).count()).toBe(0)
})

it('no answer is not a no: expired and withdrawn have their own words (L6)', async () => {
  await desk.api.post('/api/tokens', { label: 'short-lived' })
  const { token, secret } = await desk.api.post<{ token: { id: string }; secret: string }>('/api/tokens', {
    label: 'gone',
  })
  const asked = fetch(`${desk.host.url}/api/tools/user_collaboration`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ prompt: 'Still there?' }),
  }).catch(() => undefined)
  const approval = await desk.api.nextPending()
  await page.goto(`${desk.host.url}/#${approval.id}`)
  await page.getByText('Still there?').first().waitFor()
  await fetch(`${desk.host.url}/api/tokens/${token.id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${desk.host.personKey()}` },
  })
  await page.getByText('Withdrawn: the agent does not ask any more.').waitFor()
  await page.getByRole('region', { name: 'Recently decided' }).getByText('withdrawn').waitFor()
  expect(await page.getByRole('button', { name: 'Send the answer' }).count()).toBe(0)
  await asked
})

it('a request that nobody answers expires, which is no denial (L6)', async () => {
  const patch = (limits: object) =>
    fetch(`${desk.host.url}/api/settings`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${desk.host.personKey()}`, 'content-type': 'application/json' },
      body: JSON.stringify({ limits }),
    })
  expect((await patch({ approvalExpiryMs: 3_000 })).status).toBe(200)
  const call = read('nobody.txt')
  // It may have expired before anybody looks.
  const asked = async () => {
    const { approvals } = await desk.api.get<{ approvals: { id: string; label: string }[] }>('/api/approvals')
    return approvals.find(({ label }) => label.includes('nobody.txt'))?.id
  }
  await expect.poll(asked, { timeout: PATIENCE_MS }).toBeDefined()
  const id = await asked()
  await page.goto(`${desk.host.url}/#${id}`)
  await page.getByText('Expired: nobody answered. The agent was told so; it is not a denial.').waitFor()
  expect(await desk.api.get(`/api/approvals/${id}`)).toMatchObject({ state: 'expired' })
  expect((await call).text).not.toMatch(/denied/i)
  await patch({ approvalExpiryMs: null })
})

it('a tool that is off is listed as off, not hidden (L11)', async () => {
  await page.goto(`${desk.host.url}/tools/read-only`)
  const off = page.getByRole('switch', { name: /\(file_operations\.create_file\)/ })
  await off.waitFor()
  expect(await off.getAttribute('aria-checked')).toBe('false')
})

it('after a restart the page goes on by itself, and shows what came meanwhile (L10)', async () => {
  await page.goto(desk.host.url)
  await page.getByText('Live', { exact: true }).first().waitFor()
  await client[Symbol.asyncDispose]()
  await desk.host.restart()
  client = await connectClient(desk.host, 'http 2025', { name: 'shop-agent' })
  const call = read('after.txt')
  await page.getByRole('option').filter({ hasText: 'after.txt' }).waitFor()
  await page.getByText('Connection lost').waitFor({ state: 'detached' })
  await page.getByRole('option').filter({ hasText: 'after.txt' }).click()
  const approve = page.getByRole('button', { name: 'Approve once' })
  await expect.poll(() => approve.isEnabled(), { timeout: PATIENCE_MS }).toBe(true)
  await approve.click()
  expect((await call).isError).toBe(false)
})

it('nothing was thrown and no policy was broken', () => {
  expect(desk.faults).toEqual([])
})
