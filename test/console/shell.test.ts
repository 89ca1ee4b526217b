import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Console, openConsole, PATIENCE_MS, TEST_MS } from '../support/browser.ts'

vi.setConfig({ testTimeout: TEST_MS, hookTimeout: TEST_MS })

let console_: Console
beforeAll(async () => {
  console_ = await openConsole()
})
afterAll(() => console_?.[Symbol.asyncDispose]())

describe('the shell of the page', () => {
  it('opens by a one-time link and shows what holds', async () => {
    const { page } = console_
    await page.getByRole('button', { name: 'Asking' }).waitFor()
    await page.getByText('Live', { exact: true }).first().waitFor()
    expect(new URL(page.url()).pathname).toBe('/')
    expect(new URL(page.url()).hash).toBe('')
  })

  it('is served with a strict policy, without inline scripts, and can not be framed', async () => {
    const response = await fetch(console_.host.url)
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).not.toMatch(/unsafe|https?:|\*|data:/)
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(response.headers.get('x-frame-options')).toBe('DENY')
    const html = await response.text()
    expect(html).not.toMatch(/<script(?![^>]*\ssrc=)|\son\w+=|<style/)
    const nonce = /nonce-([^']+)/.exec(policy)?.[1] ?? ''
    expect(html).toContain(nonce)
    expect((await fetch(console_.host.url)).headers.get('content-security-policy')).not.toBe(policy)
  })

  it.each([
    ['/assets/..%2f..%2fpackage.json', 'an encoded way out', 401],
    ['/assets/none.js', 'a file that was not built', 404],
    ['/metrics', 'a page that is no page', 401],
    ['/toolsx', 'a name that only begins like a page', 401],
    ['/api/status', 'the API', 401],
    ['/settings', 'a page', 200],
    ['/history/call_1', 'a page with an id', 200],
  ])('a stranger who asks for %s (%s) gets %i', async (path, _what, status) => {
    expect((await fetch(`${console_.host.url}${path}`)).status).toBe(status)
  })

  it('a stranger sees how to sign in, and nothing else', async () => {
    const context = await console_.browser.newContext()
    const page = await context.newPage()
    await page.goto(`${console_.host.url}/history`)
    await page.getByRole('heading', { name: 'upperhand is running' }).waitFor()
    expect(await page.getByText('upperhand open').count()).toBe(1)
    expect(await page.getByRole('navigation').count()).toBe(0)
    await context.close()
  })

  it('pauses and goes on from the pill and by a key', async () => {
    const { page, api } = console_
    await page.getByRole('button', { name: 'Asking' }).click()
    await page.getByRole('button', { name: 'Pause everything' }).click()
    await page.getByRole('button', { name: 'Paused' }).waitFor()
    expect(await api.get('/api/status')).toMatchObject({ isPaused: true })
    await page.keyboard.press('.')
    await page.getByRole('button', { name: 'Asking' }).waitFor()
    expect(await api.get('/api/status')).toMatchObject({ isPaused: false })
  })

  it('full access comes with a time, and shows what is left of it', async () => {
    const { page, api } = console_
    await page.getByRole('button', { name: 'Asking' }).click()
    await page.getByRole('button', { name: /Full access for 15 minutes/ }).click()
    await page.getByRole('button', { name: /Full access 14:\d\d left/ }).waitFor()
    await page.getByRole('button', { name: /Full access/ }).click()
    await page.getByRole('button', { name: /No limit of its own/ }).click()
    await page.getByRole('button', { name: 'Asking' }).waitFor()
    await expect.poll(() => api.get('/api/level')).toMatchObject({ level: null })
  })

  it('goes to pages by link, by keys and by the palette', async () => {
    const { page } = console_
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.waitForURL('**/settings')
    await page.keyboard.press('g')
    await page.keyboard.press('h')
    await page.waitForURL('**/history')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search and commands' }).fill('rul')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/rules')
    await page.goBack()
    await page.waitForURL('**/history')
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keys' }).waitFor()
    await page.keyboard.press('Escape')
    await page.goto(console_.host.url)
  })

  it('one connection serves all tabs, and a tab that closes hands it on', async () => {
    const { context, page } = console_
    const openStreams = async () =>
      Number(/upperhand_event_streams (\d+)/.exec(await console_.api.text('/metrics'))?.[1])
    await expect.poll(openStreams, { timeout: PATIENCE_MS }).toBe(1)
    const second = await context.newPage()
    await second.goto(console_.host.url)
    await second.getByText('Live', { exact: true }).first().waitFor()
    expect(await openStreams()).toBe(1)
    await page.close()
    await console_.api.post('/api/pause')
    await second.getByRole('button', { name: 'Paused' }).waitFor()
    await console_.api.post('/api/resume')
    await second.getByRole('button', { name: 'Asking' }).waitFor()
    await expect.poll(openStreams, { timeout: PATIENCE_MS }).toBe(1)
    await second.close()
  })

  it('nothing broke the policy and nothing was thrown', () => {
    expect(console_.faults).toEqual([])
  })
})

describe('a lost stream (L10)', () => {
  it('is announced, with the age of what is shown', async () => {
    const { page } = await console_.signIn()
    await page.getByText('Live', { exact: true }).first().waitFor()
    await console_.host.host.close()
    const banner = page.getByRole('alert').filter({ hasText: 'Connection lost' })
    await banner.waitFor()
    expect(await banner.innerText()).toMatch(/What you see is \d+ (s|min) old/)
  })
})
