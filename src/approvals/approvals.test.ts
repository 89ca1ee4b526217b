import { expect, test } from 'vitest'
import { type ManualClock, type TestStore, testStore } from '../../test/support/store.ts'
import { newId } from '../base/ids.ts'
import { LIMITS } from '../base/limits.ts'
import type { Events } from '../events/events.ts'
import type { Database } from '../storage/database.ts'
import { type Approvals, type Ask, createApprovals } from './approvals.ts'

const ask = (digest: string, more: Partial<Ask> = {}): Ask => ({
  kind: 'call',
  digest,
  runId: 'run_1',
  principal: '["agent","agent","p","client","/w"]',
  profile: 'p',
  operation: 'files.write',
  lineage: ['client', 'run_1'],
  title: 'Write',
  label: 'Writing file: a.txt',
  details: [],
  icon: 'file',
  args: { path: 'a.txt' },
  cwd: '/w',
  risk: { tier: 'high', reasons: [] },
  because: { step: 'default', reason: 'outside' },
  resources: [],
  preview: { kind: 'arguments' },
  note: null,
  options: ['once', 'minutes', 'run', 'rule'],
  ...more,
})

function service({ database, events, clock }: { database: Database; events: Events; clock: ManualClock }): Approvals {
  return createApprovals({
    database,
    events,
    clock,
    newId,
    limits: LIMITS,
    onApproved: () => {},
    remember: (value) => JSON.parse(JSON.stringify(value).replaceAll('hunter2', '[redacted]')),
    prepareEdited: async (card, _principal, args) => ({
      ...card,
      args,
      editedDigest: `edited:${JSON.stringify(args)}`,
      verdict: 'own' in args ? 'deny' : 'ask',
    }),
  })
}

const forever = new AbortController().signal
const decision = (digest: string, more = {}) => ({
  version: 1,
  digest,
  decision: 'approve' as const,
  scope: 'once' as const,
  ...more,
})

function open(): { store: TestStore; approvals: Approvals } & Disposable {
  const store = testStore()
  const approvals = service(store)
  return {
    store,
    approvals,
    [Symbol.dispose]: () => {
      approvals.close()
      store[Symbol.dispose]()
    },
  }
}

test('asking again with the same digest joins the same approval', () => {
  using t = open()
  expect(t.approvals.request(ask('d1')).id).toBe(t.approvals.request(ask('d1')).id)
  expect(t.approvals.request(ask('d2')).id).not.toBe(t.approvals.request(ask('d1')).id)
})

test('a waiter wakes with the decision, and the permission can be spent exactly once', async () => {
  using t = open()
  const { id } = t.approvals.request(ask('d'))
  const waiting = t.approvals.wait(id, 60_000, forever)
  await t.approvals.decide(id, decision('d'), 'me')
  expect(await waiting).toMatchObject({ state: 'approved', decidedBy: 'me' })
  expect(t.approvals.permitFor('d')).toMatchObject({ approvalId: id })
  expect(t.approvals.spend(id)).toBe(true)
  expect(t.approvals.spend(id)).toBe(false)
  expect(t.approvals.permitFor('d')).toBeUndefined()
})

test('a stale version, a foreign digest and a second decision are refused', async () => {
  using t = open()
  const { id } = t.approvals.request(ask('d'))
  await expect(t.approvals.decide(id, decision('d', { version: 2 }), 'me')).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(t.approvals.decide(id, decision('other'), 'me')).rejects.toMatchObject({ code: 'CONFLICT' })
  await t.approvals.decide(id, decision('d'), 'me')
  await expect(t.approvals.decide(id, decision('d'), 'you')).rejects.toThrow('already approved by me')
})

test('two people deciding at once: one decision counts', async () => {
  using t = open()
  const { id } = t.approvals.request(ask('d'))
  const both = await Promise.allSettled([
    t.approvals.decide(id, decision('d', { editedArgs: { a: 1 }, editedDigest: 'edited:{"a":1}' }), 'me'),
    t.approvals.decide(id, decision('d', { decision: 'deny' }), 'you'),
  ])
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('no answer is expired, never denied, and deciding then is too late', async () => {
  using t = open()
  const { id } = t.approvals.request(ask('d'))
  t.store.clock.advance(LIMITS.approvalExpiryMs)
  expect(t.approvals.get(id).state).toBe('expired')
  await expect(t.approvals.decide(id, decision('d'), 'me')).rejects.toMatchObject({ code: 'APPROVAL_EXPIRED' })
  expect(t.store.events.ofSubject(id).map(({ type }) => type)).toEqual(['approval.requested', 'approval.expired'])
})

test('setting the clock back extends nothing', async () => {
  using t = open()
  const { id } = t.approvals.request(ask('d'))
  const late = t.approvals.request(ask('e'))
  await t.approvals.decide(late.id, decision('e'), 'me')
  t.store.clock.setBack(24 * 60 * 60 * 1000)
  t.store.clock.advance(LIMITS.approvalExpiryMs)
  expect(t.approvals.get(id).state).toBe('expired')
  expect(t.approvals.permitFor('e')).toBeUndefined()
})

test('a late approval is good for ten minutes and not longer', async () => {
  using t = open()
  const { id } = t.approvals.request(ask('d'))
  await t.approvals.decide(id, decision('d'), 'me')
  t.store.clock.advance(LIMITS.permitExpiryMs - 1)
  expect(t.approvals.permitFor('d')).toBeDefined()
  t.store.clock.advance(1)
  expect(t.approvals.permitFor('d')).toBeUndefined()
  expect(t.approvals.spend(id)).toBe(false)
})

test('pending approvals and one-time permissions survive a restart', async () => {
  using t = open()
  const pending = t.approvals.request(ask('d'))
  const given = t.approvals.request(ask('e'))
  await t.approvals.decide(given.id, decision('e'), 'me')
  const again = service({ ...t.store.reopen(), clock: t.store.clock })
  expect(again.get(pending.id)).toMatchObject({ state: 'pending', label: 'Writing file: a.txt' })
  expect(again.permitFor('e')).toMatchObject({ approvalId: given.id })
  again.close()
})

test('an answer in words approves only as a whole message', async () => {
  using t = open()
  const first = t.approvals.request(ask('d'))
  expect(await t.approvals.answer(first.id, { version: 1, text: 'no way' }, 'me')).toMatchObject({
    state: 'answered',
    message: 'no way',
  })
  expect(t.approvals.permitFor('d')).toBeUndefined()
  const second = t.approvals.request(ask('d'))
  expect(await t.approvals.answer(second.id, { version: 1, text: ' Yes ' }, 'me')).toMatchObject({ state: 'approved' })
  const third = t.approvals.request(ask('e'))
  expect(await t.approvals.answer(third.id, { version: 1, text: 'no' }, 'me')).toMatchObject({ state: 'denied' })
})

test('"yes" as the answer to a plain question is text, not a permission', async () => {
  using t = open()
  const { id } = t.approvals.request(ask('q', { kind: 'question', operation: 'user_collaboration' }))
  expect(await t.approvals.answer(id, { version: 1, text: 'yes' }, 'me')).toMatchObject({ state: 'answered' })
  expect(t.approvals.permitFor('q')).toBeUndefined()
})

test('edited arguments carry their own digest', async () => {
  using t = open()
  const { id } = t.approvals.request(ask('d'))
  const editedDigest = 'edited:{"path":"b.txt"}'
  await t.approvals.decide(id, decision('d', { editedArgs: { path: 'b.txt' }, editedDigest }), 'me')
  expect(t.approvals.permitFor('d')).toMatchObject({
    approvedDigest: 'edited:{"path":"b.txt"}',
    editedArgs: { path: 'b.txt' },
  })
})

test('edited arguments are shown before they count: without their digest, with another, or refused, they do not', async () => {
  using t = open()
  const { id } = t.approvals.request(ask('d'))
  const edit = { version: 1, digest: 'd', editedArgs: { path: 'b.txt' } }
  const decide = (more: object) => t.approvals.decide(id, decision('d', more), 'me')
  await expect(t.approvals.edited(id, { ...edit, version: 2 })).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(t.approvals.edited(id, { ...edit, digest: 'x' })).rejects.toMatchObject({ code: 'CONFLICT' })
  const { editedDigest } = await t.approvals.edited(id, edit)
  await expect(decide({ editedArgs: { path: 'b.txt' } })).rejects.toMatchObject({ code: 'INVALID_PARAMETERS' })
  await expect(decide({ editedArgs: { path: 'c.txt' }, editedDigest })).rejects.toMatchObject({ code: 'CONFLICT' })
  const own = await t.approvals.edited(id, { ...edit, editedArgs: { own: true } })
  await expect(decide({ editedArgs: { own: true }, editedDigest: own.editedDigest })).rejects.toMatchObject({
    code: 'PERMISSION_DENIED',
  })
  expect(t.approvals.get(id).state).toBe('pending')
  expect(await decide({ editedArgs: { path: 'b.txt' }, editedDigest })).toMatchObject({ state: 'approved' })
})

test('edited arguments are approved once: a wider grant would be about what was asked, not about what runs', async () => {
  using t = open()
  const { id } = t.approvals.request(ask('d'))
  const edited = decision('d', { editedArgs: { path: 'b.txt' }, scope: 'run' })
  await expect(t.approvals.decide(id, edited, 'me')).rejects.toMatchObject({ code: 'INVALID_PARAMETERS' })
})

test('a critical card offers only "once"', async () => {
  using t = open()
  const { id } = t.approvals.request(ask('d', { options: ['once'] }))
  await expect(t.approvals.decide(id, decision('d', { scope: 'run' }), 'me')).rejects.toMatchObject({
    code: 'INVALID_PARAMETERS',
  })
})

test('a run cannot fill the inbox', () => {
  using t = open()
  for (let n = 0; n < LIMITS.approvalsPerRun; n += 1) t.approvals.request(ask(`d${n}`))
  expect(() => t.approvals.request(ask('one more'))).toThrow('Too many calls are waiting')
  expect(t.approvals.request(ask('other run', { runId: 'run_2' })).state).toBe('pending')
})

test('a wait ends with its time or its signal and leaves the approval pending', async () => {
  using t = open()
  const { id } = t.approvals.request(ask('d'))
  expect(await t.approvals.wait(id, 5, forever)).toMatchObject({ state: 'pending' })
  const stop = new AbortController()
  const waiting = t.approvals.wait(id, 60_000, stop.signal)
  expect(t.approvals.get(id).waiting).toBe(1)
  stop.abort()
  expect(await waiting).toMatchObject({ state: 'pending', waiting: 0 })
})

test('the newest waiter wakes first: a client that asked again gets the answer', async () => {
  using t = open()
  const { id } = t.approvals.request(ask('d'))
  const order: string[] = []
  const older = t.approvals.wait(id, 60_000, forever).then(() => order.push('older'))
  const newer = t.approvals.wait(id, 60_000, forever).then(() => order.push('newer'))
  await t.approvals.decide(id, decision('d'), 'me')
  await Promise.all([older, newer])
  expect(order).toEqual(['newer', 'older'])
})

test('a beginning of an id finds it, an ambiguous one is refused', () => {
  using t = open()
  const { id } = t.approvals.request(ask('d'))
  t.approvals.request(ask('e'))
  expect(t.approvals.find(id.slice(0, 12)).id).toBe(id)
  expect(() => t.approvals.find('apr_')).toThrow('several')
  expect(() => t.approvals.find('apr_zzz')).toThrow('no approval')
})

test('a question is answered, not approved', async () => {
  using t = open()
  const { id } = t.approvals.request(ask('q', { kind: 'question', operation: 'user_collaboration' }))
  await expect(t.approvals.decide(id, decision('q'), 'me')).rejects.toThrow('wants an answer in words')
  expect(t.approvals.get(id).state).toBe('pending')
})

test('what was decided is remembered without its secrets, what is open shows exactly what would run', async () => {
  using t = open()
  const { id } = t.approvals.request(ask('d', { args: { text: 'hunter2' } }))
  expect(t.approvals.get(id).args).toEqual({ text: 'hunter2' })
  await t.approvals.decide(id, decision('d', { decision: 'deny' }), 'me')
  expect(t.approvals.get(id).args).toEqual({ text: '[redacted]' })
})

test('old approvals go with the history, open ones stay', async () => {
  using t = open()
  const [old, open_] = [t.approvals.request(ask('d')), t.approvals.request(ask('e'))]
  await t.approvals.decide(old.id, decision('d', { decision: 'deny' }), 'me')
  t.approvals.prune(t.store.clock.now() + 1)
  expect(() => t.approvals.get(old.id)).toThrow('no approval')
  expect(t.approvals.get(open_.id).state).toBe('pending')
})
