import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { expect, it } from 'vitest'
import type { ClientLaunch, ClientPlanView, ClientView } from '../../src/contract/clients.ts'
import { personApi } from '../support/api.ts'
import { testHost } from '../support/host.ts'

it('connects a client by a change that was looked at, and takes it back', async () => {
  await using host = await testHost()
  const api = personApi(host.url, host.personKey())
  const file = join(host.home, '.cursor', 'mcp.json')
  mkdirSync(join(host.home, '.cursor'))
  const before = '{\n  // mine\n  "mcpServers": { "other": { "command": "x" } }\n}\n'
  writeFileSync(file, before)
  const state = async () =>
    (await api.get<{ clients: ClientView[] }>('/api/clients')).clients.find(({ id }) => id === 'cursor')?.state
  const plan = (body: object) => api.post<ClientPlanView>('/api/clients/cursor/plan', body)

  const { launch } = await api.get<{ launch: ClientLaunch }>('/api/clients')
  expect([isAbsolute(launch.command), existsSync(launch.args[0] ?? ''), launch.args[1]]).toEqual([true, true, 'stdio'])
  expect(await state()).toBe('not_connected')
  const shown = await plan({ action: 'connect', profile: 'read-only' })
  expect([shown.kind, shown.diff]).toEqual(['change', expect.stringContaining('+')])
  expect(readFileSync(file, 'utf8')).toBe(before)

  const applied = await api.post<{ backup: string }>('/api/clients/apply', { planId: shown.planId })
  expect(readFileSync(file, 'utf8')).toContain('"read-only"')
  expect(readFileSync(file, 'utf8')).toContain('// mine')
  expect(readFileSync(applied.backup, 'utf8')).toBe(before)
  expect(await state()).toBe('connected')
  await expect(api.post('/api/clients/apply', { planId: shown.planId })).rejects.toThrow('404')

  const back = await plan({ action: 'disconnect' })
  await api.post('/api/clients/apply', { planId: back.planId })
  expect(readFileSync(file, 'utf8')).toBe(before)
})

it('a file that changed since it was looked at is left alone', async () => {
  await using host = await testHost()
  const api = personApi(host.url, host.personKey())
  const file = join(host.home, '.cursor', 'mcp.json')
  mkdirSync(join(host.home, '.cursor'))
  writeFileSync(file, '{}\n')
  const { planId } = await api.post<ClientPlanView>('/api/clients/cursor/plan', { action: 'connect' })
  writeFileSync(file, '{ "mcpServers": {} }\n')
  await expect(api.post('/api/clients/apply', { planId })).rejects.toThrow('409')
  expect(readFileSync(file, 'utf8')).toBe('{ "mcpServers": {} }\n')
})
