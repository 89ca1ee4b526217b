import { expect, test } from 'vitest'
import { boxGate, NO_PATIENCE, put } from '../../test/support/box-gate.ts'
import { newRule } from '../../test/support/new-rule.ts'

/** A known history: a is approved four times, b twice, c denied once, in-d runs three times without asking. */
async function withHistory() {
  const t = boxGate({ writesPerMinute: 1_000, readsPerMinute: 1_000, patienceMs: 0 })
  const ask = async (name: string, decision: 'approve' | 'deny', n: number) => {
    const args = put(name, String(n))
    await t.call(...args, NO_PATIENCE)
    await t.approve(t.approvals.list('pending')[0]!, { decision })
    await t.call(...args, NO_PATIENCE)
    for (const { id } of t.approvals.list('pending')) t.approvals.withdraw(id, 'test')
    t.store.clock.advance(1_000)
  }
  for (let n = 0; n < 4; n += 1) await ask('a/one', 'approve', n)
  for (let n = 0; n < 2; n += 1) await ask('b/one', 'approve', n)
  const denied = t.nextAsk()
  const calling = t.call(...put('c/one', 'x'), { patienceMs: 1_000 })
  await t.approve(await denied, { decision: 'deny' })
  await calling
  for (let n = 0; n < 3; n += 1) await t.call(...put('in-d', String(n)))
  return t
}

const rule = (more: object) => newRule({ operation: 'box_operations.put', ...more })

test('the back-test counts what a rule would have changed', async () => {
  using t = await withHistory()
  const tested = (more: object) => t.ruleBook.check(rule(more)).backTest
  expect(tested({ match: { path: '/boxes/a/**' } })).toMatchObject({ wouldNotHaveAsked: 4, wouldHaveAllowedDenied: 0 })
  expect(tested({ match: { path: '/boxes/b/one' } })).toMatchObject({ wouldNotHaveAsked: 2, wouldHaveAllowedDenied: 0 })
  expect(tested({ match: { path: '/boxes/**' } })).toMatchObject({ wouldNotHaveAsked: 6, wouldHaveAllowedDenied: 1 })
  expect(tested({ match: { path: '/elsewhere/**' } })).toMatchObject({ matched: 0, wouldNotHaveAsked: 0 })
  expect(tested({ effect: 'deny', match: { path: '/boxes/**' } })).toMatchObject({ wouldHaveDenied: 9 })
  expect(tested({ effect: 'ask', match: { path: '/boxes/in-d' } })).toMatchObject({ wouldHaveAsked: 3 })
})

test('what was approved three times and never denied is suggested, narrow first', async () => {
  using t = await withHistory()
  const [first, ...others] = t.ruleBook.suggestions()
  expect(first).toMatchObject({ approvals: 4, rules: [{ match: { path: '/boxes/a/one' } }] })
  expect(JSON.stringify(others)).not.toContain('/boxes/c')
})

test('an accepted suggestion stops the asking and nothing else', async () => {
  using t = await withHistory()
  for (const one of t.ruleBook.suggestions()[0]!.rules) await t.ruleBook.add(one, 'you')
  expect(await t.call(...put('a/one', 'again'), NO_PATIENCE)).toMatchObject({
    status: 'succeeded',
    because: { step: 'allow_rule' },
  })
  expect(await t.call(...put('a/two', 'again'), NO_PATIENCE)).toMatchObject({ status: 'pending' })
  expect(t.ruleBook.list()).toMatchObject([{ uses: 1 }])
})

test('the candidates of an approval go from narrow to broad, each with its back-test', async () => {
  using t = await withHistory()
  await t.call(...put('a/two'), NO_PATIENCE)
  const [card] = t.approvals.list('pending')
  const candidates = t.ruleBook.candidates(card!.id)
  expect(candidates.map(({ rules }) => rules[0]?.match.path)).toEqual(['/boxes/a/two', '/boxes/a/*'])
  expect(candidates.map(({ backTest }) => backTest.wouldNotHaveAsked)).toEqual([0, 4])
  expect(candidates[0]?.rules[0]).toMatchObject({ effect: 'allow', where: { profile: 'test', project: t.workdir } })
})

test('a critical call has no candidates', async () => {
  using t = boxGate()
  await t.call('box_operations.look', { name: 'secret' }, NO_PATIENCE)
  expect(t.ruleBook.candidates(t.approvals.list('pending')[0]!.id)).toEqual([])
})

test('a rule that is used up lets nothing more through', async () => {
  using t = boxGate()
  await t.ruleBook.add(rule({ maxUses: 2 }), 'you')
  const outcomes = await Promise.all(Array.from({ length: 10 }, (_, n) => t.call(...put(`x${n}`), NO_PATIENCE)))
  expect(outcomes.filter(({ status }) => status === 'succeeded')).toHaveLength(2)
  expect(t.state.runs).toBe(2)
})

test('a call is explained without being made', async () => {
  using t = boxGate()
  await t.ruleBook.add(rule({ effect: 'deny', match: { path: '/boxes/x' }, message: 'Use y.' }), 'you')
  const explain = (name: string) => t.explain('box_operations.put', { name, text: '' }, t.caller)
  expect(await explain('x')).toMatchObject({ verdict: 'deny', because: { step: 'deny_rule', reason: 'Use y.' } })
  expect(await explain('out')).toMatchObject({ verdict: 'ask', because: { step: 'default' } })
  expect(await explain('in-a')).toMatchObject({ verdict: 'allow' })
  expect(t.state.runs).toBe(0)
  expect(t.approvals.list('pending')).toEqual([])
})

test('history and rules do not slow the gate down, whatever their number: a rule is found among ten thousand', async () => {
  using t = boxGate()
  t.store.database.transaction(() => {
    for (let n = 0; n < 10_000; n += 1) t.rules.make(rule({ match: { path: `/elsewhere/${n}` } }), 'test')
  })
  t.rules.make(rule({ match: { path: '/boxes/out' } }), 'test')
  expect(await t.call(...put('out'), NO_PATIENCE)).toMatchObject({
    status: 'succeeded',
    because: { step: 'allow_rule' },
  })
})
