import { expect, test } from 'vitest'
import { NO_PATIENCE, boxGate as open, put } from '../../test/support/box-gate.ts'

test('refuse-and-ask: the refusal suggests the question, and the answer is about exactly that call', async () => {
  using t = open()
  t.profile.onAsk = 'error'
  const refused = await t.call(...put('out'))
  expect(refused).toMatchObject({ status: 'failed', error: { code: 'APPROVAL_REQUIRED' } })
  expect(refused.status === 'failed' && refused.error.hint).toContain('authorize_operation="box_operations.put"')

  const asked = t.nextAsk()
  const asking = t.call('user_collaboration', {
    prompt: 'May I fill the box?',
    authorize_operation: 'box_operations.put',
  })
  const card = await asked
  expect(card).toMatchObject({
    operation: 'box_operations.put',
    args: { name: 'out', text: 'hello' },
    note: 'May I fill the box?',
  })
  await t.approvals.answer(card.id, { version: card.version, text: 'yes' }, 'tester')
  expect(await asking).toMatchObject({ status: 'succeeded', output: { status: 'approved', userResponse: 'yes' } })

  expect(await t.call(...put('out-2'))).toMatchObject({ status: 'failed', error: { code: 'APPROVAL_REQUIRED' } })
  expect(await t.call(...put('out'))).toMatchObject({ status: 'succeeded' })
  expect(await t.call(...put('out'))).toMatchObject({ status: 'failed', error: { code: 'APPROVAL_REQUIRED' } })
})

test('refuse-and-ask: "no way" is passed on as text and permits nothing', async () => {
  using t = open()
  t.profile.onAsk = 'error'
  await t.call(...put('out'))
  const asked = t.nextAsk()
  const asking = t.call('user_collaboration', { prompt: 'May I?', authorize_operation: 'box_operations.put' })
  const card = await asked
  await t.approvals.answer(card.id, { version: card.version, text: 'no way' }, 'tester')
  expect(await asking).toMatchObject({ output: { status: 'answered', userResponse: 'no way' } })
  expect(await t.call(...put('out'))).toMatchObject({ status: 'failed', error: { code: 'APPROVAL_REQUIRED' } })
})

test('authorising a call that was never refused is an error', async () => {
  using t = open()
  expect(
    await t.call('user_collaboration', { prompt: 'May I?', authorize_operation: 'box_operations.put' }),
  ).toMatchObject({
    status: 'failed',
    error: { code: 'INVALID_PARAMETERS' },
  })
})

test('a plain question waits for words, and a late answer reaches the repeated question once', async () => {
  using t = open()
  const question = ['user_collaboration', { prompt: 'Which colour?' }] as const
  expect(await t.call(...question, NO_PATIENCE)).toMatchObject({ output: { status: 'pending', userResponse: null } })
  const [card] = t.approvals.list('pending')
  await t.approvals.answer(card!.id, { version: 1, text: 'blue' }, 'tester')
  expect(await t.call(...question, NO_PATIENCE)).toMatchObject({ output: { status: 'answered', userResponse: 'blue' } })
  expect(await t.call(...question, NO_PATIENCE)).toMatchObject({ output: { status: 'pending' } })
})
