import { expect, test } from 'vitest'
import { NO_PATIENCE, boxGate as open, put } from '../../test/support/box-gate.ts'
import type { CallRequest } from './calls.ts'

type Gate = ReturnType<typeof open>

function call(t: Gate, more: Partial<CallRequest> = {}, caller = t.caller) {
  const [name, args] = put('out')
  return t.calls.call({ name, args, caller, ...more })
}

test('whoever calls is told what it waits for, and says for how long', async () => {
  using t = open()
  const told: string[] = []
  const onWaiting = ({ id, label }: { id: string; label: string }) => {
    told.push(id, label)
    return 0
  }
  expect(await call(t, { onWaiting })).toMatchObject({ status: 'pending', approvalId: told[0] })
  expect(told[1]).toBe('Putting into box: out')
  expect(await t.call(...put('in-a'))).toMatchObject({ status: 'succeeded' })
  expect(told).toHaveLength(2)
})

test.each([
  ['a denial', { decision: 'deny', message: 'not now' }, 'PERMISSION_DENIED'],
  ['an approval that is used up', {}, 'CONFLICT'],
] as const)('who comes back for the answer gets %s, and nobody is asked again', async (_what, decision, code) => {
  using t = open()
  const first = await call(t, NO_PATIENCE)
  const resumes = first.status === 'pending' ? first.approvalId : ''
  await t.approve(t.approvals.get(resumes), decision)
  if (code === 'CONFLICT') expect(await call(t, { ...NO_PATIENCE, resumes })).toMatchObject({ status: 'succeeded' })
  expect(await call(t, { ...NO_PATIENCE, resumes })).toMatchObject({ status: 'failed', error: { code } })
  expect(t.approvals.list('pending')).toEqual([])
  expect(t.state.runs).toBe(code === 'CONFLICT' ? 1 : 0)
})

test('an answer that nobody gave in time is told as such', async () => {
  using t = open({ approvalExpiryMs: 1 })
  const first = await call(t, NO_PATIENCE)
  const resumes = first.status === 'pending' ? first.approvalId : ''
  t.store.clock.advance(1_000)
  expect(await call(t, { ...NO_PATIENCE, resumes })).toMatchObject({ error: { code: 'APPROVAL_EXPIRED' } })
})

test('the approval of another call answers nothing', async () => {
  using t = open()
  await t.call(...put('out-2'), NO_PATIENCE)
  const [other] = t.approvals.list('pending')
  await t.approve(other!, { decision: 'deny' })
  expect(await call(t, { ...NO_PATIENCE, resumes: other!.id })).toMatchObject({ status: 'pending' })
})
