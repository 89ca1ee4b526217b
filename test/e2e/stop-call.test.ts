import { expect, test } from 'vitest'
import { personApi } from '../support/api.ts'
import { connectClient } from '../support/clients.ts'
import { testHost } from '../support/host.ts'
import { httpAs } from '../support/http.ts'

interface Open {
  readonly calls: readonly { readonly id: string; readonly operation: string; readonly state: string }[]
}

test('a person sees a call that runs and ends it; its client is told, and nothing of it is left', async () => {
  await using host = await testHost()
  const person = personApi(host.url, host.personKey())
  await using client = await connectClient(host, 'http 2026', { profile: 'remote-primitives', workdir: host.workdir })
  const call = client.call('shell_exec', { command: 'sleep 600', cwd: host.workdir })
  const open = async () => (await person.get<Open>('/api/calls/open')).calls
  await expect.poll(open).toMatchObject([{ operation: 'shell.shell_exec', state: 'running' }])
  const [running] = await open()
  const stop = () => httpAs(host.url, host.personKey())(`/api/calls/${running?.id}/stop`, { method: 'POST', body: {} })
  expect((await stop()).status).toBe(204)
  const answer = await call
  expect([answer.isError, answer.text]).toEqual([true, expect.stringContaining('A person stopped this call.')])
  await expect.poll(open).toEqual([])
  expect((await stop()).status).toBe(404)
  await expect
    .poll(async () => (await person.get<{ processes: { endedAt: number | null }[] }>('/api/processes')).processes)
    .not.toContainEqual(expect.objectContaining({ endedAt: null }))
  const agent = await httpAs(host.url, host.token)(`/api/calls/${running?.id}/stop`, { method: 'POST', body: {} })
  expect(agent.status).toBe(403)
})
