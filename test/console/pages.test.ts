import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Console, openConsole, PATIENCE_MS, TEST_MS } from '../support/browser.ts'
import { connectClient, type TestClient } from '../support/clients.ts'

vi.setConfig({ testTimeout: TEST_MS, hookTimeout: TEST_MS })

let desk: Console
let client: TestClient
let page: Page

beforeAll(async () => {
  desk = await openConsole({ before: (_data, workdir) => mkdirSync(join(workdir, '..', '.cursor')) })
  page = desk.page
  client = await connectClient(desk.host, 'http 2025', { name: 'shop-agent' })
})
afterAll(async () => {
  await client?.[Symbol.asyncDispose]()
  await desk?.[Symbol.asyncDispose]()
})

const files = (args: Record<string, unknown>) => client.call('file_operations', args)
const visit = (path: string) => page.goto(`${desk.host.url}${path}`)
const inWork = (name: string) => join(desk.host.workdir, name)

describe('history', () => {
  const calls = () => page.getByRole('listbox', { name: 'Calls' })

  it('finds a call by a word and shows what happened', async () => {
    await files({ operation: 'create_file', filePath: 'apples.txt', content: 'red\n' })
    await files({ operation: 'create_file', filePath: 'pears.txt', content: 'green\n' })
    await visit('/history')
    await calls().getByRole('option').filter({ hasText: 'pears.txt' }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('apples')
    await calls().getByRole('option').filter({ hasText: 'pears.txt' }).waitFor({ state: 'detached' })
    await calls().getByRole('option').filter({ hasText: 'apples.txt' }).first().click()
    const detail = page.getByRole('article')
    await detail.getByRole('heading', { name: /apples\.txt/ }).waitFor()
    await detail.getByRole('list', { name: 'Timeline' }).getByText('Ended').waitFor()
    expect(await detail.innerText()).toMatch(/allows it \(write inside\)/)
    expect(new URL(page.url()).search).toBe('?q=apples')
  })

  it('undoes a call: the file is gone, and the undo is a call of its own', async () => {
    await files({ operation: 'create_file', filePath: 'undone.txt', content: 'x\n' })
    expect(existsSync(inWork('undone.txt'))).toBe(true)
    await visit('/history?q=undone')
    await calls().getByRole('option').filter({ hasText: 'undone.txt' }).first().click()
    await page.getByRole('button', { name: 'Undo…' }).click()
    await page.getByRole('list', { name: 'What the undo does' }).getByText('undone.txt').waitFor()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await page.getByText(/^Undone by this call/).waitFor()
    expect(existsSync(inWork('undone.txt'))).toBe(false)
  })

  it('an undo that would lose a later change shows the conflict and does nothing by itself', async () => {
    await files({ operation: 'create_file', filePath: 'conflict.txt', content: 'agent\n' })
    writeFileSync(inWork('conflict.txt'), 'mine\n')
    await visit('/history?q=conflict')
    await calls().getByRole('option').filter({ hasText: 'conflict.txt' }).first().click()
    await page.getByRole('button', { name: 'Undo…' }).click()
    await page.getByText('Something changed since. Look before you insist.').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    expect(readFileSync(inWork('conflict.txt'), 'utf8')).toBe('mine\n')
  })

  it('checks the chain and exports', async () => {
    await visit('/history')
    await page.getByRole('button', { name: 'Check the chain' }).click()
    await page.getByText(/\d+ entries, unbroken/).waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Export' }).click()
    const path = await (await download).path()
    const lines = readFileSync(path, 'utf8').trim().split('\n')
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ seq: 1, type: 'host.started' })
  })
})

describe('tools', () => {
  it('a tool that is switched off vanishes from a connected client, and comes back', async () => {
    await using flat = await connectClient(desk.host, 'http 2026', { profile: 'remote-primitives' })
    expect(await flat.toolNames()).toContain('fs_write')
    await visit('/tools/remote-primitives')
    await page.getByText('The calling program confirms').waitFor()
    const toggle = page.getByRole('switch', { name: /\(filesystem\.fs_write\)/ })
    await toggle.click()
    await expect.poll(() => toggle.getAttribute('aria-checked'), { timeout: PATIENCE_MS }).toBe('false')
    expect(await flat.toolNames()).not.toContain('fs_write')
    await toggle.click()
    await expect.poll(() => flat.toolNames(), { timeout: PATIENCE_MS }).toContain('fs_write')
  })

  it('confirm makes a tool ask', async () => {
    await visit('/tools')
    const select = page.getByRole('combobox', { name: 'Permission of file_operations.read_file' })
    await select.selectOption('confirm')
    await expect
      .poll(async () => JSON.stringify(await desk.api.get('/api/profiles/workspace-agent')), { timeout: PATIENCE_MS })
      .toContain('"permission":"confirm"')
    const call = files({ operation: 'read_file', filePath: 'apples.txt' })
    await desk.api.decide(await desk.api.nextPending(), { decision: 'deny' })
    expect((await call).isError).toBe(true)
    await select.selectOption('')
    await expect
      .poll(async () => JSON.stringify(await desk.api.get('/api/profiles/workspace-agent')), { timeout: PATIENCE_MS })
      .not.toContain('"permission":"confirm"')
  })

  it('a profile is cloned, compared, made active, and deleted', async () => {
    await visit('/tools/read-only')
    await page.getByRole('button', { name: 'Clone' }).click()
    await page.getByRole('textbox', { name: 'Id' }).fill('night')
    await page.getByRole('button', { name: 'Make the copy' }).click()
    await page.waitForURL('**/tools/night')
    await page.getByRole('button', { name: 'Compare' }).click()
    const sheet = page.getByRole('dialog', { name: 'Compare profiles' })
    await sheet.getByRole('combobox').selectOption('everything')
    await sheet.getByRole('cell', { name: 'level' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Make it active' }).click()
    await page.getByRole('button', { name: /night active/ }).waitFor()
    expect(await desk.api.get('/api/profiles')).toMatchObject({ active: 'night' })
    await desk.api.post('/api/profiles/active', { id: 'workspace-agent' })
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('button', { name: 'Delete the profile' }).click()
    await page.getByRole('button', { name: 'night' }).waitFor({ state: 'detached' })
  })

  it('an export comes back as an import', async () => {
    const text = await desk.api.text('/api/profiles/read-only/export')
    await visit('/tools')
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByRole('textbox', { name: 'Or its text' }).fill(text)
    await page.getByRole('textbox', { name: 'Under another id' }).fill('borrowed')
    await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click()
    await page.waitForURL('**/tools/borrowed')
    await page.getByRole('button', { name: 'borrowed' }).waitFor()
  })

  it('a tool can be tried from a form made of its schema', async () => {
    await visit('/tools')
    await page.getByRole('searchbox', { name: 'Find tools' }).fill('/^think /')
    await page.getByRole('button', { name: /^Think/ }).click()
    await page.getByText('Try it').click()
    await page.getByRole('textbox', { name: 'thoughts (required)' }).fill('a quiet thought')
    await page.getByRole('button', { name: 'Run' }).click()
    await page.getByRole('region', { name: 'Outcome' }).getByText('a quiet thought').waitFor()
  })
})

describe('rules and permissions (L4)', () => {
  it('a permission is shown and ends with one click; the next call asks', async () => {
    const look = () => files({ operation: 'read_file', filePath: '/etc/hostname' })
    const call = look()
    await desk.api.decide(await desk.api.nextPending(), { scope: 'run' })
    await call
    expect((await look()).isError).toBe(false)
    await visit('/rules')
    await page.getByRole('button', { name: 'Revoke the permission for file_operations.read_file' }).click()
    await page.getByText('Nothing is allowed for longer than once.').waitFor()
    const again = look()
    await desk.api.decide(await desk.api.nextPending(), { decision: 'deny' })
    expect((await again).isError).toBe(true)
  })

  it('a rule is made by hand with examples, tested, and revoked', async () => {
    await visit('/rules')
    await page.getByRole('button', { name: 'New rule' }).click()
    const sheet = page.getByRole('dialog', { name: 'New rule' })
    await sheet.getByRole('textbox', { name: 'Operation' }).fill('file_operations.create_file')
    await sheet.getByRole('textbox', { name: 'Path' }).fill(`${desk.host.workdir}/generated/**`)
    await sheet.getByRole('textbox', { name: 'Must match', exact: true }).fill(`${desk.host.workdir}/generated/a.ts`)
    await sheet.getByRole('textbox', { name: 'Must not match' }).fill(`${desk.host.workdir}/src/a.ts`)
    await sheet.getByRole('textbox', { name: 'Told to the agent' }).fill('Run the build instead.')
    await sheet.getByRole('button', { name: 'What would it change?' }).click()
    await sheet.getByRole('region', { name: 'What it would change' }).waitFor()
    await sheet.getByRole('button', { name: 'Save the rule' }).click()
    await page.getByText('Run the build instead.').waitFor()

    await page.getByRole('textbox', { name: 'Tool' }).fill('file_operations.create_file')
    await page
      .getByRole('textbox', { name: 'Arguments (JSON)' })
      .fill(JSON.stringify({ filePath: inWork('generated/b.ts'), content: '' }))
    await page.getByRole('textbox', { name: 'Working directory' }).fill(desk.host.workdir)
    await page.getByRole('button', { name: 'Judge it' }).click()
    await page.getByRole('region', { name: 'Verdict' }).getByText('deny', { exact: true }).waitFor()

    const refused = await files({ operation: 'create_file', filePath: 'generated/c.ts', content: '' })
    expect([refused.isError, refused.text]).toEqual([true, expect.stringContaining('Run the build instead.')])
    await page.getByRole('button', { name: /Revoke the rule deny/ }).click()
    await page.getByText('No rules.').waitFor()
  })
})

describe('clients and settings', () => {
  it('a client is connected by a diff that was looked at (L12)', async () => {
    await visit('/clients')
    await page.getByRole('button', { name: 'Connect Cursor' }).click()
    const sheet = page.getByRole('dialog', { name: 'Connect Cursor' })
    await sheet.getByRole('group', { name: /Changes of/ }).waitFor()
    expect(existsSync(join(desk.host.home, '.cursor', 'mcp.json'))).toBe(false)
    await sheet.getByRole('button', { name: 'Make this change' }).click()
    await sheet.getByText(/Done\. Restart Cursor/).waitFor()
    expect(readFileSync(join(desk.host.home, '.cursor', 'mcp.json'), 'utf8')).toContain('stdio')
    await sheet.getByRole('button', { name: 'Close', exact: true }).last().click()
    await page.getByRole('button', { name: 'Disconnect Cursor' }).waitFor()
  })

  it('who is connected is shown, and can be paused', async () => {
    await visit('/clients')
    await page.getByRole('button', { name: 'Pause shop-agent' }).click()
    await page.getByRole('button', { name: 'Let it go on: shop-agent' }).waitFor()
    expect((await client.call('think', { thoughts: 'x' })).text).toContain('paused this run')
    await page.getByRole('button', { name: 'Let it go on: shop-agent' }).click()
    await page.getByRole('button', { name: 'Pause shop-agent' }).waitFor()
    expect((await client.call('think', { thoughts: 'x' })).isError).toBe(false)
  })

  it('a token is made, shown once, and revoked', async () => {
    await visit('/settings')
    await page.getByRole('button', { name: 'New token' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('night-agent')
    await page.getByRole('button', { name: 'Make the token' }).click()
    await page.getByRole('dialog', { name: 'The secret of night-agent' }).waitFor()
    await page.getByRole('button', { name: 'I have it' }).click()
    await page.getByRole('button', { name: 'Revoke night-agent' }).click()
    await page.getByText('Every client uses the token of this machine.').waitFor()
  })

  it('settings are written where they belong', async () => {
    await visit('/settings')
    await page.getByRole('textbox', { name: 'Days the history is kept' }).fill('30')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect
      .poll(() => readFileSync(join(desk.host.dataDir, 'settings.json'), 'utf8'), { timeout: PATIENCE_MS })
      .toContain('"historyDays": 30')
  })

  it('a theme is chosen and kept', async () => {
    await visit('/settings')
    await page.getByText('High contrast').click()
    await page.reload()
    expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('contrast')
    await page.getByText('System', { exact: true }).click()
    expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBeUndefined()
  })
})

describe('every page', () => {
  const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

  /** Whatever stands in the rail, those that come later included. */
  const paths = async () => {
    await visit('/')
    const links = page.getByRole('navigation', { name: 'Pages' }).first().getByRole('link')
    const found = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
    expect(found.length).toBeGreaterThan(5)
    return [...new Set(found)]
  }

  it('has no serious accessibility finding, light and dark, and fits into a desktop, a tablet and a phone', async () => {
    for (const path of await paths()) {
      await visit(path)
      await page.locator('main h1').first().waitFor({ state: 'attached' })
      await page.evaluate(axe)
      expect.soft(await findings({}), path).toEqual([])
      await colours('dark')
      expect.soft(await findings({ runOnly: ['color-contrast'] }), `${path} dark`).toEqual([])
      await colours('light')
      for (const width of [1_440, 1_024, 700, 360, 1_280]) {
        await page.setViewportSize({ width, height: 860 })
        expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(width)
      }
    }
  })

  /** Colours change over some frames; in between, letters of one theme stand on the ground of the other. */
  const colours = async (colorScheme: 'light' | 'dark') => {
    await page.emulateMedia({ colorScheme })
    await page.evaluate(async () => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      for (let count = 0; count < 3; count++) await frame()
      await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)))
      await frame()
    })
  }

  const findings = (options: object) =>
    page.evaluate(async (given) => {
      const { run } = (globalThis as unknown as { axe: Axe }).axe
      const { violations } = await run(given)
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`)
    }, options)

  it('broke no policy and threw nothing', () => {
    expect(desk.faults).toEqual([])
  })
})

interface Axe {
  readonly run: (options: object) => Promise<{
    readonly violations: readonly {
      readonly id: string
      readonly impact: string | null
      readonly nodes: readonly { readonly html: string }[]
    }[]
  }>
}
