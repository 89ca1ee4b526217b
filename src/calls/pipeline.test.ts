import { expect, test } from 'vitest'
import { NO_PATIENCE, boxGate as open, put } from '../../test/support/box-gate.ts'
import { newRule } from '../../test/support/new-rule.ts'

test('a call inside runs at once and leaves intent and outcome', async () => {
  using t = open()
  const outcome = await t.call(...put('in-a'))
  expect(outcome).toMatchObject({
    status: 'succeeded',
    output: { name: 'in-a', length: 5 },
    label: 'Putting into box: in-a',
  })
  expect(t.store.events.ofSubject(outcome.callId).map(({ type }) => type)).toEqual(['call.started', 'call.finished'])
})

test('the three spellings reach the same operation', async () => {
  using t = open()
  for (const [name, args] of [
    ['box_put', {}],
    ['box_operations', { operation: 'put' }],
    ['box_operations.put', {}],
  ] as const) {
    expect(await t.call(name, { ...args, name: 'in-a', text: 'x' })).toMatchObject({
      status: 'succeeded',
      operation: 'box_operations.put',
    })
  }
  expect(t.state.runs).toBe(3)
})

test('a call outside waits, and runs once it is approved', async () => {
  using t = open()
  const asked = t.nextAsk()
  const calling = t.call(...put('out'))
  const card = await asked
  expect(card).toMatchObject({
    operation: 'box_operations.put',
    label: 'Putting into box: out',
    args: { name: 'out', text: 'hello' },
    cwd: t.workdir,
    risk: { tier: 'high' },
    because: { reason: 'It writes outside the working directory.' },
    waiting: 1,
  })
  expect(t.state.runs).toBe(0)
  await t.approve(card)
  expect(await calling).toMatchObject({ status: 'succeeded', because: { step: 'approved_once' } })
  expect(t.state.runs).toBe(1)
})

test('a client that gives up gets a handle; the late approval lets the repeated call run, exactly once', async () => {
  using t = open()
  const first = await t.call(...put('out'), NO_PATIENCE)
  expect(first).toMatchObject({
    status: 'pending',
    output: { status: 'approval_pending', retry_after_s: 30 },
  })
  const [card] = t.approvals.list('pending')
  await t.approve(card!)
  expect(await t.call(...put('out'), NO_PATIENCE)).toMatchObject({ status: 'succeeded' })
  expect(await t.call(...put('out'), NO_PATIENCE)).toMatchObject({ status: 'pending' })
  expect(t.state.runs).toBe(1)
})

test('approval_wait tells the decision to its own caller only', async () => {
  using t = open()
  await t.call(...put('out'), NO_PATIENCE)
  const [card] = t.approvals.list('pending')
  const args = { approval_id: card!.id }
  expect(await t.call('approval_wait', args, NO_PATIENCE)).toMatchObject({ output: { status: 'pending' } })
  await t.approve(card!, { message: 'go' })
  expect(await t.call('approval_wait', args)).toMatchObject({ output: { status: 'approved', message: 'go' } })
  const stranger = { ...t.caller, client: 'other' }
  expect(await t.call('approval_wait', args, { caller: stranger })).toMatchObject({
    status: 'failed',
    error: { code: 'NOT_FOUND' },
  })
})

test('the approval of one box opens no other, nor other text', async () => {
  using t = open()
  await t.call(...put('out'), NO_PATIENCE)
  await t.approve(t.approvals.list('pending')[0]!)
  expect(await t.call(...put('out-2'), NO_PATIENCE)).toMatchObject({ status: 'pending' })
  expect(await t.call(...put('out', 'other'), NO_PATIENCE)).toMatchObject({ status: 'pending' })
  expect(await t.call('box_operations.look', { name: 'out' }, NO_PATIENCE)).toMatchObject({ status: 'pending' })
  expect(t.state.runs).toBe(0)
})

test('an approval of one client is of no use to another', async () => {
  using t = open()
  await t.call(...put('out'), NO_PATIENCE)
  await t.approve(t.approvals.list('pending')[0]!)
  const stranger = { ...t.caller, client: 'other', runId: 'run_2' }
  expect(await t.call(...put('out'), { ...NO_PATIENCE, caller: stranger })).toMatchObject({ status: 'pending' })
})

test('denied says so with the message, and nothing runs', async () => {
  using t = open()
  const asked = t.nextAsk()
  const calling = t.call(...put('out'))
  await t.approve(await asked, { decision: 'deny', message: 'use the other box' })
  const outcome = await calling
  expect(outcome).toMatchObject({ status: 'failed', error: { code: 'PERMISSION_DENIED' } })
  expect(outcome.status === 'failed' && outcome.error.message).toContain('use the other box')
  expect(t.history.show(outcome.callId).call.state).toBe('denied')
  expect(t.state.runs).toBe(0)
})

test('"no way" approves nothing', async () => {
  using t = open()
  const asked = t.nextAsk()
  const calling = t.call(...put('out'))
  const card = await asked
  await t.approvals.answer(card.id, { version: card.version, text: 'no way' }, 'tester')
  expect(await calling).toMatchObject({ status: 'failed', error: { code: 'PERMISSION_DENIED' } })
  expect(t.state.runs).toBe(0)
})

test('expiry is not a denial', async () => {
  using t = open()
  await t.call(...put('out'), NO_PATIENCE)
  const [card] = t.approvals.list('pending')
  t.store.clock.advance(30 * 60_000)
  expect(await t.call('approval_wait', { approval_id: card!.id })).toMatchObject({ output: { status: 'expired' } })
})

test('edited arguments run instead, and the agent is told', async () => {
  using t = open()
  const asked = t.nextAsk()
  const calling = t.call(...put('out'))
  await t.approve(await asked, { editedArgs: { name: 'out', text: 'edited' } })
  const outcome = await calling
  expect(outcome).toMatchObject({ status: 'succeeded', editedByUser: true, output: { length: 6 } })
  expect(t.state.content.get('/boxes/out')).toBe('edited')
  expect(t.history.show(outcome.callId).call.args).toMatchObject({ text: 'edited' })
})

test('edited arguments that are invalid or reach our own files do not get through', async () => {
  using t = open()
  const asked = t.nextAsk()
  const calling = t.call(...put('out'))
  const card = await asked
  await expect(t.approve(card, { editedArgs: { name: 'out' } })).rejects.toMatchObject({ code: 'INVALID_PARAMETERS' })
  const own = t.approve(card, { editedArgs: { name: 'own', text: 'x' } })
  await expect(own).rejects.toMatchObject({ code: 'PERMISSION_DENIED' })
  await t.approve(card, { decision: 'deny' })
  expect(await calling).toMatchObject({ status: 'failed', error: { code: 'PERMISSION_DENIED' } })
  expect(t.state.runs).toBe(0)
})

test('edited arguments are shown as they will run: their risk, what they touch, their digest', async () => {
  using t = open()
  const asked = t.nextAsk()
  const calling = t.call(...put('out'))
  const { id, version, digest } = await asked
  const shown = await t.approvals.edited(id, { version, digest, editedArgs: { name: 'secret', text: 'x' } })
  expect(shown).toMatchObject({
    label: 'Putting into box: secret',
    verdict: 'ask',
    risk: { tier: 'critical', reasons: ['It holds a secret.'] },
    resources: [{ path: '/boxes/secret' }],
    args: { name: 'secret', text: 'x' },
  })
  expect(shown.editedDigest).not.toBe(digest)
  t.state.content.set('/boxes/secret', 'changed meanwhile')
  const late = { editedArgs: { name: 'secret', text: 'x' }, editedDigest: shown.editedDigest }
  const decision = { version, digest, decision: 'approve', scope: 'once', ...late } as const
  await expect(t.approvals.decide(id, decision, 'tester')).rejects.toMatchObject({ code: 'CONFLICT' })
  await t.approve({ id, version, digest } as never, { decision: 'deny' })
  await calling
  expect(t.state.runs).toBe(0)
})

test('a late approval with edited arguments runs the edited ones', async () => {
  using t = open()
  await t.call(...put('out'), NO_PATIENCE)
  await t.approve(t.approvals.list('pending')[0]!, { editedArgs: { name: 'out', text: 'edited' } })
  expect(await t.call(...put('out'), NO_PATIENCE)).toMatchObject({ status: 'succeeded', editedByUser: true })
  expect(t.state.content.get('/boxes/out')).toBe('edited')
})

test('what changed after the approval does not run', async () => {
  using t = open()
  const asked = t.nextAsk()
  const waiting = t.call(...put('out'))
  const card = await asked
  t.state.content.set('/boxes/out', 'somebody else was here')
  await t.approve(card)
  expect(await waiting).toMatchObject({ status: 'failed', error: { code: 'CONFLICT' } })
  expect(t.state.runs).toBe(0)
})

test.each([
  ['five minutes', 'minutes'],
  ['this run', 'run'],
  ['a rule', 'rule'],
] as const)('granted for %s: the same box runs without asking, another one asks', async (_words, scope) => {
  using t = open()
  const asked = t.nextAsk()
  const calling = t.call(...put('out'))
  await t.approve(await asked, { scope })
  await calling
  expect(await t.call(...put('out', 'again'), NO_PATIENCE)).toMatchObject({ status: 'succeeded' })
  expect(await t.call(...put('out-2'), NO_PATIENCE)).toMatchObject({ status: 'pending' })
  expect(await t.call('box_operations.look', { name: 'out' }, NO_PATIENCE)).toMatchObject({ status: 'pending' })
})

test('a grant ends with its time, by revocation, or with its run', async () => {
  using t = open()
  for (const end of [
    () => t.store.clock.advance(300_000),
    () => t.grants.revoke(t.grants.list()[0]!.id, 'tester'),
    () => t.grants.endRun('run_1'),
  ]) {
    const asked = t.nextAsk()
    const calling = t.call(...put('out', String(t.state.runs)))
    await t.approve(await asked, { scope: 'minutes' })
    await calling
    expect(await t.call(...put('out', 'again'), NO_PATIENCE)).toMatchObject({ status: 'succeeded' })
    end()
    expect(await t.call(...put('out', 'once more'), NO_PATIENCE)).toMatchObject({ status: 'pending' })
    for (const { id } of t.approvals.list('pending')) t.approvals.withdraw(id, 'test')
  }
})

test('a run grant is of no use to another run', async () => {
  using t = open()
  const asked = t.nextAsk()
  const calling = t.call(...put('out'))
  await t.approve(await asked, { scope: 'run' })
  await calling
  const other = { ...t.caller, runId: 'run_2' }
  expect(await t.call(...put('out', 'x'), { ...NO_PATIENCE, caller: other })).toMatchObject({ status: 'pending' })
})

test('a critical box always asks, and offers only "once"', async () => {
  using t = open()
  t.profile.level = 'full_access'
  const asked = t.nextAsk()
  const calling = t.call('box_operations.look', { name: 'in-secret' })
  const card = await asked
  expect(card).toMatchObject({ risk: { tier: 'critical', reasons: ['It holds a secret.'] }, options: ['once'] })
  await t.approve(card)
  expect(await calling).toMatchObject({ status: 'succeeded' })
})

test('what belongs to upperhand is refused', async () => {
  using t = open()
  t.profile.level = 'full_access'
  expect(await t.call(...put('own'))).toMatchObject({ status: 'failed', error: { code: 'PERMISSION_DENIED' } })
})

test('a pause stops calls that were already approved', async () => {
  using t = open()
  const asked = t.nextAsk()
  const calling = t.call(...put('out'))
  const card = await asked
  t.machine.isPaused = true
  await t.approve(card)
  expect(await calling).toMatchObject({ status: 'failed', error: { code: 'UNAVAILABLE' } })
  expect(t.state.runs).toBe(0)
})

test('a deny rule made while the person decides wins', async () => {
  using t = open()
  const asked = t.nextAsk()
  const calling = t.call(...put('out'))
  const card = await asked
  t.rules.make(
    newRule({ effect: 'deny', operation: 'box_operations.*', match: { path: '/boxes/**' }, message: 'Not today.' }),
    'test',
  )
  await t.approve(card)
  expect(await calling).toMatchObject({ status: 'failed', error: { code: 'PERMISSION_DENIED', message: 'Not today.' } })
})

test('safe mode is read-only whatever the profile says', async () => {
  using t = open()
  t.profile.level = 'full_access'
  t.machine.safeMode = ['settings.json is damaged']
  expect(await t.call(...put('in-a'))).toMatchObject({ status: 'failed', error: { code: 'PERMISSION_DENIED' } })
  expect(await t.call('box_operations.look', { name: 'in-a' })).toMatchObject({ status: 'succeeded' })
})

test('a person is not asked, but validation and refusals hold', async () => {
  using t = open()
  const person = { ...t.caller, isPerson: true }
  expect(await t.call(...put('out'), { caller: person })).toMatchObject({
    status: 'succeeded',
    because: { step: 'person' },
  })
  expect(await t.call(...put('own'), { caller: person })).toMatchObject({
    status: 'failed',
    error: { code: 'PERMISSION_DENIED' },
  })
  expect(await t.call('box_operations.put', { name: 'a' }, { caller: person })).toMatchObject({
    status: 'failed',
    error: { code: 'INVALID_PARAMETERS' },
  })
})

test('cancelling while a person is asked leaves the approval, and a later decision still counts', async () => {
  using t = open()
  const stop = new AbortController()
  const asked = t.nextAsk()
  const calling = t.call(...put('out'), { signal: stop.signal })
  const card = await asked
  stop.abort()
  expect(await calling).toMatchObject({ status: 'failed', error: { code: 'CANCELLED' } })
  await t.approve(t.approvals.get(card.id))
  expect(await t.call(...put('out'), NO_PATIENCE)).toMatchObject({ status: 'succeeded' })
})

test.each([true, false])('a running call is cancelled (it listens to its signal: %s)', async (listens) => {
  using t = open()
  const stop = new AbortController()
  const started = new Promise<void>((resolve) => {
    t.store.events.subscribe(({ type }) => type === 'call.started' && resolve())
  })
  const calling = t.call('box_sleep', { listens }, { signal: stop.signal })
  await started
  stop.abort()
  const outcome = await calling
  expect(outcome).toMatchObject({ status: 'failed', error: { code: 'CANCELLED' } })
  expect(t.history.show(outcome.callId).call.state).toBe('cancelled')
})

test('a call over its time limit is stopped', async () => {
  using t = open({ callTimeoutMs: 20 })
  expect(await t.call('box_sleep', { listens: false })).toMatchObject({ status: 'failed', error: { code: 'TIMEOUT' } })
})

test('more calls than a minute allows are refused with the time to wait', async () => {
  using t = open({ writesPerMinute: 2 })
  await t.call(...put('in-a'))
  await t.call(...put('in-a'))
  expect(await t.call(...put('in-a'))).toMatchObject({ status: 'failed', error: { code: 'LIMIT_REACHED' } })
  t.store.clock.advance(60_000)
  expect(await t.call(...put('in-a'))).toMatchObject({ status: 'succeeded' })
})

test('writes to one box are serial, to different boxes they are not', async () => {
  using t = open()
  const all = await Promise.all(Array.from({ length: 20 }, (_, n) => t.call(...put('in-a', String(n)))))
  expect(all.every(({ status }) => status === 'succeeded')).toBe(true)
  expect(t.state.content.get('/boxes/in-a')).toBe('19')
})

test('a single use is never spent twice: 200 rounds of 50 racing calls', async () => {
  using t = open({ writesPerMinute: 1_000_000, readsPerMinute: 1_000_000 })
  for (let round = 0; round < 200; round += 1) {
    const args = put('out', `round ${round}`)
    await t.call(...args, NO_PATIENCE)
    await t.approve(t.approvals.list('pending')[0]!)
    t.state.runs = 0
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => t.call(...args, NO_PATIENCE)))
    expect(t.state.runs).toBe(1)
    expect(outcomes.filter(({ status }) => status === 'succeeded')).toHaveLength(1)
    for (const { id } of t.approvals.list('pending')) t.approvals.withdraw(id, 'next round')
  }
}, 120_000)

test('secrets in arguments do not reach the history', async () => {
  using t = open()
  const { callId } = await t.call(...put('in-a', 'sk-abcdefghijklmnopqrstuvwx'))
  const text = JSON.stringify(t.store.events.ofSubject(callId))
  expect(text).not.toContain('sk-abcdefghijklmnopqrstuvwx')
  expect(text).toContain('[redacted]')
  expect(t.state.content.get('/boxes/in-a')).toBe('sk-abcdefghijklmnopqrstuvwx')
})

test('a call interrupted by a crash is marked as outcome unknown', async () => {
  using t = open()
  const started = new Promise<string>((resolve) => {
    t.store.events.subscribe(({ type, subject }) => type === 'call.started' && resolve(subject ?? ''))
  })
  void t.call('box_sleep', { listens: false })
  const id = await started
  expect(t.history.show(id).call.state).toBe('running')
  t.ledger.closeInterrupted()
  expect(t.history.show(id).call.state).toBe('unknown')
  expect(t.ledger.closeInterrupted()).toEqual([])
})

test('a call that waited for a person when upperhand died did not run, and its approval still waits', async () => {
  using t = open()
  const asked = t.nextAsk()
  void t.call(...put('out'))
  const { id } = await asked
  const [waiting] = t.store.events.newest({ types: ['call.waiting'], limit: 1 })
  t.ledger.closeInterrupted()
  expect(t.history.show(waiting!.subject!).call).toMatchObject({ state: 'pending', approvalId: id })
  expect(t.history.list({ limit: 1 })).toMatchObject([{ id: waiting!.subject, state: 'pending' }])
  expect(t.approvals.get(id).state).toBe('pending')
})
