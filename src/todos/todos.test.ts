import { describe, expect, test } from 'vitest'
import { todoWorld } from '../../test/support/todo-world.ts'
import type { HostError } from '../base/host-error.ts'
import { personPlace, todoPlace } from './todos.ts'

const plan = [
  { id: 1, title: 'Read', status: 'completed' },
  { id: 2, title: 'Write', status: 'in-progress' },
  { id: 3, title: 'Test', status: 'not-started', estimate: 30 },
]

const code = (attempt: () => unknown): [string, string] => {
  try {
    attempt()
    return ['', '']
  } catch (cause) {
    return [(cause as HostError).code, (cause as HostError).message]
  }
}

describe('a list', () => {
  test('keeps its times when it is written again', () => {
    using world = todoWorld()
    const { todos, mine, store } = world
    todos.write(mine, plan)
    const first = todos.read(mine)
    store.clock.advance(60_000)
    todos.write(mine, [...plan.slice(0, 2), { ...plan[2], title: 'Test it' }])
    const second = todos.read(mine)
    expect(second.todos.map(({ createdAt }) => createdAt)).toEqual(first.todos.map(({ createdAt }) => createdAt))
    expect(second.todos[0]?.completedAt).toBe(first.todos[0]?.completedAt)
    expect(second.todos[1]?.updatedAt).toBe(first.todos[1]?.updatedAt)
    expect(second.todos[2]?.updatedAt).toBe(store.clock.now())
  })

  test('counts, and adds up estimates of what is open', () => {
    using world = todoWorld()
    world.todos.write(world.mine, [...plan, { id: 4, title: 'Ship', status: 'blocked', blockedReason: 'no key' }])
    expect(world.todos.read(world.mine).statistics).toEqual({
      total: 4,
      notStarted: 1,
      inProgress: 1,
      completed: 1,
      blocked: 1,
      percentComplete: 25,
      estimateLeft: 30,
    })
  })

  test('is there after a restart, with everything that was said', () => {
    using world = todoWorld()
    const full = {
      id: 7,
      title: 'Implement',
      description: 'All of it',
      status: 'in-progress',
      priority: 'critical',
      dependencies: [8],
      canRunParallel: true,
      parallelGroup: 'api',
      progress: 0.6,
      subtasks: [{ title: 'a', completed: true }],
      estimate: 90,
      evidence: ['1a2b3c4'],
    }
    world.todos.write(world.mine, [full, { id: 8, title: 'Before', status: 'completed' }])
    const before = world.todos.read(world.mine)
    expect(before.todos[0]).toMatchObject(full)
    expect(world.again().read(world.mine)).toEqual(before)
  })

  test('of another run is another list, and the same conversation is the same one', () => {
    using world = todoWorld()
    world.todos.write(world.mine, plan)
    expect(world.todos.read(world.at('run_2')).todos).toEqual([])
    const caller = {
      runId: 'run_9',
      conversationId: 'run_1',
      credential: 'agent',
      client: 'x',
      clientVersion: '',
      profile: 'p',
      workdir: '/w',
      isPerson: false,
    }
    expect(world.todos.read(todoPlace(caller)).todos).toHaveLength(3)
    expect(world.todos.read(todoPlace({ ...caller, credential: 'other' })).todos).toEqual([])
  })

  test('drops what blocked a todo once it goes on, and completes its progress', () => {
    using world = todoWorld()
    world.todos.write(world.mine, [{ id: 1, title: 'a', status: 'blocked', blockedReason: 'x', progress: 0.5 }])
    world.todos.update(world.mine, [{ id: 1, status: 'completed' }])
    expect(world.todos.read(world.mine).todos[0]).toMatchObject({ status: 'completed', progress: 1 })
    expect(world.todos.read(world.mine).todos[0]).not.toHaveProperty('blockedReason')
  })

  test('takes ten thousand and no more, and changes one of them', () => {
    using world = todoWorld()
    const many = Array.from({ length: 10_000 }, (_, index) => ({ id: index + 1, title: 't', status: 'not-started' }))
    world.todos.write(world.mine, many)
    expect(world.todos.update(world.mine, [{ id: 5_000, status: 'completed' }]).changed).toEqual([5_000])
    expect(code(() => world.todos.add(world.mine, [{ title: 'one more' }]))).toEqual([
      'TOO_LARGE',
      expect.stringContaining('10000'),
    ])
  })

  test('is not made without end', () => {
    using world = todoWorld({ todoLists: 2 })
    world.todos.add(world.at('run_1', 'a'), [{ title: 'x' }])
    world.todos.add(world.at('run_1', 'b'), [{ title: 'x' }])
    expect(code(() => world.todos.add(world.at('run_1', 'c'), [{ title: 'x' }]))[0]).toBe('LIMIT_REACHED')
    world.todos.add(world.at('run_1', 'b'), [{ title: 'y' }])
  })

  test('of an old run goes, a board stays', () => {
    using world = todoWorld()
    world.todos.write(world.mine, plan)
    world.todos.write(world.at('run_1', 'shop'), plan)
    world.todos.prune(world.store.clock.now() + 1)
    expect(world.todos.lists().map(({ key }) => key)).toEqual(['board.shop'])
  })
})

describe('add', () => {
  test('gives ids after the highest, and links what was given among the new ones', () => {
    using world = todoWorld()
    world.todos.write(world.mine, plan)
    const { list, changed, renamed } = world.todos.add(world.mine, [
      { id: 1, title: 'Plan' },
      { id: 2, title: 'Do', dependencies: [1] },
      { title: 'Check', dependencies: [2, 3] },
    ])
    expect(changed).toEqual([4, 5, 6])
    expect(renamed).toEqual([
      [1, 4],
      [2, 5],
    ])
    expect(list.todos.slice(3).map(({ dependencies }) => dependencies)).toEqual([undefined, [4], [5, 3]])
  })

  test('links to the ids that the new ones will have, when none were given', () => {
    using world = todoWorld()
    world.todos.write(world.mine, plan)
    const { list } = world.todos.add(world.mine, [{ title: 'Plan' }, { title: 'Do', dependencies: [4] }])
    expect(list.todos[4]?.dependencies).toEqual([4])
  })
})

describe('two at one board', () => {
  const setup = () => {
    const world = todoWorld()
    const [anna, ben] = [world.at('anna', 'shop'), world.at('ben', 'shop')]
    world.todos.write(anna, [
      { id: 1, title: 'One', status: 'not-started' },
      { id: 2, title: 'Two', status: 'not-started' },
    ])
    world.todos.read(ben)
    return { world, todos: world.todos, anna, ben, [Symbol.dispose]: () => world[Symbol.dispose]() }
  }

  test('see each other’s changes, and each may have one in progress', () => {
    using table = setup()
    table.todos.update(table.anna, [{ id: 1, status: 'in-progress' }])
    const change = table.todos.update(table.ben, [{ id: 2, status: 'in-progress' }])
    expect(change.byOthers).toEqual([1])
    expect(table.todos.read(table.anna).todos.map(({ claimedBy }) => claimedBy)).toEqual([
      expect.stringMatching(/^client-of-anna#/),
      expect.stringMatching(/^client-of-ben#/),
    ])
  })

  test('cannot both change a todo without having seen it', () => {
    using table = setup()
    table.todos.update(table.anna, [{ id: 1, title: 'One, by Anna' }])
    expect(code(() => table.todos.update(table.ben, [{ id: 1, title: 'One, by Ben' }]))).toEqual([
      'CONFLICT',
      expect.stringMatching(/Todo 1 was changed by client-of-anna#\w+ since you read it.*One, by Anna/),
    ])
    table.todos.read(table.ben)
    table.todos.update(table.ben, [{ id: 1, title: 'One, by both' }])
    expect(table.todos.read(table.anna).todos[0]?.title).toBe('One, by both')
  })

  test('cannot write over what they have not read', () => {
    using table = setup()
    table.todos.add(table.anna, [{ title: 'Three' }])
    const list = [{ id: 1, title: 'Mine', status: 'not-started' }]
    expect(code(() => table.todos.write(table.ben, list))).toEqual(['CONFLICT', expect.stringContaining('version 2')])
    expect(table.todos.read(table.ben).todos).toHaveLength(3)
    table.todos.write(table.ben, list)
    expect(table.todos.read(table.anna).todos).toHaveLength(1)
  })

  test('are refused by a version that is not the present one, whatever it is about', () => {
    using table = setup()
    const { version } = table.todos.read(table.ben)
    table.todos.add(table.anna, [{ title: 'Three' }])
    expect(code(() => table.todos.add(table.ben, [{ title: 'x' }], version))[0]).toBe('CONFLICT')
    expect(code(() => table.todos.update(table.ben, [{ id: 2, progress: 0.5 }], version))[0]).toBe('CONFLICT')
    table.todos.update(table.ben, [{ id: 2, progress: 0.5 }], version + 1)
  })

  test('cannot take what the other works on, until the other is gone or gives it up', () => {
    using table = setup()
    const { todos, anna, ben, world } = table
    todos.update(anna, [{ id: 1, status: 'in-progress' }])
    todos.read(ben)
    expect(code(() => todos.update(ben, [{ id: 1, status: 'completed' }]))).toEqual([
      'INVALID_PARAMETERS',
      expect.stringContaining('claimed by client-of-anna#'),
    ])
    world.ended.add('anna')
    todos.update(ben, [{ id: 1, claim: true }])
    expect(todos.read(ben).todos[0]?.claimedBy).toMatch(/^client-of-ben#/)
    todos.update(ben, [{ id: 1, claim: false }])
    expect(todos.read(ben).todos[0]).not.toHaveProperty('claimedBy')
  })

  test('are told when a person changed something, and a person is held up by nobody', () => {
    using table = setup()
    const person = personPlace('board.shop', 'cli')
    table.todos.update(table.anna, [{ id: 1, status: 'in-progress' }])
    table.todos.update(person, [{ id: 1, status: 'not-started' }])
    expect(code(() => table.todos.update(table.anna, [{ id: 1, progress: 0.9 }]))).toEqual([
      'CONFLICT',
      expect.stringContaining('changed by person'),
    ])
  })
})

describe('evidence', () => {
  const link = `call_${'a'.repeat(32)}`

  test('suggests that a todo is done and never sets it', () => {
    using world = todoWorld()
    world.todos.write(world.mine, [
      { id: 1, title: 'by call', status: 'in-progress', evidence: [link] },
      { id: 2, title: 'by commit', status: 'not-started', evidence: ['1a2b3c4d'] },
      { id: 3, title: 'by subtasks', status: 'not-started', subtasks: [{ title: 'a', completed: true }] },
      { id: 4, title: 'by address', status: 'not-started', evidence: ['https://example.org'] },
      { id: 5, title: 'completed', status: 'completed', evidence: [link] },
    ])
    const { looksDone, todos } = world.todos.read(world.mine)
    expect(looksDone.map(({ id }) => id)).toEqual([1, 2, 3])
    expect(todos.map(({ status }) => status).filter((status) => status === 'completed')).toHaveLength(1)
  })

  test('of a call that failed suggests nothing', () => {
    using world = todoWorld()
    world.calls.set(link, 'failed')
    world.todos.write(world.mine, [{ id: 1, title: 'x', status: 'not-started', evidence: [link, '1a2b3c4'] }])
    expect(world.todos.read(world.mine).looksDone).toEqual([])
  })
})

test('every change is told to those who listen, and stands in the history', () => {
  using world = todoWorld()
  const heard: string[] = []
  world.todos.onChange((key) => heard.push(key))
  world.todos.write(world.mine, plan)
  world.todos.update(world.mine, [{ id: 1, status: 'completed' }])
  expect(code(() => world.todos.update(world.mine, [{ id: 99 }]))[0]).toBe('INVALID_PARAMETERS')
  expect(heard).toEqual([world.mine.key])
  expect(world.store.events.newest({ types: ['todos.changed'], limit: 9 })).toHaveLength(1)
})

test.each(['', '../x', 'a b', 'x'.repeat(65), '-a', 'a/b'])('%j cannot be a board', (board) => {
  using world = todoWorld()
  expect(code(() => world.at('run_1', board))[0]).toBe('INVALID_PARAMETERS')
})
