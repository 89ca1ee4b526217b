import type { Resource } from '../contract/resources.ts'
import type { NewRule } from '../contract/rules.ts'

/**
 * An allowing rule covers an address on that host, or a command that the rule names too and that reaches no other host.
 * What asks or refuses covers every address and command that names the host, on any port unless one is meant.
 */
export function matchesHost(rule: NewRule, resource: Resource | null): boolean {
  const { host: pattern, command } = rule.match
  if (pattern === undefined) return true
  const isAllowing = rule.effect === 'allow'
  const fits = (host: string) => isHost(pattern, host, isAllowing)
  if (resource?.kind === 'url') return fits(resource.host)
  if (resource?.kind !== 'command' || resource.hosts.length === 0) return false
  return isAllowing ? command !== undefined && resource.hosts.every(fits) : resource.hosts.some(fits)
}

function isHost(pattern: string, host: string, isAllowing: boolean): boolean {
  const wanted = nameAndPort(pattern)
  const given = nameAndPort(host)
  if (wanted.port !== given.port && (isAllowing || wanted.port !== '')) return false
  if (!wanted.name.startsWith('*.')) return wanted.name === given.name
  const base = wanted.name.slice(2)
  return given.name.endsWith(`.${base}`) || (!isAllowing && given.name === base)
}

/** Where a rule is filed: by the name, or by the name below which everything is meant. */
export function hostAnchor(pattern: string): string {
  return nameAndPort(pattern).name.replace(/^\*/, '')
}

/** Every anchor of a rule that could be about this host. */
export function hostAnchors(host: string): string[] {
  const { name } = nameAndPort(host)
  const anchors = [name, `.${name}`]
  for (let at = name.indexOf('.'); at >= 0; at = name.indexOf('.', at + 1)) anchors.push(name.slice(at))
  return anchors
}

function nameAndPort(host: string): { name: string; port: string } {
  const port = /:(\d{1,5})$/.exec(host)?.[1]
  return port === undefined ? { name: host, port: '' } : { name: host.slice(0, -port.length - 1), port }
}
