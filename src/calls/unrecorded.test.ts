import { expect, test } from 'vitest'
import { boxGate as open, put } from '../../test/support/box-gate.ts'

/** Lets no event of this type into the database. */
const refuse = (t: ReturnType<typeof open>, type: string) =>
  t.store.database
    .prepare(
      `create temp trigger refuse before insert on event when new.type = '${type}' begin select raise(abort, 'no'); end`,
    )
    .run()
const accept = (t: ReturnType<typeof open>) => t.store.database.prepare('drop trigger refuse').run()

test('a call whose intent cannot be recorded does not run', async () => {
  using t = open()
  refuse(t, 'call.started')
  expect(await t.call(...put('in-a'))).toMatchObject({ status: 'failed' })
  expect(t.state.runs).toBe(0)
  accept(t)
  expect(await t.call(...put('in-a'))).toMatchObject({ status: 'succeeded' })
  expect(t.history.verify()).toMatchObject({ ok: true })
})

test('a call whose outcome cannot be recorded says that it ran, and is unknown after a restart', async () => {
  using t = open()
  refuse(t, 'call.finished')
  const outcome = await t.call(...put('in-a'))
  expect(outcome).toMatchObject({
    status: 'failed',
    error: { code: 'EXECUTION_FAILED', message: 'The call ran, but its outcome could not be recorded.' },
  })
  expect(t.state.content.get('/boxes/in-a')).toBe('hello')
  accept(t)
  expect(t.ledger.closeInterrupted()).toEqual([{ id: outcome.callId, paths: ['/boxes/in-a'] }])
  expect(t.history.show(outcome.callId).call.state).toBe('unknown')
  expect(t.history.verify()).toMatchObject({ ok: true })
})

test('an approval whose intent cannot be recorded is not spent', async () => {
  using t = open()
  const asked = t.nextAsk()
  const calling = t.call(...put('out'))
  refuse(t, 'call.started')
  await t.approve(await asked)
  expect(await calling).toMatchObject({ status: 'failed' })
  expect(t.state.runs).toBe(0)
  accept(t)
  expect(await t.call(...put('out'))).toMatchObject({ status: 'succeeded' })
})

test('an approval that cannot be recorded allows nothing, whatever its scope', async () => {
  using t = open()
  const asked = t.nextAsk()
  void t.call(...put('out'))
  const card = await asked
  refuse(t, 'grant.made')
  await expect(t.approve(card, { scope: 'run' })).rejects.toThrow()
  expect(t.grants.list()).toEqual([])
  expect(t.approvals.get(card.id).state).toBe('pending')
  accept(t)
  await t.approve(card, { scope: 'run' })
  expect(t.grants.list()).toHaveLength(1)
  expect(t.history.verify()).toMatchObject({ ok: true })
})

test('a run ends even when that cannot be recorded', async () => {
  using t = open()
  refuse(t, 'grant.ended')
  const asked = t.nextAsk()
  void t.call(...put('out'))
  await t.approve(await asked, { scope: 'run' })
  t.grants.endRun(t.caller.runId)
  expect(t.grants.list()).toEqual([])
})
