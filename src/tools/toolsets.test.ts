import { expect, test } from 'vitest'
import { createToolsets } from './toolsets.ts'

test('a toolset whose service cannot start is named with its reason, and the others are there', () => {
  const whole = (name: string) => ({
    name,
    title: name,
    summary: '',
    category: 'x',
    shape: 'single' as const,
    operations: [],
  })
  const { toolsets, unavailable } = createToolsets({} as never, [
    ['first', 'x', () => whole('first')],
    [
      'broken',
      'y',
      () => {
        throw new Error('its native part does not load')
      },
    ],
    ['last', 'x', () => whole('last')],
  ])
  expect(toolsets.map(({ name }) => name)).toEqual(['first', 'last'])
  expect(unavailable).toEqual([{ name: 'broken', category: 'y', reason: 'its native part does not load' }])
})
