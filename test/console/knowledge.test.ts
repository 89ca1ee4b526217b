import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
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
  client = await connectClient(desk.host, 'http 2025', { name: 'shop-agent', workdir: desk.host.workdir })
}, 120_000)
afterAll(async () => {
  await client?.[Symbol.asyncDispose]()
  await desk?.[Symbol.asyncDispose]()
})

const store = (content: string) => client.call('memory_operations', { operation: 'store_memory', content })
const recall = async (query: string) =>
  (await client.call('memory_operations', { operation: 'search_memory', query })).text

describe('memory', () => {
  it('is searched, edited and forgotten by the person, and the agent finds what is left', async () => {
    await page.goto(`${desk.host.url}/memory`)
    await page.getByText('Nothing is remembered yet.').waitFor()
    await store('The kettle wants eighty degrees for green tea.')
    await store('Deployments happen on Tuesday.')
    await page.getByText('Deployments happen on Tuesday.').waitFor()
    await page.getByRole('searchbox', { name: 'Search by meaning and words' }).fill('deployments')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    const found = page.getByRole('list', { name: 'Found memories' }).getByRole('listitem')
    await found.filter({ hasText: 'Tuesday' }).waitFor()
    await found.filter({ hasText: 'Tuesday' }).getByRole('button', { name: 'Edit this memory' }).click()
    const text = page.getByRole('textbox', { name: 'Text' })
    await expect.poll(() => text.inputValue()).toContain('Tuesday')
    await text.fill('Deployments happen on Thursday.')
    await page.getByRole('button', { name: 'Save' }).click()
    await text.waitFor({ state: 'hidden' })
    expect(await recall('deployments')).toContain('Thursday')

    await page.getByRole('searchbox', { name: 'Search by meaning and words' }).fill('')
    const kettle = page.getByRole('list', { name: 'Memories' }).getByRole('listitem').filter({ hasText: 'kettle' })
    await kettle.getByRole('button', { name: 'Forget this memory' }).click()
    await page.getByRole('button', { name: 'Forget', exact: true }).click()
    await kettle.waitFor({ state: 'hidden' })
    expect(await recall('kettle')).not.toContain('eighty')
  })
})

describe('todos', () => {
  it('are one list for the agent and the person, and a change meanwhile is not overwritten', async () => {
    await client.call('todo_operations', {
      operation: 'write',
      todoList: [
        { id: 1, title: 'Boil water', status: 'in-progress' },
        { id: 2, title: 'Pour', status: 'not-started', dependencies: [1] },
      ],
    })
    await page.goto(`${desk.host.url}/todos`)
    await page.getByRole('list', { name: 'Lists' }).getByRole('link').click()
    await page.getByText('after #1').waitFor()
    await page.getByRole('combobox', { name: 'Status of Boil water' }).selectOption('completed')
    await page.getByText('1 of 2 done').first().waitFor()
    await page.getByRole('textbox', { name: 'Add a todo' }).fill('Drink')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('listitem').filter({ hasText: 'Drink' }).waitFor()
    const read = await client.call('todo_operations', { operation: 'read' })
    expect(read.structured).toMatchObject({ statistics: { total: 3, completed: 1 } })
    await client.call('todo_operations', { operation: 'update', todoUpdates: [{ id: 2, status: 'in-progress' }] })
    await expect.poll(() => page.getByRole('combobox', { name: 'Status of Pour' }).inputValue()).toBe('in-progress')
  })

  it('a board is made by the person and worked on by the agent', async () => {
    await page.goto(`${desk.host.url}/todos`)
    await page.getByRole('button', { name: 'Board' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('launch')
    await page.getByRole('textbox', { name: 'First todo' }).fill('Choose a date')
    await page.getByRole('button', { name: 'Make the board' }).click()
    await page.getByRole('heading', { name: 'launch' }).waitFor()
    await client.call('todo_operations', { operation: 'add', board: 'launch', newTodos: [{ title: 'Write the note' }] })
    await page.getByRole('listitem').filter({ hasText: 'Write the note' }).waitFor()
  })
})

describe('documents', () => {
  it('are imported from the browser, read, and forgotten', async () => {
    await page.goto(`${desk.host.url}/documents`)
    await page.getByLabel('Files to import').setInputFiles({
      name: 'oolong.md',
      mimeType: 'text/markdown',
      buffer: Buffer.from('# Oolong\n\nRinse the leaves first.\n'),
    })
    const entry = page.getByRole('list', { name: 'Documents' }).getByRole('listitem').filter({ hasText: 'oolong.md' })
    await entry.waitFor()
    expect(await recall('rinse the leaves')).toContain('Rinse the leaves first.')
    await entry.getByRole('button').first().click()
    await page.getByRole('dialog').getByText('Rinse the leaves first.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await entry.getByRole('button', { name: 'Forget oolong.md' }).click()
    await entry.waitFor({ state: 'hidden' })
    expect(await recall('rinse the leaves')).not.toContain('Rinse the leaves first.')
  })
})

describe('prompts', () => {
  it('a mini prompt is written, switched off and removed, and agents see that', async () => {
    await page.goto(`${desk.host.url}/prompts`)
    await page.getByRole('button', { name: 'Mini prompt' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Package manager')
    await page.getByRole('textbox', { name: 'Instruction' }).fill('Use pnpm, never npm.')
    await page.getByRole('button', { name: 'Save' }).click()
    const entry = page.getByRole('list', { name: 'Mini prompts' }).getByRole('listitem').filter({ hasText: 'pnpm' })
    await entry.waitFor()
    expect((await client.call('list_mini_prompts')).text).toContain('Use pnpm, never npm.')
    await entry.getByRole('switch').click()
    await expect.poll(() => entry.getByRole('switch').getAttribute('aria-checked')).toBe('false')
    await entry.getByRole('button', { name: 'Remove Package manager' }).click()
    await entry.waitFor({ state: 'hidden' })
    expect((await client.call('list_mini_prompts')).text).not.toContain('pnpm')
  })
})

describe('live', () => {
  it('shows what an agent does, why it may, and its todos; a run is paused and goes on', async () => {
    writeFileSync(join(desk.host.workdir, 'menu.txt'), 'tea\n')
    await client.call('todo_operations', { operation: 'add', newTodos: [{ title: 'Read the menu' }] })
    await page.goto(`${desk.host.url}/live`)
    await client.call('file_operations', { operation: 'read_file', filePath: 'menu.txt' })
    const row = page.locator('[data-call]').filter({ hasText: 'menu.txt' }).first()
    await row.getByText('succeeded', { exact: true }).waitFor()
    await row.getByRole('button', { name: /menu\.txt/ }).click()
    await row.getByText('file_operations.read_file').waitFor()
    await row.getByText('filePath').waitFor()
    await page.getByRole('complementary', { name: 'Todos' }).getByText('Read the menu').waitFor()
    await page.getByRole('button', { name: 'Pause this run' }).first().click()
    await page.getByRole('button', { name: 'Let it go on' }).waitFor()
    const refused = await client.call('file_operations', { operation: 'read_file', filePath: 'menu.txt' })
    expect([refused.isError, refused.text]).toEqual([true, expect.stringMatching(/paused/)])
    await page.getByRole('button', { name: 'Let it go on' }).click()
    await page.getByRole('button', { name: 'Pause this run' }).first().waitFor()
    expect((await client.call('file_operations', { operation: 'read_file', filePath: 'menu.txt' })).isError).toBe(false)
  })

  it('a call that runs is seen and stopped', async () => {
    mkdirSync(join(desk.host.workdir, 'more'))
    const both = await connectClient(desk.host, 'http 2025', { name: 'slow-agent', profile: 'remote-primitives' })
    try {
      const call = both.call('shell_exec', { command: 'sleep 600', cwd: desk.host.workdir })
      const row = page.locator('[data-call]').filter({ hasText: 'sleep 600' })
      await row.getByText('running', { exact: true }).waitFor()
      await row.getByRole('button', { name: /^Stop/ }).click()
      expect((await call).text).toContain('A person stopped this call.')
      await row.getByText('cancelled', { exact: true }).waitFor()
    } finally {
      await both[Symbol.asyncDispose]()
    }
  })

  it('nothing on these pages broke the policy or threw', () => {
    expect(desk.faults).toEqual([])
  })
})
