import { describe, expect, test } from 'vitest'
import { testStore } from '../../test/support/store.ts'
import type { HostError } from '../base/host-error.ts'
import { LIMITS } from '../base/limits.ts'
import { fill, placeholdersOf } from './placeholders.ts'
import { createPrompts, systemText } from './prompts.ts'

function setup() {
  const store = testStore()
  const create = ({ database, events }: Pick<typeof store, 'database' | 'events'>) =>
    createPrompts({ database, events, clock: store.clock, limits: { ...LIMITS, prompts: 3 } })
  return {
    prompts: create(store),
    again: () => create(store.reopen()),
    store,
    [Symbol.dispose]: () => store[Symbol.dispose](),
  }
}

const brief = { name: 'Be brief', content: 'Three sentences.', order: 100, isEnabled: false }
const role = {
  name: 'Reviewer',
  description: 'Reads first.',
  components: [{ title: 'A', content: 'One.', isEnabled: true }],
}
const code = (attempt: () => unknown): string => {
  try {
    attempt()
    return ''
  } catch (cause) {
    return (cause as HostError).code
  }
}

describe('mini prompts', () => {
  test('hold nowhere, in one conversation, or everywhere, in their order', () => {
    using world = setup()
    const { prompts } = world
    const { id } = prompts.addMini(brief, 'cli')
    const { id: first } = prompts.addMini({ ...brief, name: 'First', order: 1, isEnabled: true }, 'cli')
    expect([id, first]).toEqual(['be-brief', 'first'])
    expect(prompts.enabledFor('a').map((prompt) => prompt.id)).toEqual([first])
    prompts.enable(id, 'a', true, 'cli')
    expect(prompts.enabledFor('a').map((prompt) => prompt.id)).toEqual([first, id])
    expect(prompts.enabledFor('b').map((prompt) => prompt.id)).toEqual([first])
    expect(prompts.miniPrompt(id)).toMatchObject({ scope: 'run', runs: ['a'] })
    prompts.enable(id, 'a', false, 'cli')
    prompts.changeMini(id, { isEnabled: true }, 'cli')
    expect(prompts.enabledFor('b').map((prompt) => prompt.id)).toEqual([first, id])
  })

  test('keep their choice and text over a restart', () => {
    using world = setup()
    const { id } = world.prompts.addMini(brief, 'cli')
    world.prompts.enable(id, 'a', true, 'cli')
    expect(world.again().enabledFor('a')).toMatchObject([{ id, content: 'Three sentences.' }])
  })
})

describe('prompts', () => {
  test('that come along are there, off, and not to be changed or removed', () => {
    using world = setup()
    const { prompts } = world
    expect(prompts.enabledFor('a')).toEqual([])
    expect(prompts.systemPrompts().length).toBeGreaterThanOrEqual(2)
    expect(code(() => prompts.changeMini('code-review', { isEnabled: true }, 'cli'))).toBe('PERMISSION_DENIED')
    expect(code(() => prompts.remove('code-review', 'cli'))).toBe('NOT_FOUND')
    prompts.enable('code-review', 'a', true, 'cli')
    expect(prompts.enabledFor('a')).toHaveLength(1)
  })

  test('of the same name get ids of their own, and there is an end to them', () => {
    using world = setup()
    const { prompts } = world
    expect([prompts.addMini(brief, 'cli').id, prompts.addMini(brief, 'cli').id]).toEqual(['be-brief', 'be-brief-2'])
    expect(prompts.addSystem({ ...role, name: '日本' }, 'cli').id).toBe('prompt')
    expect(code(() => prompts.addSystem(role, 'cli'))).toBe('LIMIT_REACHED')
    prompts.remove('be-brief', 'cli')
    expect(code(() => prompts.miniPrompt('be-brief'))).toBe('NOT_FOUND')
  })

  test('tell who listens, and the history', () => {
    using world = setup()
    let heard = 0
    world.prompts.onChange(() => {
      heard += 1
    })
    const { id } = world.prompts.addSystem(role, 'cli')
    world.prompts.changeSystem(id, { description: 'x' }, 'cli')
    expect(heard).toBe(2)
    expect(world.store.events.newest({ types: ['prompts.changed'], limit: 5 })).toHaveLength(2)
  })

  test('of a system are the parts that are on, in order', () => {
    const components = [
      { title: 'A', content: 'One.', isEnabled: true },
      { title: '', content: 'Two.', isEnabled: true },
      { title: 'C', content: 'Three.', isEnabled: false },
    ]
    expect(systemText({ name: 'x', description: '', components })).toBe('# A\nOne.\n\nTwo.')
  })
})

describe('placeholders', () => {
  test.each([
    ['none', 'plain text', []],
    ['a name', 'Use {{language}}.', [{ name: 'language', values: [] }]],
    ['values to choose from', '{{a: x | y }}', [{ name: 'a', values: ['x', 'y'] }]],
    ['the same name twice is one', '{{a}} and {{a:x}}', [{ name: 'a', values: ['x'] }]],
    ['what is no name is text', '{{ 1a }} {{}} {{a b}}', []],
  ])('%s', (_sentence, text, expected) => {
    expect(placeholdersOf(text)).toEqual(expected)
  })

  test.each([
    ['a value that is given', '{{a:x|y}}', { a: 'z' }, 'z'],
    ['else the first to choose from', '{{a:x|y}}', {}, 'x'],
    ['else its name', '{{a}}', {}, '<a>'],
    ['what a value says is not filled again', '{{a}} {{b}}', { a: '{{b}}', b: 'c' }, '{{b}} c'],
    ['names of objects are no values', '{{constructor}}', {}, '<constructor>'],
  ])('%s', (_sentence, text, values: Record<string, string>, expected) => {
    expect(fill(text, values)).toBe(expected)
  })
})
