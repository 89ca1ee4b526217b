import { expect, test } from 'vitest'
import { pathResource } from '../../test/support/decide-facts.ts'
import { testStore } from '../../test/support/store.ts'
import { newId } from '../base/ids.ts'
import { createGrants } from './grants.ts'

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
  expect(grants.match('run_1', 'files.write', pathResource('/a'))).toBeUndefined()
  expect(grants.list()).toEqual([])
})
