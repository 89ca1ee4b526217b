import { expect, test } from 'vitest'
import { boxGate as open, put } from '../../test/support/box-gate.ts'

test('what was switched off, blocked or made stricter during the wait does not run', async () => {
  using t = open()
  for (const change of [
    () => Object.assign(t.profile, { isEnabled: () => false }),
    () => Object.assign(t.profile, { isEnabled: () => true, permission: () => 'blocked' }),
    () => Object.assign(t.profile, { permission: () => undefined, level: 'read_only' }),
  ]) {
    Object.assign(t.profile, { isEnabled: () => true, permission: () => undefined, level: 'execute_with_confirm' })
    const asked = t.nextAsk()
    const calling = t.call(...put('out', String(change)))
    const card = await asked
    change()
    await t.approve(card)
    expect(await calling).toMatchObject({ status: 'failed' })
  }
  expect(t.state.runs).toBe(0)
})

test('what nobody can read nobody can approve', async () => {
  using t = open({ askBytes: 1_000 })
  expect(await t.call(...put('out', 'x'.repeat(2_000)))).toMatchObject({
    status: 'failed',
    error: { code: 'TOO_LARGE' },
  })
  expect(t.approvals.list('pending')).toEqual([])
})

test('refused calls count too, and a flood of them is told once', async () => {
  using t = open({ readsPerMinute: 5 })
  for (let n = 0; n < 50; n += 1) await t.call('no_such_tool', { n })
  expect(t.store.events.newest({ types: ['call.finished'], limit: 100 })).toHaveLength(6)
})
