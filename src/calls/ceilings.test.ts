import { expect, test } from 'vitest'
import { boxGate, NO_PATIENCE, put } from '../../test/support/box-gate.ts'
import type { Level } from '../contract/levels.ts'

type Ceilings = readonly [machine: Level | null, profile: Level, credential: Level | undefined]

test.each<[string, Ceilings, string]>([
  ['alone, the profile decides', [null, 'full_access', undefined], 'ran'],
  ['a credential that asks outweighs a profile that does not', [null, 'full_access', 'execute_with_confirm'], 'asked'],
  ['a credential that only reads outweighs both', ['full_access', 'full_access', 'read_only'], 'refused'],
  ['a free credential loosens no profile', [null, 'execute_with_confirm', 'full_access'], 'asked'],
  ['a free credential loosens no machine', ['read_only', 'full_access', 'full_access'], 'refused'],
])('%s', async (_sentence, [machine, profile, credential], expected) => {
  using gate = boxGate()
  gate.machine.level = machine
  gate.profile.level = profile
  const caller = credential === undefined ? gate.caller : { ...gate.caller, level: credential }
  const outcome = await gate.call(...put('out-a'), { caller, ...NO_PATIENCE })
  const seen = { succeeded: 'ran', pending: 'asked', failed: 'refused' }[outcome.status]
  expect(seen).toBe(expected)
  expect(gate.state.runs).toBe(expected === 'ran' ? 1 : 0)
})

test('an approval does not lift the ceiling of the credential that uses it', async () => {
  using gate = boxGate()
  gate.profile.level = 'full_access'
  const asking = { ...gate.caller, level: 'execute_with_confirm' as const }
  const call = gate.call(...put('out-a'), { caller: asking })
  await gate.approve(await gate.nextAsk())
  expect((await call).status).toBe('succeeded')
  const reading = { ...gate.caller, level: 'read_only' as const }
  expect(await gate.call(...put('out-a'), { caller: reading })).toMatchObject({
    status: 'failed',
    error: { code: 'PERMISSION_DENIED', message: expect.stringContaining('read_only') },
  })
})
