import { describe, expect, it } from 'vitest'
import { startFakeApi } from '../../test/support/fake-api.ts'
import type { TokenView } from '../contract/tokens.ts'

const token = (more: Partial<TokenView> = {}): TokenView => ({
  id: 'cred_1111aaaa',
  label: 'open-webui',
  profile: 'remote-primitives',
  level: 'read_only',
  createdAt: 1,
  lastUsedAt: null,
  ...more,
})
const tokens = [
  token(),
  token({ id: 'cred_2222bbbb', label: 'gone', revokedAt: 5 }),
  token({ id: 'cred_3333cccc', label: 'late', expiresAt: 5 }),
]
const issued = { token: token(), secret: 'uht_secret' }
const routes = {
  'GET /api/tokens': { body: { tokens } },
  'POST /api/tokens': { status: 201, body: issued },
  'POST /api/tokens/cred_1111aaaa/rotate': { body: issued },
  'POST /api/tokens/agent/rotate': { body: { rotated: 'agent' } },
  'DELETE /api/tokens/cred_1111aaaa': { status: 204 },
}

describe('tokens', () => {
  it('lists those that count, and all if asked', async () => {
    await using api = await startFakeApi(routes)
    expect((await api.run(['tokens'])).out).toBe('cred_1111aaa  open-webui  remote-primitives  read_only  never used\n')
    expect((await api.run(['tokens', 'ls', '--all'])).out).toMatch(/gone .* ended\n.*late .* ended\n$/)
  })

  it('shows a new secret once, with what it is good for', async () => {
    await using api = await startFakeApi(routes)
    const { out } = await api.run(['tokens', 'add', 'open-webui', '--profile', 'remote-primitives', '--for', '24h'])
    expect(out).toBe(
      'open-webui: profile remote-primitives, up to read_only.\nThe secret, shown this once:\nuht_secret\n',
    )
    expect(api.asked.at(-1)?.body).toEqual({
      label: 'open-webui',
      profile: 'remote-primitives',
      level: null,
      forMs: 86_400_000,
    })
  })

  it.each([
    ['its label', 'open-webui'],
    ['the beginning of its id', 'cred_1'],
  ])('finds one by %s', async (_what, given) => {
    await using api = await startFakeApi(routes)
    expect(await api.run(['tokens', 'rotate', given])).toMatchObject({ code: 0 })
    expect(await api.run(['tokens', 'revoke', given])).toMatchObject({ code: 0 })
    expect(api.asked.at(-1)).toMatchObject({ method: 'DELETE', path: '/api/tokens/cred_1111aaaa' })
  })

  it('does not find one that ended', async () => {
    await using api = await startFakeApi(routes)
    expect(await api.run(['tokens', 'revoke', 'gone'])).toMatchObject({ code: 4 })
  })

  it('replaces the one in the file by its name', async () => {
    await using api = await startFakeApi(routes)
    expect(await api.run(['tokens', 'rotate', 'agent'])).toMatchObject({ code: 0 })
  })

  it('takes no level that is none', async () => {
    await using api = await startFakeApi(routes)
    expect(await api.run(['tokens', 'add', 'x', '--level', 'all'])).toMatchObject({ code: 2 })
    expect(await api.run(['tokens', 'add', 'x', '--for', '2d'])).toMatchObject({ code: 2 })
    expect(api.asked).toEqual([])
  })
})
