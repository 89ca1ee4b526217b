import { expect, test } from 'vitest'
import { testGate } from '../../../test/support/gate.ts'
import { todoWorld } from '../../../test/support/todo-world.ts'
import { todoOperationsToolset } from './index.ts'

function setup() {
  const world = todoWorld()
  const gate = testGate(() => [todoOperationsToolset(world)])
  const call = async (operation: string, args: Record<string, unknown> = {}) => {
    const outcome = await gate.call('todo_operations', { operation, ...args })
    if (outcome.status === 'failed') return { code: outcome.error.code, text: outcome.error.message, output: {} }
    return { code: '', text: outcome.text, output: outcome.output }
  }
  return {
    call,
    gate,
    [Symbol.dispose]: () => {
      gate[Symbol.dispose]()
      world[Symbol.dispose]()
    },
  }
}

const list = [
  { id: 1, title: 'Analyze codebase', description: 'Study it', status: 'in-progress', priority: 'high' },
  { id: 2, title: 'Implement changes', status: 'not-started', dependencies: [1] },
]

test('an empty list says how to begin', async () => {
  using it = setup()
  expect((await it.call('read')).text).toBe(
    'No todos yet (version 0). Make a list with write; on a board it outlives this run.',
  )
})

test('a list is written, read with statistics, and worked off', async () => {
  using it = setup()
  expect((await it.call('write', { todoList: list })).text).toBe(
    [
      'Saved: 1, 2.',
      '0 of 2 completed (0%) · 1 in progress · version 1',
      '[>] 1 Analyze codebase (high)',
      '[ ] 2 Implement changes (after 1)',
    ].join('\n'),
  )
  const next = await it.call('update', {
    todoUpdates: [
      { id: 1, status: 'completed' },
      { id: 2, status: 'in-progress', progress: '0.3' },
    ],
  })
  expect(next.text).toContain('1 of 2 completed (50%)')
  expect(next.output).toMatchObject({ version: 2, changed: [1, 2], statistics: { completed: 1 }, allCompleted: false })
})

test('when all is completed, update, read and add say so', async () => {
  using it = setup()
  await it.call('write', { todoList: list.slice(0, 1) })
  const said = 'All 1 todos are completed. For new work, use add.'
  const update = await it.call('update', { todoUpdates: [{ id: 1, status: 'completed' }] })
  expect(update.text).toContain(said)
  expect((await it.call('read')).text).toContain(said)
  const more = await it.call('add', { newTodos: [{ title: 'New work' }] })
  expect(more.text).toContain('[ ] 2 New work')
  expect(more.text).not.toContain('All ')
})

test('a wrong item changes nothing, and each is named', async () => {
  using it = setup()
  await it.call('write', { todoList: list })
  const wrong = await it.call('update', {
    todoUpdates: [
      { id: 1, status: 'completed' },
      { id: 2, status: 'finished' },
      { id: 9, status: 'completed' },
    ],
  })
  expect(wrong.code).toBe('INVALID_PARAMETERS')
  expect(wrong.text).toMatch(/^Nothing was changed\.\n- Todo 2: status.*\n- There is no todo 9/)
  expect((await it.call('read')).output).toMatchObject({ version: 1 })
})

test('what is so already is said', async () => {
  using it = setup()
  await it.call('write', { todoList: list })
  const same = await it.call('update', { todoUpdates: [{ id: 1, status: 'in-progress' }] })
  expect(same.text).toContain('it was so already')
  expect(same.output).toMatchObject({ version: 1, changed: [] })
})

test('ten thousand are read in windows, to the end', async () => {
  using it = setup()
  const many = Array.from({ length: 10_000 }, (_, index) => ({
    id: index + 1,
    title: `Todo number ${index + 1}`,
    description: 'x'.repeat(100),
    status: 'not-started',
  }))
  const written = await it.call('write', { todoList: many })
  expect(written.text.length).toBeLessThan(20_000)
  const seen: number[] = []
  let offset: number | null = 0
  while (offset !== null) {
    const { output }: { output: Record<string, unknown> } = await it.call('read', { offset })
    expect(JSON.stringify(output).length).toBeLessThan(40_000)
    seen.push(...(output['todos'] as { id: number }[]).map(({ id }) => id))
    offset = output['nextOffset'] as number | null
    it.gate.store.clock.advance(1_000)
  }
  expect(seen).toHaveLength(10_000)
})

test('writing is refused where only reading is allowed', async () => {
  using it = setup()
  it.gate.machine.level = 'read_only'
  expect((await it.call('write', { todoList: list })).code).toBe('PERMISSION_DENIED')
  expect((await it.call('read')).code).toBe('')
})
