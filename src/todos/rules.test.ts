import { describe, expect, test } from 'vitest'
import { todoWorld } from '../../test/support/todo-world.ts'
import { HostError } from '../base/host-error.ts'

type Item = Record<string, unknown>

/** What is there before, what is asked for, and what the answer must say: a part of the message, or null for "it is done". */
type Row = readonly [
  sentence: string,
  before: readonly Item[],
  words: string | readonly string[] | null,
  items: readonly unknown[],
]

const one = { id: 1, title: 'One', status: 'not-started' }
const two = { id: 2, title: 'Two', status: 'not-started' }
const three = { id: 3, title: 'Three', status: 'not-started' }
const done = { id: 1, title: 'Done', status: 'completed' }
const doing = { id: 2, title: 'Doing', status: 'in-progress' }
const chain = (length: number, last: number): Item[] =>
  Array.from({ length }, (_, index) => ({
    id: index + 1,
    title: `Step ${index + 1}`,
    status: 'not-started',
    dependencies: [index + 1 === length ? last : index + 2],
  }))

const WRITE: readonly Row[] = [
  ['a list of one is fine', [], null, [one]],
  ['an empty list is fine when nothing is completed', [one], null, []],
  ['one in progress is fine', [], null, [doing]],
  ['two in progress name both', [], ['1, 2', 'Set todo 2'], [{ ...one, status: 'in-progress' }, doing]],
  [
    'three in progress name all',
    [],
    ['1, 2, 3'],
    [one, two, three].map((todo) => ({ ...todo, status: 'in-progress' })),
  ],
  ['a completed todo left out is named', [done, two], ['Todo 1 ("Done") is completed and cannot be deleted'], [two]],
  ['all completed todos left out are named', [done, { ...two, status: 'completed' }], ['Todo 1', 'Todo 2'], []],
  ['an open todo may be left out', [done, two], null, [done]],
  ['a blocked todo may be left out', [{ ...one, status: 'blocked', blockedReason: 'x' }], null, []],
  ['a completed todo may be opened again', [done], null, [{ ...done, status: 'not-started' }]],
  ['a dependency that is there is fine', [], null, [one, { ...two, dependencies: [1] }]],
  ['a dependency that comes later in the list is fine', [], null, [{ ...one, dependencies: [2] }, two]],
  ['a dependency that is missing is named', [], ['Todo 1 depends on todo 10'], [{ ...one, dependencies: [10] }]],
  ['two missing dependencies are both named', [], ['todo 8', 'todo 9'], [{ ...one, dependencies: [8, 9] }]],
  ['a dependency on a todo that this list drops is missing', [one, two], ['todo 2'], [{ ...one, dependencies: [2] }]],
  ['a todo that depends on itself is named', [], ['Todo 1 depends on itself'], [{ ...one, dependencies: [1] }]],
  ['a cycle of two names both', [], ['Todo 1 has a circular', 'Todo 2 has a circular'], chain(2, 1)],
  ['a cycle of three names all', [], ['Todo 1 has', 'Todo 2 has', 'Todo 3 has'], chain(3, 1)],
  ['a cycle of fifty names the first twenty and counts the rest', [], ['Todo 20 has', 'And 30 more'], chain(50, 1)],
  ['what only leads into a cycle is not in it', [], ['Todo 2 has', 'Todo 3 has'], chain(3, 2)],
  ['a diamond is no cycle', [], null, [one, { ...two, dependencies: [1] }, { ...three, dependencies: [1, 2] }]],
  [
    'a chain of fifty is no cycle',
    [],
    null,
    chain(50, 50).map((todo) => (todo['id'] === 50 ? { ...todo, dependencies: [] } : todo)),
  ],
  ['blocked with a reason is fine', [], null, [{ ...one, status: 'blocked', blockedReason: 'no key' }]],
  [
    'blocked without a reason is named',
    [],
    ['Todo 1 is blocked but has no blockedReason'],
    [{ ...one, status: 'blocked' }],
  ],
  ['a reason of spaces is none', [], ['has no blockedReason'], [{ ...one, status: 'blocked', blockedReason: '  ' }]],
  ['progress 0 is fine', [], null, [{ ...one, progress: 0 }]],
  ['progress 1 is fine', [], null, [{ ...one, progress: 1 }]],
  ['progress 0.65 as text is fine', [], null, [{ ...one, progress: '0.65' }]],
  ['progress above 1 is told with its value', [], ['Todo 1: progress', '1.5'], [{ ...one, progress: 1.5 }]],
  ['progress below 0 is told', [], ['progress must be a number from 0 to 1', '-0.1'], [{ ...one, progress: -0.1 }]],
  ['progress in per cent is told', [], ['progress', '65'], [{ ...one, progress: 65 }]],
  ['progress in words is told', [], ['progress', '"half"'], [{ ...one, progress: 'half' }]],
  ['a todo without id is told by its title', [], ['Item 1 has no id'], [{ title: 'One', status: 'not-started' }]],
  ['a todo without title is told', [], ['Todo 1 has no title'], [{ id: 1, status: 'not-started' }]],
  ['a todo without status is told', [], ['Todo 1 has no status'], [{ id: 1, title: 'One' }]],
  [
    'an unknown status is told with the known ones',
    [],
    ['"done"', 'not-started, in-progress, completed, blocked'],
    [{ ...one, status: 'done' }],
  ],
  ['an empty title is told', [], ['title must be text'], [{ ...one, title: '  ' }]],
  ['a title of 201 characters is told', [], ['title', '200'], [{ ...one, title: 'x'.repeat(201) }]],
  [
    'a description of 4,001 characters is told',
    [],
    ['description', '4000'],
    [{ ...one, description: 'x'.repeat(4_001) }],
  ],
  ['an id of 0 is told', [], ['id must be a whole number'], [{ ...one, id: 0 }]],
  ['an id of 1.5 is told', [], ['id must be a whole number'], [{ ...one, id: 1.5 }]],
  ['an id in words is told', [], ['id must be', '"first"'], [{ ...one, id: 'first' }]],
  ['an id as text is taken', [], null, [{ ...one, id: '1' }]],
  ['an id used twice is told', [], ['The id 1 is used by 2 todos'], [one, { ...two, id: 1 }]],
  [
    'an unknown priority is told with the known ones',
    [],
    ['"urgent"', 'low, medium, high, critical'],
    [{ ...one, priority: 'urgent' }],
  ],
  ['a known priority is fine', [], null, [{ ...one, priority: 'critical' }]],
  [
    'an unknown field is told with the known ones',
    [],
    ['no field "assignee"', 'blockedReason'],
    [{ ...one, assignee: 'me' }],
  ],
  ['a field in the other spelling is taken', [], null, [{ ...one, status: 'blocked', blocked_reason: 'why' }]],
  ['our own fields may be sent back and do not count', [], null, [{ ...one, createdAt: 1, updatedBy: 'somebody' }]],
  ['dependencies that are no ids are told', [], ['dependencies must be a list'], [{ ...one, dependencies: ['x'] }]],
  ['dependencies that are no list are told', [], ['dependencies must be a list'], [{ ...one, dependencies: 2 }]],
  [
    'canRunParallel in words is told',
    [],
    ['canRunParallel must be true or false'],
    [{ ...one, canRunParallel: 'yes' }],
  ],
  ['a parallel group is fine', [], null, [{ ...one, canRunParallel: true, parallelGroup: 'a' }]],
  ['subtasks are one level deep', [], null, [{ ...one, subtasks: [{ title: 'a', completed: true }, { title: 'b' }] }]],
  [
    'subtasks of subtasks are told',
    [],
    ['without subtasks of their own'],
    [{ ...one, subtasks: [{ title: 'a', subtasks: [] }] }],
  ],
  ['a subtask without title is told', [], ['subtasks must be'], [{ ...one, subtasks: [{ completed: true }] }]],
  [
    'fifty-one subtasks are told',
    [],
    ['at most 50'],
    [{ ...one, subtasks: Array.from({ length: 51 }, () => ({ title: 'x' })) }],
  ],
  ['an estimate in minutes is fine', [], null, [{ ...one, estimate: 30 }]],
  ['an estimate below 0 is told', [], ['estimate must be a number'], [{ ...one, estimate: -5 }]],
  ['a commit and an address are evidence', [], null, [{ ...one, evidence: ['1a2b3c4', 'https://example.org/pull/7'] }]],
  ['a call that happened is evidence', [], null, [{ ...one, evidence: [`call_${'a'.repeat(32)}`] }]],
  [
    'a call that never happened is told',
    [],
    ['there is no call call_'],
    [{ ...one, evidence: [`call_${'b'.repeat(32)}`] }],
  ],
  ['evidence in words is told', [], ['evidence must be a list'], [{ ...one, evidence: ['I did it'] }]],
  ['an item that is no object is told by its place', [], ['Item 2 must be an object'], [one, 'two']],
  ['null instead of an item is told', [], ['Item 1 must be an object'], [null]],
  [
    'every wrong item of several is told',
    [],
    ['Todo 1 has no title', 'Todo 2: status'],
    [
      { id: 1, status: 'not-started' },
      { ...two, status: '?' },
    ],
  ],
]

const UPDATE: readonly Row[] = [
  ['a status is changed', [one], null, [{ id: 1, status: 'in-progress' }]],
  [
    'an unknown id is told with the known ones',
    [one, two],
    ['no todo 9', 'Ids: 1, 2'],
    [{ id: 9, status: 'completed' }],
  ],
  [
    'an update of an empty list points to write and add',
    [],
    ['list is empty', 'write or add'],
    [{ id: 1, status: 'completed' }],
  ],
  ['an invalid status is an error, not ignored', [one], ['"finished"'], [{ id: 1, status: 'finished' }]],
  ['an update without id is told', [one], ['Item 1 has no id'], [{ status: 'completed' }]],
  ['a second one in progress is told', [doing, three], ['2, 3'], [{ id: 3, status: 'in-progress' }]],
  [
    'finishing one and beginning the next in one call is fine',
    [doing, three],
    null,
    [
      { id: 2, status: 'completed' },
      { id: 3, status: 'in-progress' },
    ],
  ],
  ['blocked without a reason is told', [one], ['has no blockedReason'], [{ id: 1, status: 'blocked' }]],
  ['blocked with a reason is fine', [one], null, [{ id: 1, status: 'blocked', blockedReason: 'wait' }]],
  [
    'a cycle made by an update names its members',
    [one, { ...two, dependencies: [1] }],
    ['Todo 1 has', 'Todo 2 has'],
    [{ id: 1, dependencies: [2] }],
  ],
  ['a dependency on nothing is told', [one], ['todo 5, which does not exist'], [{ id: 1, dependencies: [5] }]],
  ['null takes a field away', [{ ...one, priority: 'high' }], null, [{ id: 1, priority: null }]],
  ['null does not take the title away', [one], ['title cannot be empty'], [{ id: 1, title: null }]],
  [
    'canRunParallel and parallelGroup can be updated',
    [one],
    null,
    [{ id: 1, canRunParallel: true, parallelGroup: 'b' }],
  ],
  [
    'one wrong update of two changes nothing',
    [one, two],
    ['"nope"'],
    [
      { id: 1, status: 'completed' },
      { id: 2, status: 'nope' },
    ],
  ],
  ['what is so already is no error', [one], null, [{ id: 1, status: 'not-started' }]],
]

const ADD: readonly Row[] = [
  ['a title is enough', [one], null, [{ title: 'More' }]],
  ['without a title it is told', [one], ['Item 1 has no title'], [{ description: 'x' }]],
  ['a dependency on an old todo is fine', [one], null, [{ title: 'More', dependencies: [1] }]],
  ['a dependency on nothing is told', [one], ['depends on todo 7'], [{ title: 'More', dependencies: [7] }]],
  [
    'the same given id twice is told',
    [],
    ['Two new todos have the id 4'],
    [
      { id: 4, title: 'a' },
      { id: 4, title: 'b' },
    ],
  ],
  ['a second one in progress is told', [doing], ['in progress'], [{ title: 'More', status: 'in-progress' }]],
  [
    'new todos in a circle are told',
    [],
    ['circular'],
    [
      { id: 1, title: 'a', dependencies: [2] },
      { id: 2, title: 'b', dependencies: [1] },
    ],
  ],
]

describe.each([
  ['write', WRITE],
  ['update', UPDATE],
  ['add', ADD],
] as const)('%s', (operation, rows) => {
  test.each(rows)('%s', (_sentence, before, words, items) => {
    using world = todoWorld()
    if (before.length > 0) world.todos.write(world.mine, before)
    const was = world.todos.read(world.mine)
    const attempt = () => world.todos[operation](world.mine, items)
    if (words === null) {
      expect(attempt).not.toThrow()
      return
    }
    const error = caught(attempt)
    expect(error.code).toBe('INVALID_PARAMETERS')
    for (const word of [words].flat()) expect(error.message).toContain(word)
    expect(world.todos.read(world.mine)).toEqual(was)
  })
})

test('the table has at least sixty rows', () => {
  expect(WRITE.length + UPDATE.length + ADD.length).toBeGreaterThanOrEqual(60)
})

test('two members of a cycle give two errors, those outside none', () => {
  using world = todoWorld()
  const error = caught(() => world.todos.write(world.mine, [...chain(2, 1), three]))
  expect(error.details?.['errors']).toMatchObject([{ id: 1 }, { id: 2 }])
})

test('a cycle of ten thousand is found, and told in bounds', () => {
  using world = todoWorld()
  const error = caught(() => world.todos.write(world.mine, chain(10_000, 1)))
  expect(error.message).toContain('And 9980 more')
})

function caught(attempt: () => unknown): HostError {
  try {
    attempt()
  } catch (cause) {
    if (cause instanceof HostError) return cause
    throw cause
  }
  throw new Error('nothing was refused')
}
