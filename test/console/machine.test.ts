import { chmodSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Console, openConsole, PATIENCE_MS, TEST_MS } from '../support/browser.ts'
import { connectClient } from '../support/clients.ts'

vi.setConfig({ testTimeout: TEST_MS, hookTimeout: TEST_MS })

let desk: Console
let page: Page

beforeAll(async () => {
  desk = await openConsole({ before: (_data, workdir) => mkdirSync(join(workdir, '..', '.cursor')) })
  page = desk.page
})
afterAll(() => desk?.[Symbol.asyncDispose]())

const visit = (path: string) => page.goto(`${desk.host.url}${path}`)
const asAgent = (method: string, path: string) =>
  fetch(`${desk.host.url}${path}`, { method, headers: { authorization: `Bearer ${desk.host.token}` } })

describe('clients', () => {
  it('a connected client is tried, from its entry to the answer of a call', async () => {
    const { planId } = await desk.api.post<{ planId: string }>('/api/clients/cursor/plan', { action: 'connect' })
    await desk.api.post('/api/clients/apply', { planId })
    await visit('/clients')
    await page.getByRole('button', { name: 'Test Cursor' }).click()
    const proofs = page.getByRole('list', { name: 'Proofs of Cursor' })
    await proofs.getByRole('listitem').filter({ hasText: 'Test call' }).waitFor()
    expect(await proofs.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/^Configured\s+ok\s/),
      expect.stringMatching(/^Starts\s+ok\s+upperhand /),
      expect.stringMatching(/^Lists its tools\s+ok\s+\d+ tools/),
      expect.stringMatching(/^Test call\s+ok\s+file_operations answered/),
    ])
    const [call] = await desk.api.calls('?client=upperhand-doctor')
    expect(call).toMatchObject({ state: 'succeeded', isPerson: false })
    expect(await desk.api.pending()).toEqual([])
  })

  it('Open WebUI is told as steps, with the address and the token', async () => {
    await visit('/clients')
    await page.getByRole('button', { name: 'Connect Open WebUI' }).click()
    const steps = page.getByRole('dialog', { name: 'Connect Open WebUI' }).getByRole('listitem')
    await steps.filter({ hasText: 'Admin Settings' }).waitFor()
    const words = await steps.allInnerTexts()
    expect(words).toContain(`URL: ${desk.host.mcp}`)
    expect(words).toContain(`Token: ${desk.host.token}`)
    expect(words).toContain('Or a token for it alone: upperhand tokens add open-webui --profile <id>')
  })

  it('what to paste elsewhere is copied with a click', async () => {
    await visit('/clients')
    const snippet = page.getByRole('group', { name: 'Configuration by command' })
    await snippet.locator('xpath=..').getByRole('button', { name: 'Copy' }).click()
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()), { timeout: PATIENCE_MS })
      .toMatch(/"mcpServers"[\s\S]*"stdio"/)
  })
})

describe('the doctor', () => {
  it('says from the page what is in order', async () => {
    await visit('/settings')
    await page.getByRole('button', { name: 'Check everything' }).click()
    await page.getByText('Everything is in order.').waitFor()
    const findings = page.getByRole('list', { name: 'Findings' })
    expect(await findings.innerText()).toMatch(/history\s+ok\s+Intact, \d+ entries/)
    await page.getByText('No sandbox of the operating system').waitFor()
  })

  it('says what is wrong, with what puts it right, and changes nothing', async () => {
    const token = join(desk.host.dataDir, 'token')
    chmodSync(token, 0o644)
    await visit('/settings')
    await page.getByRole('button', { name: 'Check everything' }).click()
    await page.getByText('Something is wrong.').waitFor()
    const wrong = page.getByRole('list', { name: 'Findings' }).getByRole('listitem').filter({ hasText: 'problem' })
    expect(await wrong.innerText()).toContain(`chmod 0600 ${token}`)
    expect(statSync(token).mode & 0o777).toBe(0o644)
    chmodSync(token, 0o600)
  })
})

describe('recordings', () => {
  const rows = () => page.locator('.xterm-accessibility-tree, .xterm-rows')
  const shown = async () => (await rows().allInnerTexts()).join('\n')
  const sees = (text: RegExp) => expect.poll(shown, { timeout: PATIENCE_MS }).toMatch(text)
  const position = () => page.getByRole('slider', { name: 'Position' })

  /** A thousand steps, each as long after the one before as a pause may be. */
  const record = (id: string, title: string) => {
    const steps = Array.from({ length: 1_000 }, (_, at) => JSON.stringify([at * 60, 'o', `step ${at + 1};\r\n`]))
    const header = JSON.stringify({ version: 2, width: 90, height: 20, timestamp: 1_700_000_000, title })
    mkdirSync(join(desk.host.dataDir, 'recordings'), { recursive: true, mode: 0o700 })
    writeFileSync(join(desk.host.dataDir, 'recordings', `${id}.cast`), `${[header, ...steps].join('\n')}\n`)
  }

  it('a terminal that was recorded is played from its menu', async () => {
    const wanted = { cwd: desk.host.workdir, command: 'echo played-$((40+2)); cat', record: true }
    const { id } = await desk.api.post<{ id: string }>('/api/terminals', wanted)
    await visit(`/terminals/${id}`)
    await sees(/played-42/)
    await expect.poll(() => desk.api.text(`/api/recordings/${id}`), { timeout: PATIENCE_MS }).toContain('played-42')
    await page.getByRole('button', { name: 'More for this terminal' }).click()
    await page.getByRole('menuitem', { name: /^Play the recording/ }).click()
    await page.getByRole('button', { name: 'Play', exact: true }).click()
    await sees(/played-42/)
    await desk.api.post(`/api/terminals/${id}/stop`, { force: true })
  })

  it('one of a terminal that is gone is chosen in the history, played faster, held, and moved along', async () => {
    record('s_long', '<img src=x onerror=alert(1)>')
    await visit('/history')
    await page.getByRole('link', { name: 'Recordings' }).click()
    await page.getByRole('link', { name: /<img src=x onerror/ }).click()
    await sees(/step 1;/)
    await page.getByRole('combobox', { name: 'Speed' }).selectOption('10')
    await page.getByRole('button', { name: 'Play', exact: true }).click()
    await sees(/step (?:[3-9]|\d\d+);/)
    await page.getByRole('button', { name: 'Pause', exact: true }).click()
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor()
    await position().fill('1998')
    await sees(/step 1000;/)
    await position().fill('2')
    // The text for screen readers follows the screen a little later.
    await sees(/^(?![\s\S]*step (?:[3-9]|\d\d+);)[\s\S]*step 2;/)
  })
})

it('keys for a program are asked for key by key', async () => {
  await using client = await connectClient(desk.host, 'http 2025', { name: 'typist' })
  const terminals = (args: object) => client.call('terminal_operations', { ...args })
  const started = terminals({ operation: 'run_command', command: 'cat > typed.txt', isBackground: true })
  await desk.api.decide(await desk.api.nextPending())
  const session_id = String((await started).structured['terminalId'])
  const typing = terminals({ operation: 'send_input', session_id, input: 'yes\u001b', enter: true })
  await visit('/')
  const keys = page.getByRole('group', { name: 'Keys' })
  await keys.waitFor()
  expect(await keys.innerText()).toMatch(/^yes\s*Esc\s*⏎$/)
  await desk.api.decide(await desk.api.nextPending(), { decision: 'deny' })
  expect((await typing).isError).toBe(true)
  await desk.api.post(`/api/terminals/${session_id}/stop`, { force: true })
})

describe('a profile', () => {
  const inForce = () => desk.api.get<{ level: string; paths: string }>('/api/profiles/workspace-agent')
  const poll = () => expect.poll(inForce, { timeout: PATIENCE_MS })

  it('gets a level, and what counts as inside, from the page; its clients feel it at once', async () => {
    await using client = await connectClient(desk.host, 'http 2025', { name: 'shop-agent' })
    await visit('/tools/workspace-agent')
    await page.getByRole('combobox', { name: 'Level' }).selectOption('read_only')
    await page.getByRole('combobox', { name: 'Inside is' }).selectOption('projects')
    await poll().toMatchObject({ level: 'read_only', paths: 'projects' })
    const refused = await client.call('file_operations', { operation: 'create_file', filePath: 'a.txt', content: 'x' })
    expect([refused.isError, existsSync(join(desk.host.workdir, 'a.txt'))]).toEqual([true, false])
  })

  it('gets full access only when its name is typed', async () => {
    await visit('/tools/workspace-agent')
    await page.getByRole('combobox', { name: 'Level' }).selectOption('full_access')
    const sheet = page.getByRole('dialog', { name: 'Full access for workspace-agent?' })
    await sheet.getByRole('textbox').fill('workspace')
    expect(await sheet.getByRole('button', { name: 'Give full access' }).isDisabled()).toBe(true)
    expect((await inForce()).level).not.toBe('full_access')
    await sheet.getByRole('textbox').fill('workspace-agent')
    await sheet.getByRole('button', { name: 'Give full access' }).click()
    await page.getByText('Full access: only what is critical asks').waitFor()
    await poll().toMatchObject({ level: 'full_access' })
  })
})

it.each([
  ['PATCH', '/api/profiles/workspace-agent'],
  ['POST', '/api/doctor'],
  ['POST', '/api/clients/cursor/test'],
  ['GET', '/api/recordings'],
  ['GET', '/api/recordings/s_long'],
])('%s %s is not for agents', async (method, path) => {
  expect((await asAgent(method, path)).status).toBe(403)
})

it('nothing broke a policy or threw', () => {
  expect(desk.faults).toEqual([])
})
