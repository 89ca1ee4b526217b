import { describe, expect, it } from 'vitest'
import { startFakeApi } from '../../test/support/fake-api.ts'

const statistics = { total: 2, notStarted: 1, inProgress: 1, completed: 0, blocked: 0, percentComplete: 0 }
const shop = { key: 'board.shop', board: 'shop', client: 'person', version: 3, updatedAt: 1, statistics }
const run = { ...shop, key: `run.${'1a'.repeat(16)}`, board: null, client: 'claude-code' }
const list = {
  ...shop,
  todos: [
    { id: 1, title: 'Write', status: 'in-progress', claimedBy: 'codex#1a2b3c4d' },
    { id: 2, title: 'Test\u001b[31m', status: 'not-started' },
  ],
  looksDone: [{ id: 1, reason: 'its progress is 1' }],
}
const routes = {
  'GET /api/todos': { body: { lists: [shop, run] } },
  'GET /api/todos/board.shop': { body: list },
  [`GET /api/todos/${run.key}`]: { body: list },
  'POST /api/todos/board.shop/add': { body: { list } },
  'POST /api/todos/board.new/add': { body: { list } },
  'POST /api/todos/board.shop/update': { body: { list } },
  'DELETE /api/todos/board.shop': { status: 204 },
}

describe('todo', () => {
  it('lists boards by name and lists of runs by key', async () => {
    await using api = await startFakeApi(routes)
    expect((await api.run(['todo'])).out).toMatch(/^shop +0 of 2 completed +board .*\nrun\.1a1a1a1a +.* +claude-code /)
  })

  it.each([['shop'], ['board.shop'], ['run.1a']])(
    'shows %s, with nothing that could write on the screen',
    async (given) => {
      await using api = await startFakeApi(routes)
      const { out } = await api.run(['todo', 'show', given])
      expect(out).toContain('[>] 1 Write  codex#1a2b3c4d\n[ ] 2 Test')
      expect(out).toContain('Todo 1 looks done: its progress is 1.')
      expect(out).not.toContain('\u001b')
    },
  )

  it('adds to a board, also to one that is new', async () => {
    await using api = await startFakeApi(routes)
    expect(await api.run(['todo', 'add', 'shop', 'One', 'Two'])).toMatchObject({ code: 0 })
    expect(api.asked.at(-1)?.body).toEqual({ newTodos: [{ title: 'One' }, { title: 'Two' }] })
    expect(await api.run(['todo', 'add', 'new', 'One'])).toMatchObject({ code: 0 })
  })

  it('changes fields, text as text and JSON as JSON', async () => {
    await using api = await startFakeApi(routes)
    await api.run(['todo', 'set', 'shop', '2', 'status=blocked', 'blockedReason=no key', 'dependencies=[1]'])
    expect(api.asked.at(-1)?.body).toEqual({
      todoUpdates: [{ id: '2', status: 'blocked', blockedReason: 'no key', dependencies: [1] }],
    })
    expect(await api.run(['todo', 'set', 'shop', '2', 'completed'])).toMatchObject({ code: 2 })
  })

  it('removes a list, and says when there is none', async () => {
    await using api = await startFakeApi(routes)
    expect(await api.run(['todo', 'rm', 'shop'])).toMatchObject({ code: 0 })
    expect(await api.run(['todo', 'show', 'nowhere'])).toMatchObject({ code: 4 })
  })
})

const mini = { id: 'brief', name: 'Be brief', content: 'Three sentences.', scope: 'off', isEnabled: false, order: 1 }
const system = { id: 'role', name: 'Role', description: '', components: [{ title: 'A', content: 'One.' }] }
const prompts = {
  'GET /api/prompts': { body: { mini: [mini], system: [system] } },
  'POST /api/prompts/mini': { status: 201, body: mini },
  'POST /api/prompts/system': { status: 201, body: system },
  'PATCH /api/prompts/mini/brief': { body: { ...mini, scope: 'global' } },
  'PATCH /api/prompts/system/role': { body: system },
  'POST /api/prompts/mini/brief/runs': { body: { ...mini, scope: 'run' } },
  'DELETE /api/prompts/brief': { status: 204 },
}

describe('prompt', () => {
  it('lists and shows', async () => {
    await using api = await startFakeApi(prompts)
    expect((await api.run(['prompt'])).out).toBe('brief  mini    off  Be brief\nrole   system       Role\n')
    expect((await api.run(['prompt', 'show', 'brief'])).out).toBe('Three sentences.\n')
    expect((await api.run(['prompt', 'show', 'role'])).out).toContain('# A\nOne.')
    expect(await api.run(['prompt', 'show', 'nothing'])).toMatchObject({ code: 4 })
  })

  it('adds, edits, switches and removes', async () => {
    await using api = await startFakeApi(prompts)
    const bodies = async (...args: string[]) => {
      expect(await api.run(['prompt', ...args])).toMatchObject({ code: 0 })
      return api.asked.at(-1)?.body
    }
    expect(await bodies('add', 'Be brief', '--text', 'x', '--order', '5')).toEqual({
      name: 'Be brief',
      content: 'x',
      order: 5,
    })
    expect(await bodies('add', 'Role', '--system', '--text', 'x')).toEqual({
      name: 'Role',
      components: [{ content: 'x' }],
    })
    expect(await bodies('edit', 'brief', '--text', 'y')).toEqual({ content: 'y' })
    expect(await bodies('edit', 'role', '--text', 'y')).toEqual({ components: [{ content: 'y' }] })
    expect(await bodies('enable', 'brief')).toEqual({ isEnabled: true })
    expect(await bodies('disable', 'brief', '--run', 'run_1')).toEqual({ runId: 'run_1', isEnabled: false })
    await bodies('rm', 'brief')
  })
})
