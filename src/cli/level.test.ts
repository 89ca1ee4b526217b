import { describe, expect, it } from 'vitest'
import { failure, startFakeApi } from '../../test/support/fake-api.ts'
import type { LevelView } from '../contract/machine-level.ts'

const view = (more: Partial<LevelView> = {}): LevelView => ({
  level: null,
  machine: null,
  until: null,
  standing: null,
  settings: null,
  ...more,
})
const status = { activeProfile: 'p', profiles: [{ id: 'p', label: 'P', level: 'execute_with_confirm', tools: 1 }] }
const routes = (answer: LevelView) => ({
  'GET /api/level': { body: answer },
  'POST /api/level': { body: answer },
  'GET /api/status': { body: status },
})

describe('level', () => {
  it('says what holds, and that profiles may be stricter', async () => {
    await using api = await startFakeApi(routes(view()))
    expect((await api.run(['level'])).out).toBe(
      'This machine has no level of its own.\nThe stricter holds: the profile p has execute_with_confirm.\n',
    )
  })

  it('tells how long a passing one lasts, and what then', async () => {
    const until = Date.now() + 3_600_500
    await using api = await startFakeApi(routes(view({ machine: 'full_access', until, standing: 'read_only' })))
    expect((await api.run(['level', 'full', '--for', '1h'])).out).toMatch(
      /^This machine has full_access for 1h, until .*; then read_only\.\n/,
    )
    expect(api.asked[0]?.body).toEqual({ level: 'full_access', forMs: 3_600_000 })
  })

  it.each([
    ['read_only', 'read_only'],
    ['confirm', 'execute_with_confirm'],
    ['execute_with_confirm', 'execute_with_confirm'],
    ['off', null],
  ])('%s is %s', async (word, level) => {
    await using api = await startFakeApi(routes(view()))
    expect(await api.run(['level', word])).toMatchObject({ code: 0 })
    expect(api.asked[0]?.body).toEqual({ level })
  })

  it('is not guessed, and full access without a time is refused', async () => {
    const refusal = { status: 400, body: failure('INVALID_PARAMETERS', 'forMs: full access needs a time') }
    await using api = await startFakeApi({ 'POST /api/level': refusal })
    expect(await api.run(['level', 'all'])).toMatchObject({ code: 2 })
    expect(await api.run(['level', 'full'])).toMatchObject({ code: 2, err: expect.stringContaining('needs a time') })
  })
})
