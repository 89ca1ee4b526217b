import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { ensureConsole } from '../../scripts/build-console.ts'
import { type Api, personApi } from './api.ts'
import { type TestHost, type TestHostOptions, testHost } from './host.ts'

/** Generous: a loaded machine is slow, and a page that never comes still fails. */
export const PATIENCE_MS = 60_000
/** For a whole test: it takes seconds, unless everything else on the machine runs too. */
export const TEST_MS = 240_000

const PROGRAMS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const FLAGS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export interface Console extends AsyncDisposable {
  readonly host: TestHost
  readonly browser: Browser
  /** A person's browser that has signed in; all its pages are tabs of it. */
  readonly context: BrowserContext
  readonly page: Page
  readonly api: Api
  /** What went wrong inside the page: exceptions, refused loads, policy violations. */
  readonly faults: string[]
  /** One more browser that has signed in, for example a phone. */
  readonly signIn: (options?: Viewport) => Promise<{ readonly context: BrowserContext; readonly page: Page }>
}

interface Viewport {
  readonly width?: number
  readonly height?: number
  readonly colorScheme?: 'light' | 'dark'
}

/** The whole product with a real browser in front of it. */
export async function openConsole(options: TestHostOptions = {}): Promise<Console> {
  await ensureConsole()
  const host = await testHost(options)
  const browser = await launchBrowser()
  const faults: string[] = []
  const api = personApi(host.url, host.personKey())
  const signIn = async ({ width = 1_280, height = 860, colorScheme = 'light' }: Viewport = {}) => {
    const context = await browser.newContext({
      viewport: { width, height },
      colorScheme,
      reducedMotion: 'reduce',
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    context.setDefaultTimeout(PATIENCE_MS)
    context.on('page', (page) => watch(page, faults))
    const page = await context.newPage()
    const { url } = await api.post<{ url: string }>('/api/login-link')
    await page.goto(url)
    await page.getByRole('navigation', { name: 'Pages' }).first().waitFor()
    return { context, page }
  }
  const { context, page } = await signIn()
  return {
    host,
    browser,
    context,
    page,
    api,
    faults,
    signIn,
    [Symbol.asyncDispose]: async () => {
      await browser.close()
      await host[Symbol.asyncDispose]()
    },
  }
}

export function launchBrowser(): Promise<Browser> {
  const executablePath = PROGRAMS.find((path) => existsSync(path))
  if (executablePath === undefined) throw new Error('The browser tests need chromium: apt-get install chromium')
  return chromium.launch({ executablePath, args: FLAGS })
}

function watch(page: Page, faults: string[]): void {
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    const text = message.text()
    if (/Content Security Policy|TrustedScript|TrustedHTML|violat/i.test(text)) faults.push(text)
  })
  page.on('dialog', (dialog) => {
    faults.push(`a dialog opened: ${dialog.message()}`)
    void dialog.dismiss()
  })
}
