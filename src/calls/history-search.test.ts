import { expect, test } from 'vitest'
import { boxGate, NO_PATIENCE, put } from '../../test/support/box-gate.ts'

const labels = ({ calls }: { calls: readonly { label: string }[] }) => calls.map(({ label }) => label)

async function filled() {
  const gate = boxGate()
  const { clock } = gate.store
  await gate.call(...put('in-a', '100% apples'))
  clock.advance(1_000)
  await gate.call('nothing', {})
  clock.advance(1_000)
  const other = { ...gate.caller, client: 'other', runId: 'run_2' }
  await gate.call(...put('in-b', '100 pears'), { caller: other })
  clock.advance(1_000)
  await gate.call(...put('out-c', 'waits'), NO_PATIENCE)
  return gate
}

test.each([
  ['everything, newest first', {}, ['out-c', 'in-b', 'nothing', 'in-a']],
  ['by state', { state: 'succeeded' }, ['in-b', 'in-a']],
  ['what still waits for a person', { state: 'pending' }, ['out-c']],
  ['by client, who is told of in the first event', { client: 'other' }, ['in-b']],
  ['by run', { runId: 'run_2' }, ['in-b']],
  ['by operation', { operation: 'nothing' }, ['nothing']],
  ['by text in the arguments, in any case', { text: 'APPLES' }, ['in-a']],
  ['by text in the label', { text: 'in-b' }, ['in-b']],
  ['with signs that mean something elsewhere', { text: '100%' }, ['in-a']],
  ['by time', { from: 1_800_000_001_000, to: 1_800_000_003_000 }, ['in-b', 'nothing']],
  ['by several at once', { text: 'in-', client: 'other', state: 'failed' }, []],
])('a search finds %s', async (_what, search, expected) => {
  using gate = await filled()
  const found = gate.history.search({ limit: 50, ...search })
  expect(labels(found)).toEqual(expected.map((name) => expect.stringContaining(name)))
  expect(found.next).toBeNull()
})

test('a full page says where the next one begins', async () => {
  using gate = await filled()
  const first = gate.history.search({ limit: 3 })
  expect(first.calls).toHaveLength(3)
  const second = gate.history.search({ limit: 3, before: first.next ?? 0 })
  expect(labels(second)).toEqual([expect.stringContaining('in-a')])
  expect(second.next).toBeNull()
})

test('a search that finds little stops after a while and says where to go on', () => {
  using gate = boxGate()
  gate.store.database.transaction(() => {
    for (let index = 0; index < 5_200; index += 1) {
      const body = { state: 'succeeded', label: `Call ${index}`, args: {}, client: 'c' }
      gate.store.events.append({ type: 'call.finished', subject: `call_${index}`, operation: 'x', body })
    }
  })
  const first = gate.history.search({ limit: 50, text: 'Call 7 ' })
  expect(first).toEqual({ calls: [], next: 201 })
  expect(labels(gate.history.search({ limit: 50, text: 'Call 77', before: first.next ?? 0 }))).toEqual(['Call 77'])
})
