import { realpathSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Console, openConsole } from '../support/browser.ts'
import { connectClient, type TestClient } from '../support/clients.ts'

let desk: Console
let client: TestClient
let page: Page

beforeAll(async () => {
  desk = await openConsole()
  page = desk.page
  client = await connectClient(desk.host, 'http 2025', { name: 'shop-agent', profile: 'remote-primitives' })
}, 120_000)
afterAll(async () => {
  await client?.[Symbol.asyncDispose]()
  await desk?.[Symbol.asyncDispose]()
})

const rows = (on = page) => on.locator('.xterm-accessibility-tree, .xterm-rows')
/** The screen is drawn some time after the program wrote. */
const sees = async (text: string | RegExp, on = page) => {
  await expect.poll(async () => (await rows(on).allInnerTexts()).join('\n')).toMatch(text)
}

async function start(command: string): Promise<string> {
  const { structured } = await client.call('shell_start_session', { command, cwd: desk.host.workdir, pty: true })
  return String(structured['session_id'])
}

const stop = (id: string) => client.call('shell_stop_session', { session_id: id, signal: 'SIGKILL' })

describe('terminals', () => {
  it('say that there are none, and open one of one’s own', async () => {
    await page.goto(`${desk.host.url}/terminals`)
    await page.getByText('No terminals.').waitFor()
    await page.getByRole('button', { name: 'New' }).click()
    await page.getByRole('combobox', { name: 'Directory' }).fill(realpathSync(desk.host.workdir))
    await page.getByRole('textbox', { name: 'Command' }).fill('echo ready-$((40+2)); cat')
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await page.getByRole('button', { name: 'Take control' }).click()
    await page.getByText('You type here').waitFor()
    await sees(/ready-42/)
    await page.keyboard.type('typed by me')
    await page.keyboard.press('Enter')
    await sees(/typed by me\s+typed by me/)
    await page.getByRole('button', { name: 'More for this terminal' }).click()
    await page.getByRole('menuitem', { name: /^Kill/ }).click()
    await page.getByText('What it showed can still be read.').waitFor()
    await sees(/typed by me/)
  })

  it('are taken over: the agent is told, and goes on when they are given back', async () => {
    const id = await start('cat')
    try {
      await page.goto(`${desk.host.url}/terminals/${id}`)
      await page.getByRole('button', { name: 'Take control' }).click()
      await page.getByText('You type here; the agent waits').waitFor()
      const refused = await client.call('shell_send_input', { session_id: id, input: 'from the agent\n' })
      expect([refused.isError, refused.text]).toEqual([
        true,
        expect.stringContaining('A person has taken the keyboard'),
      ])
      await page.getByRole('textbox', { name: 'Terminal input' }).focus()
      await page.keyboard.type('from me')
      await page.keyboard.press('Enter')
      await sees(/from me\s+from me/)
      await page.getByRole('button', { name: 'Give back' }).click()
      await page.getByRole('button', { name: 'Take control' }).waitFor()
      expect((await client.call('shell_send_input', { session_id: id, input: 'agent again\n' })).isError).toBe(false)
      await sees(/agent again/)
      expect((await rows().allInnerTexts()).join('\n')).not.toContain('from the agent')
    } finally {
      await stop(id)
    }
  })

  it('keep keys to themselves until control is taken', async () => {
    const id = await start('echo here; cat')
    try {
      await page.goto(`${desk.host.url}/terminals/${id}`)
      await sees(/here/)
      await page.getByRole('textbox', { name: 'Terminal input' }).focus()
      await page.keyboard.type('not mine')
      const read = await client.call('shell_read_output', { session_id: id })
      expect(read.text).not.toContain('not mine')
    } finally {
      await stop(id)
    }
  })

  it('show what came while the page was away, and the tail to whoever joins late', async () => {
    const id = await start('for i in 1 2 3; do echo early-$i; done; read line; echo late-$line; cat')
    try {
      await page.goto(`${desk.host.url}/terminals/${id}`)
      await sees(/early-3/)
      await page.goto(`${desk.host.url}/history`)
      await client.call('shell_send_input', { session_id: id, input: 'word\n' })
      await page.goto(`${desk.host.url}/terminals/${id}`)
      await sees(/early-1[\s\S]*late-word/)
      const other = await desk.signIn()
      await other.page.goto(`${desk.host.url}/terminals/${id}`)
      await sees(/late-word/, other.page)
      await other.context.close()
    } finally {
      await stop(id)
    }
  })

  it('can neither set the clipboard nor run what they print', async () => {
    const id = await start(
      `printf '\\033]52;c;aGFja2Vk\\007<img src=x onerror=alert(1)>\\033]0;<script>alert(2)</script>\\007done\\n'; cat`,
    )
    try {
      await page.goto(`${desk.host.url}/terminals/${id}`)
      await sees(/<img src=x onerror=alert\(1\)>done/)
      expect(await page.evaluate(() => navigator.clipboard.readText())).not.toContain('hacked')
      expect(desk.faults).toEqual([])
    } finally {
      await stop(id)
    }
  })

  it('a process is stopped from the board', async () => {
    const id = await start('echo $$; sleep 600')
    await page.goto(`${desk.host.url}/terminals`)
    const row = page.locator(`[data-process="${id}"]`)
    await row.getByText('running').waitFor()
    await row.getByRole('button', { name: /^Stop/ }).click()
    await row.getByText(/stopped|ended by/).waitFor()
    const { terminals } = await desk.api.get<{ terminals: { id: string; endedAt: number | null }[] }>('/api/terminals')
    expect(terminals.find((one) => one.id === id)?.endedAt).not.toBeNull()
  })

  it('are found by their text, with the keyboard', async () => {
    const id = await start('seq 1 300; echo needle; seq 301 600; cat')
    try {
      await page.goto(`${desk.host.url}/terminals/${id}`)
      await sees(/600/)
      await page.getByRole('button', { name: 'Find in the terminal' }).click()
      await page.getByRole('textbox', { name: 'Find' }).fill('needle')
      await sees(/needle/)
      await page.getByRole('textbox', { name: 'Find' }).fill('haystack')
      await page.getByText('Not found').waitFor()
      await page.keyboard.press('Escape')
    } finally {
      await stop(id)
    }
  })

  it('hand the selection of a person to the agent that asks for it', async () => {
    const both = await connectClient(desk.host, 'http 2025', {
      name: 'shop-agent',
      profile: 'everything',
      workdir: desk.host.workdir,
    })
    const { structured } = await both.call('shell_start_session', { command: 'echo select-me; cat', pty: true })
    const id = String(structured['session_id'])
    try {
      await page.goto(`${desk.host.url}/terminals/${id}`)
      await sees(/select-me/)
      await page.locator('.xterm-screen').dblclick({ position: { x: 20, y: 8 } })
      const args = { operation: 'get_terminal_selection', session_id: id }
      await expect.poll(async () => (await both.call('terminal_operations', args)).text).toContain('select-me')
    } finally {
      await both.call('shell_stop_session', { session_id: id, signal: 'SIGKILL' })
      await both[Symbol.asyncDispose]()
    }
  })
})
