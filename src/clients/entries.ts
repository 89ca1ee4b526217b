import { HostError } from '../base/host-error.ts'
import type { Client, Endpoint, Launch } from './client.ts'
import type { Entry } from './format.ts'

export interface Wanted {
  readonly launch: Launch
  /** By address instead of by command. */
  readonly endpoint?: Endpoint | undefined
}

export function entryFor(client: Client, { launch, endpoint }: Wanted): Entry {
  if (endpoint === undefined) return client.stdio(launch)
  if (client.http !== null) return client.http(endpoint)
  throw new HostError('INVALID_PARAMETERS', `${client.label} cannot call an address of this machine.`, {
    hint: `Connect it by command, without --http: upperhand connect ${client.id}`,
  })
}

/** Every key that an entry of ours may have, in either form. */
export function ownKeysOf({ stdio, http }: Client): ReadonlySet<string> {
  const launch = { command: 'a', args: ['b'], env: { c: 'd' } }
  return new Set([...Object.keys(stdio(launch)), ...Object.keys(http?.({ url: 'a', token: 'b' }) ?? {})])
}
