import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { HostError } from '../base/host-error.ts'
import { isPublicAddress } from './public-addresses.ts'

export type Resolve = (hostname: string) => Promise<readonly { readonly address: string; readonly family: number }[]>

export interface Reached {
  readonly address: string
  readonly family: 4 | 6
}

export const resolveByName: Resolve = (hostname) => lookup(hostname, { all: true, verbatim: true })

/**
 * The one address that will be connected to. A name is resolved once, here, and never again: an answer that changes
 * between the look and the connection changes nothing. One address that is not public refuses the whole name.
 */
export async function reachHost(url: URL, resolve: Resolve, isAllowed: (host: string) => boolean): Promise<Reached> {
  const hostname = url.hostname.replace(/^\[|\]$/g, '')
  const found = isIP(hostname) === 0 ? await named(hostname, resolve) : [{ address: hostname, family: isIP(hostname) }]
  const inner = found.find(({ address }) => !isPublicAddress(address))
  if (inner !== undefined && !isAllowed(url.host)) {
    throw new HostError('PERMISSION_DENIED', `${url.host} is ${inner.address}, which is not on the public internet.`, {
      hint: 'A person can name hosts of their own network under web.privateHosts in settings.json.',
    })
  }
  const [first] = found
  if (first === undefined) throw unknown(hostname)
  return { address: first.address, family: first.family === 6 ? 6 : 4 }
}

async function named(hostname: string, resolve: Resolve) {
  try {
    return await resolve(hostname)
  } catch (cause) {
    throw unknown(hostname, cause)
  }
}

function unknown(hostname: string, cause?: unknown): HostError {
  return new HostError('NOT_FOUND', `There is no address for ${hostname}.`, {
    hint: 'Check the name, and whether this machine reaches the network.',
    cause,
  })
}
