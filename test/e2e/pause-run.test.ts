import { expect, it } from 'vitest'
import { personApi } from '../support/api.ts'
import { connectClient } from '../support/clients.ts'
import { testHost } from '../support/host.ts'

it('a paused run is refused everything until a person lets it go on; other runs go on meanwhile', async () => {
  await using host = await testHost()
  const api = personApi(host.url, host.personKey())
  await using first = await connectClient(host, 'http 2025', { name: 'first' })
  await using second = await connectClient(host, 'http 2025', { name: 'second' })
  const think = { thoughts: 'x' }
  await first.call('think', think)
  await second.call('think', think)
  const { runs } = await api.get<{ runs: { id: string; client: string; isPaused: boolean }[] }>('/api/runs?live=true')
  const run = runs.find(({ client }) => client === 'first')
  expect(run).toMatchObject({ isPaused: false })

  expect(await api.post(`/api/runs/${run?.id}/pause`)).toMatchObject({ isPaused: true })
  const refused = await first.call('think', think)
  expect([refused.isError, refused.text]).toEqual([true, expect.stringContaining('A person paused this run.')])
  expect((await second.call('think', think)).isError).toBe(false)

  expect(await api.post(`/api/runs/${run?.id}/resume`)).toMatchObject({ isPaused: false })
  expect((await first.call('think', think)).isError).toBe(false)
  await expect(api.post('/api/runs/run_none/pause')).rejects.toThrow('404')
})
