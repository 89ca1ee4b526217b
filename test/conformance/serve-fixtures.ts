import type { Principal } from '../../src/access/principal.ts'
import type { Extras } from '../../src/servers/mcp/parts.ts'
import { personApi } from '../support/api.ts'
import { type TestHost, testHost } from '../support/host.ts'
import { createFixtures } from './fixtures/fixtures.ts'

export interface ServedFixtures extends AsyncDisposable {
  readonly url: string
  /** How many servers the SDK was asked for: one per legacy session, one per modern request that is not hot. */
  readonly sdkServers: () => number
}

const ANYBODY: Principal = { kind: 'agent', credential: 'agent', profile: null }

/** The whole host with the suite's fixtures. The suite sends no token, so whoever has none counts as an agent here. */
export async function serveFixtures(): Promise<ServedFixtures> {
  let sdkServers = 0
  let isThinkOn = true
  const fixtures = createFixtures(async () => {
    isThinkOn = !isThinkOn
    const body = { tool: 'think', enabled: isThinkOn }
    await personApi(host.url, host.personKey()).post('/api/tools/workspace-agent/toggle', body)
  })
  const setup: Extras['setup'] = (server) => {
    sdkServers += 1
    fixtures.setup(server)
  }
  const host: TestHost = await testHost({
    extras: { ...fixtures, setup },
    authenticator: (own) => (bearer) => (bearer === undefined ? ANYBODY : own(bearer)),
  })
  return {
    url: host.mcp,
    sdkServers: () => sdkServers,
    [Symbol.asyncDispose]: () => host[Symbol.asyncDispose](),
  }
}
