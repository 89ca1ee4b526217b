import { BlockList, isIP } from 'node:net'
import { HostError } from '../../base/host-error.ts'

export interface HttpSettings {
  readonly host: string
  /** 0 takes any free port. */
  readonly port: number
  /** Further names this server is reached by, with or without a port, for example `host.docker.internal`. */
  readonly allowedHosts: readonly string[]
  /** Further origins whose pages or apps may send requests, exactly as a browser writes them. They get no CORS answer. */
  readonly allowedOrigins: readonly string[]
  /** Says that something in front of us speaks TLS. */
  readonly behindProxy: boolean
}

/** The names and origins that are ours. Anything else in a request is someone else's page or a rebound name. */
export interface Addresses {
  readonly url: string
  readonly isOwnHost: (host: string | undefined) => boolean
  readonly isOwnOrigin: (origin: string) => boolean
}

export function ownAddresses(
  { host, allowedHosts, allowedOrigins, behindProxy }: HttpSettings,
  port: number,
): Addresses {
  const local = ['127.0.0.1', 'localhost', '[::1]', bracketed(host)].map((name) => `${name}:${port}`)
  const given = allowedHosts.map((name) => name.toLowerCase())
  const named = given.flatMap((name) => (hasPort(name) ? [name] : [name, `${name}:${port}`]))
  const hosts = new Set([...local, ...named])
  const origins = new Set([
    ...local.map((name) => `http://${name}`),
    ...named.map((name) => `${behindProxy ? 'https' : 'http'}://${name}`),
    ...allowedOrigins,
  ])
  const [front] = given
  return {
    url: behindProxy && front !== undefined ? `https://${front}` : `http://${bracketed(host)}:${port}`,
    isOwnHost: (name) => name !== undefined && hosts.has(name.toLowerCase()),
    isOwnOrigin: (origin) => origins.has(origin),
  }
}

/** Without TLS, tokens would travel in the clear: only this machine may be listened to. */
export function assertSafeBinding({ host, allowedHosts, behindProxy }: HttpSettings): void {
  if (isLoopback(host)) return
  if (!behindProxy) {
    throw new HostError('INVALID_PARAMETERS', `Listening on ${host} would send tokens over the network in the clear.`, {
      hint: 'Use 127.0.0.1, or put a TLS proxy in front and set "behindProxy": true in settings.json.',
    })
  }
  if (allowedHosts.length > 0) return
  throw new HostError('INVALID_PARAMETERS', 'Behind a proxy, upperhand must know the name it is reached by.', {
    hint: 'Set "allowedHosts": ["upperhand.example.org"] in settings.json.',
  })
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

function isLoopback(host: string): boolean {
  if (host === 'localhost') return true
  const family = isIP(host)
  return family !== 0 && loopback.check(host, family === 4 ? 'ipv4' : 'ipv6')
}

function bracketed(host: string): string {
  return isIP(host) === 6 ? `[${host}]` : host.toLowerCase()
}

function hasPort(name: string): boolean {
  return /:\d+$/.test(name.replace(/^\[[^\]]*\]/, ''))
}
