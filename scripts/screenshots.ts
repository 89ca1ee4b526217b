import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { type Console, openConsole } from '../test/support/browser.ts'
import { connectClient, type TestClient } from '../test/support/clients.ts'
import { ROOT } from './run-tool.ts'

/** Pictures of every page, or of those that are named, with real data of a real host. All are in `.cache/screenshots`, the chosen ones in `docs/images`. */
const ALL = join(ROOT, '.cache', 'screenshots')
const DOCS = join(ROOT, 'docs', 'images')
const WIDTHS = [1_440, 1_024, 360]
const SETTLE_MS = 1_200

/** What stands in README and docs: page, width, colours, file. */
const CHOSEN = new Map([
  ['inbox-1440-light', 'inbox.png'],
  ['inbox-1440-dark', 'inbox-dark.png'],
  ['inbox-360-light', 'inbox-phone.png'],
  ['history-1440-light', 'history.png'],
  ['tools-1440-light', 'tools.png'],
])

const desk = await openConsole({ settings: { limits: { approvalsPerRun: 90, approvalsTotal: 200, patienceMs: 100 } } })
mkdirSync(ALL, { recursive: true })
mkdirSync(DOCS, { recursive: true })
try {
  await fill(desk)
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of WIDTHS) {
      const { page, context } = await desk.signIn({ width, height: width < 600 ? 740 : 900, colorScheme })
      for (const path of await paths(page)) await picture(page, path, `${width}-${colorScheme}`)
      await context.close()
    }
  }
} finally {
  await desk[Symbol.asyncDispose]()
}

async function paths(page: Page): Promise<readonly string[]> {
  const links = page.locator('nav[aria-label="Pages"]').first().locator('a')
  const found = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  const wanted = process.argv.slice(2)
  return [...new Set(found)].filter((path) => wanted.length === 0 || wanted.includes(nameOf(path)))
}

function nameOf(path: string): string {
  return path === '/' ? 'inbox' : path.slice(1)
}

async function picture(page: Page, path: string, variant: string): Promise<void> {
  await page.goto(`${desk.host.url}${path}`)
  await page.waitForTimeout(SETTLE_MS)
  const isPhone = variant.startsWith('360')
  if (path === '/') await page.getByRole('listbox', { name: 'Requests' }).getByRole('option').nth(1).click()
  if (path === '/history' && !isPhone)
    await page.getByRole('listbox', { name: 'Calls' }).getByRole('option').nth(2).click()
  await page.waitForTimeout(SETTLE_MS)
  const name = `${nameOf(path)}-${variant}`
  await page.screenshot({ path: join(ALL, `${name}.png`) })
  const chosen = CHOSEN.get(name)
  if (chosen !== undefined) await page.screenshot({ path: join(DOCS, chosen) })
  console.log(name)
}

/** An afternoon of two agents: edits that ran, a few that wait, a rule, a terminal. */
async function fill({ host, api }: Console): Promise<void> {
  const agent = await connectClient(host, 'http 2025', { name: 'claude-code' })
  const other = await connectClient(host, 'http 2025', { name: 'codex' })
  for (let part = 0; part < 12; part += 1) {
    await files(agent, { operation: 'create_file', filePath: `src/cart-${part}.ts`, content: cart(part) })
    await files(other, { operation: 'read_file', filePath: `src/cart-${part}.ts` })
  }
  await files(other, { operation: 'read_file', filePath: 'src/missing.ts' })
  await api.post('/api/rules', {
    effect: 'deny',
    operation: 'file_operations.create_file',
    match: { path: join(host.workdir, 'generated/**') },
    message: 'Generated files are made by npm run build.',
    examples: { match: [join(host.workdir, 'generated/a.ts')], not: [join(host.workdir, 'src/a.ts')] },
  })
  const outside = join(host.home, 'notes')
  mkdirSync(outside)
  writeFileSync(join(outside, 'release.md'), lines(30))
  await files(other, { operation: 'read_file', filePath: join(outside, 'release.md') })
  await agent.call('terminal_operations', {
    operation: 'run_command',
    command: 'rm -rf dist && npm run build && git push origin main',
  })
  await files(agent, {
    operation: 'create_file',
    filePath: join(outside, 'release.md'),
    content: lines(30).replace('line 7', 'Cart keeps its items after a reload').replace('line 21\n', ''),
    overwrite: true,
  })
  await agent.call('user_collaboration', { prompt: 'Which port should the preview use?', context: '3000 is taken.' })
  for (const client of [agent, other]) await client[Symbol.asyncDispose]()
}

function files(client: TestClient, args: Record<string, unknown>) {
  return client.call('file_operations', args)
}

function cart(part: number): string {
  return `export interface Item${part} {\n  readonly id: string\n  readonly price: number\n}\n`
}

function lines(count: number): string {
  return Array.from({ length: count }, (_, index) => `line ${index}\n`).join('')
}
