import { expect, test } from 'vitest'
import { testStore } from '../../test/support/store.ts'
import { newId } from '../base/ids.ts'
import { createGrants } from './grants.ts'
import { createRules } from './rules.ts'

const undo = () => {
  throw new Error('the disk is full')
}

test('a grant whose record is undone allows nothing', () => {
  using store = testStore()
  const grants = createGrants({ ...store, newId })
  const grant = { operation: 'files.write', path: '/a', runId: 'run_1', profile: 'p', approvalId: 'apr_1' }
  expect(() =>
    store.database.transaction(() => {
      grants.make({ ...grant, scope: 'run' })
      undo()
    }),
  ).toThrow('full')
  expect(grants.match('run_1', 'files.write', '/a')).toBeUndefined()
  expect(grants.list()).toEqual([])
})

test('a rule whose record is undone allows nothing', () => {
  using store = testStore()
  const rules = createRules({ ...store, newId })
  const rule = { effect: 'allow', operation: 'files.write', path: '/a', profile: null } as const
  expect(() =>
    store.database.transaction(() => {
      rules.make({ ...rule, source: 'test', message: null })
      undo()
    }),
  ).toThrow('full')
  expect(rules.match('files.write', '/a', 'p')).toEqual({})
  expect(rules.list()).toEqual([])
})
