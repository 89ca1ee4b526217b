import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ApprovalSummary } from '../../src/contract/approvals.ts'
import { type Console, openConsole, PATIENCE_MS, TEST_MS } from '../support/browser.ts'
import { connectClient, type TestClient } from '../support/clients.ts'

vi.setConfig({ testTimeout: TEST_MS, hookTimeout: TEST_MS })

let desk: Console
let client: TestClient
let page: Page
let outside: string

beforeAll(async () => {
  desk = await openConsole({ settings: { limits: { approvalsPerRun: 90 } } })
  page = desk.page
  outside = join(desk.host.home, 'outside')
  mkdirSync(outside)
  client = await connectClient(desk.host, 'http 2025', { name: 'shop-agent' })
})
afterAll(async () => {
  await client?.[Symbol.asyncDispose]()
  await desk?.[Symbol.asyncDispose]()
})

/** What a failed test left behind would fail the next one too. */
afterEach(async () => {
  const left = await pending()
  for (const approval of left) await desk.api.decide(approval, { decision: 'deny' }).catch(() => {})
  if (left.length > 0) await page.goto(desk.host.url)
})

const queue = (on = page) => on.getByRole('listbox', { name: 'Requests' })
const card = (on = page) => on.getByRole('region').filter({ has: on.locator('#card-title') })

/** Reading outside the working directory asks, with low risk. */
function read(name: string, content = name) {
  writeFileSync(join(outside, name), content)
  return client.call('file_operations', { operation: 'read_file', filePath: join(outside, name) })
}

/** Writing outside asks, with high risk. */
function write(name: string, content: string) {
  return client.call('file_operations', { operation: 'create_file', filePath: join(outside, name), content })
}

async function appears(name: string, on = page) {
  await queue(on).getByRole('option').filter({ hasText: name }).waitFor()
}

async function open(name: string, on = page) {
  await appears(name, on)
  await queue(on).getByRole('option').filter({ hasText: name }).click()
  await card(on).getByText(name).first().waitFor()
}

async function isEmpty(on = page) {
  await on.getByText('Nothing needs you.').waitFor()
}

async function pending(): Promise<ApprovalSummary[]> {
  return desk.api.pending()
}

describe('the inbox', () => {
  it('says that nothing needs anybody, and what runs by itself', async () => {
    await isEmpty()
    await page.getByText(/Asking: what the level allows runs by itself/).waitFor()
  })

  it('a card says who, what, where, why and how risky it is (L8, L9), and an approval reaches the client', async () => {
    const call = read('price list.txt', 'bread 3')
    await open('price list.txt')
    await card().getByRole('heading', { name: 'Read file' }).waitFor()
    const text = await card().innerText()
    expect(text).toContain('shop-agent')
    expect(text).toMatch(/run_[0-9a-f]{6}…/)
    expect(text).toContain('file_operations.read_file')
    expect(text).toContain(desk.host.workdir)
    expect(text).toContain('outside the working directory')
    expect(text).toMatch(/LOW/i)
    expect(text).toMatch(/expires in \d+:\d\d/)
    await page.getByRole('button', { name: 'Approve once' }).click()
    expect((await call).text).toContain('bread 3')
    await isEmpty()
  })

  it('a denial with a message reaches the agent', async () => {
    const call = read('salaries.txt')
    await open('salaries.txt')
    await page.getByRole('button', { name: 'More ways to deny' }).click()
    await page.getByRole('menuitem', { name: /Deny and tell the agent/ }).click()
    await page.getByRole('textbox', { name: 'Message' }).fill('Use the anonymous list.')
    await page.getByRole('button', { name: 'Deny with this message' }).click()
    const answer = await call
    expect([answer.isError, answer.text]).toEqual([true, expect.stringContaining('Use the anonymous list.')])
    await isEmpty()
  })

  it('high risk is held, or approved in two steps; a click alone decides nothing', async () => {
    const call = write('held.txt', 'one\ntwo\n')
    await open('held.txt')
    await card().getByText('new file').waitFor()
    expect(await page.getByRole('button', { name: 'Approve once', exact: true }).count()).toBe(0)
    await page.getByRole('button', { name: /Hold to approve once/ }).click()
    expect(await pending()).toHaveLength(1)
    await page.getByRole('button', { name: 'More ways to approve' }).click()
    await page.getByRole('menuitem', { name: /Approve in two steps/ }).click()
    await page.getByRole('button', { name: 'Confirm: approve once' }).click()
    expect((await call).isError).toBe(false)
    expect(readFileSync(join(outside, 'held.txt'), 'utf8')).toBe('one\ntwo\n')

    const second = write('longer.txt', 'x')
    await open('longer.txt')
    const hold = page.getByRole('button', { name: /Hold to approve once/ })
    await expect.poll(() => hold.isEnabled(), { timeout: PATIENCE_MS }).toBe(true)
    await hold.hover()
    await page.mouse.down()
    expect((await second).isError).toBe(false)
    await page.mouse.up()
    await isEmpty()
  })

  it('critical offers only once, and needs a second click after the hold', async () => {
    const call = client.call('file_operations', {
      operation: 'create_file',
      filePath: join(desk.host.workdir, '.env'),
      content: 'KEY=1',
    })
    await open('.env')
    await page.getByRole('button', { name: 'More ways to approve' }).click()
    expect(await page.getByRole('menuitem').allInnerTexts()).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/minutes|this run|rule/)]),
    )
    await page.keyboard.press('Escape')
    const hold = page.getByRole('button', { name: /Hold to approve once/ })
    await hold.hover()
    await page.mouse.down()
    await page.getByRole('button', { name: 'Confirm: approve once' }).waitFor()
    await page.mouse.up()
    expect(existsSync(join(desk.host.workdir, '.env'))).toBe(false)
    await page.getByRole('button', { name: 'Confirm: approve once' }).click()
    expect((await call).isError).toBe(false)
    await isEmpty()
  })

  it('approved for this run, the same call asks no more (L4)', async () => {
    const call = read('again.txt')
    await open('again.txt')
    await page.getByRole('button', { name: 'More ways to approve' }).click()
    await page.getByRole('menuitem', { name: /For this run/ }).click()
    expect((await call).isError).toBe(false)
    expect((await read('again.txt')).isError).toBe(false)
    expect(await pending()).toEqual([])
  })

  it('a rule is chosen from narrow to broad, with what it would have changed, and holds at once (L4, L5)', async () => {
    const call = read('ruled.txt')
    await open('ruled.txt')
    await page.getByRole('button', { name: 'More ways to approve' }).click()
    await page.getByRole('menuitem', { name: /Always, by a rule/ }).click()
    const choices = page.getByRole('radiogroup', { name: 'Rules from narrow to broad' })
    await choices.getByRole('radio').first().waitFor()
    expect(await choices.getByRole('radio').first().isChecked()).toBe(true)
    expect(await choices.innerText()).toMatch(/Of the last \d+ calls it matches \d+/)
    await page.getByRole('button', { name: 'Make the rule and approve' }).click()
    expect((await call).isError).toBe(false)
    await expect
      .poll(async () => (await desk.api.get<{ rules: unknown[] }>('/api/rules')).rules.length, { timeout: PATIENCE_MS })
      .toBe(1)
    expect((await read('ruled.txt')).isError).toBe(false)
    expect(await pending()).toEqual([])
  })

  it('edited arguments are judged and shown again, run as edited, and the agent is told (L7)', async () => {
    writeFileSync(join(outside, 'allowed.txt'), 'what may be read')
    const call = read('wished.txt')
    await open('wished.txt')
    await page.getByRole('button', { name: 'More ways to approve' }).click()
    await page.getByRole('menuitem', { name: /Edit the arguments/ }).click()
    const sheet = page.getByRole('dialog', { name: 'Edit the arguments' })
    expect(await sheet.getByRole('button', { name: 'Approve the edited call' }).isEnabled()).toBe(false)
    await sheet.getByRole('textbox', { name: 'filePath' }).fill(join(outside, 'allowed.txt'))
    await sheet.getByRole('button', { name: 'Check what would run' }).click()
    await sheet.getByRole('region', { name: 'What would run' }).getByText('allowed.txt').first().waitFor()
    await sheet.getByRole('button', { name: 'Approve the edited call' }).click()
    const answer = await call
    expect(answer.text).toContain('what may be read')
    expect(JSON.stringify([answer.structured, answer.meta, answer.text])).toMatch(/edited/i)
    await isEmpty()
  })

  it('a question is answered in words', async () => {
    const call = client.call('user_collaboration', { prompt: 'Which port?', context: '3000 is taken.' })
    await open('Which port?')
    await card().getByRole('group', { name: 'Context', exact: true }).getByText('3000 is taken.').waitFor()
    await page.getByRole('textbox', { name: 'Your answer' }).fill('Take 3001, please.')
    await page.getByRole('button', { name: 'Send the answer' }).click()
    expect((await call).text).toContain('Take 3001, please.')
    await isEmpty()
  })

  it('deny and pause: the run is refused everything until it is let go on', async () => {
    await using other = await connectClient(desk.host, 'http 2025', { name: 'other-agent' })
    const call = other.call('file_operations', { operation: 'read_file', filePath: '/etc/hostname' })
    await open('hostname')
    await page.getByRole('button', { name: 'More ways to deny' }).click()
    await page.getByRole('menuitem', { name: /Deny and pause this run/ }).click()
    expect((await call).isError).toBe(true)
    await expect
      .poll(async () => (await other.call('think', { thoughts: 'x' })).text, { timeout: PATIENCE_MS })
      .toContain('paused this run')
  })

  it('fifty cards that arrive while somebody types take no character and decide nothing (L2)', async () => {
    const first = read('typed-first.txt')
    await open('typed-first.txt')
    const before = await queue().getByRole('option').count()
    await page.getByRole('button', { name: 'More ways to deny' }).click()
    await page.getByRole('menuitem', { name: /Deny and tell the agent/ }).click()
    const box = page.getByRole('textbox', { name: 'Message' })
    await box.click()
    const words = 'add and accept all a5srd jump over 12 dams, as said. '.repeat(4)
    const calls = Array.from({ length: 50 }, (_, index) => read(`flood-${index}.txt`))
    await box.pressSequentially(words, { delay: 5 })
    await expect.poll(async () => (await pending()).length, { timeout: PATIENCE_MS }).toBe(51)
    expect(await box.inputValue()).toBe(words)
    await page.keyboard.press('Escape')
    expect(await queue().getByRole('option').count()).toBeGreaterThan(before)
    await card().getByText('typed-first.txt').first().waitFor()

    // Keys that fall on the page itself, outside of the inbox, decide nothing either.
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    await page.keyboard.type('aaa555sss d ')
    await page.keyboard.press('Enter')
    expect(await pending()).toHaveLength(51)

    await expect.poll(() => page.title(), { timeout: PATIENCE_MS }).toBe('(51) upperhand')
    for (const approval of await pending()) await desk.api.decide(approval, { decision: 'deny' })
    await Promise.all([first, ...calls])
    await page.mouse.move(0, 0)
    await page.goto(desk.host.url)
    await isEmpty()
  })

  it('a batch takes equal requests of low risk only, and names each', async () => {
    const calls = [read('batch-1.txt'), read('batch-2.txt'), write('batch-3.txt', 'x')]
    for (const name of ['batch-1.txt', 'batch-2.txt', 'batch-3.txt']) await appears(name)
    const row = (name: string) => queue().getByRole('option').filter({ hasText: name })
    expect(await row('batch-3.txt').getByRole('checkbox').count()).toBe(0)
    await row('batch-1.txt').getByRole('checkbox').check()
    await row('batch-2.txt').getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Approve all' }).click()
    const sheet = page.getByRole('dialog', { name: 'Approve 2 requests' })
    await sheet.getByText('batch-1.txt').waitFor()
    await sheet.getByText('batch-2.txt').waitFor()
    await sheet.getByRole('button', { name: 'Approve all' }).click()
    expect((await calls[0])?.isError).toBe(false)
    expect((await calls[1])?.isError).toBe(false)
    const left = await pending()
    expect(left).toHaveLength(1)
    await desk.api.decide(left[0]!, { decision: 'deny' })
    await calls[2]
  })

  it('somebody else was quicker: the card says who, and a second decision changes nothing (L3)', async () => {
    const call = read('raced.txt')
    await open('raced.txt')
    await page.route('**/api/approvals/*/decision', async (route) => {
      const [approval] = await pending()
      if (approval !== undefined) await desk.api.decide(approval, { decision: 'deny', message: 'too late' })
      await route.continue()
    })
    await page.getByRole('button', { name: 'Approve once' }).click()
    await page.getByText('Somebody or something was quicker: your decision changed nothing.').waitFor()
    await card()
      .getByText(/Denied by/)
      .waitFor()
    await page.unroute('**/api/approvals/*/decision')
    expect((await call).text).toContain('too late')
    await page.goto(desk.host.url)
  })

  it('a decision names the card that was seen: another version or digest is refused (L3)', async () => {
    const call = read('stale.txt')
    await open('stale.txt')
    await page.route('**/api/approvals/*/decision', (route) => {
      const body = route.request().postDataJSON() as Record<string, unknown>
      return route.continue({ postData: JSON.stringify({ ...body, digest: 'of something else' }) })
    })
    await page.getByRole('button', { name: 'Approve once' }).click()
    await page.getByText('It changed since you looked, so nothing was decided.').waitFor()
    expect(await pending()).toHaveLength(1)
    await page.unroute('**/api/approvals/*/decision')
    await page.getByRole('button', { name: 'Approve once' }).click()
    expect((await call).isError).toBe(false)
    await isEmpty()
  })

  it('a new card can not be approved in its first half second', async () => {
    const { page: slow, context } = await desk.signIn()
    await slow.clock.install()
    const call = read('armed.txt')
    await slow.goto(desk.host.url)
    await open('armed.txt', slow)
    await slow.clock.pauseAt(Date.now() + 60_000)
    await slow.reload()
    await open('armed.txt', slow)
    const approve = slow.getByRole('button', { name: 'Approve once' })
    expect(await approve.isEnabled()).toBe(false)
    await slow.clock.runFor(400)
    expect(await approve.isEnabled()).toBe(false)
    await slow.clock.runFor(200)
    await expect.poll(() => approve.isEnabled(), { timeout: PATIENCE_MS }).toBe(true)
    await context.close()
    await desk.api.decide((await pending())[0]!)
    await call
  })

  it('works with the keyboard alone: move, approve, deny (L13)', async () => {
    const first = read('key-1.txt')
    await appears('key-1.txt')
    const calls = [first, read('key-2.txt')]
    await appears('key-2.txt')
    const selected = () => queue().getByRole('option', { selected: true }).innerText()
    await page.keyboard.press('k')
    await expect.poll(selected, { timeout: PATIENCE_MS }).toContain('key-1.txt')
    await page.keyboard.press('j')
    await expect.poll(selected, { timeout: PATIENCE_MS }).toContain('key-2.txt')
    await card().getByText('key-2.txt').first().waitFor()
    await page.keyboard.press('d')
    expect((await calls[1])?.isError).toBe(true)
    await expect.poll(selected, { timeout: PATIENCE_MS }).toContain('key-1.txt')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('listbox')
    const approve = page.getByRole('button', { name: 'Approve once' })
    await expect.poll(() => approve.isEnabled(), { timeout: PATIENCE_MS }).toBe(true)
    await page.keyboard.press('a')
    expect((await calls[0])?.isError).toBe(false)
    await isEmpty()
  })

  it('a phone shows the card as a whole, with a bar to decide (L13)', async () => {
    const { page: phone, context } = await desk.signIn({ width: 360, height: 740 })
    const call = read('phone.txt')
    await open('phone.txt', phone)
    const approve = phone.getByRole('button', { name: 'Approve once' })
    const deny = phone.getByRole('button', { name: 'Deny', exact: true })
    const [a, d] = [await approve.boundingBox(), await deny.boundingBox()]
    expect([a?.height, d?.height].every((height) => (height ?? 0) >= 56)).toBe(true)
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    await approve.click()
    expect((await call).isError).toBe(false)
    await isEmpty(phone)
    await context.close()
  })

  it('broke no policy and threw nothing', () => {
    expect(desk.faults).toEqual([])
  })
})
