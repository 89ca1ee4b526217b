import { HostError } from '../base/host-error.ts'

/** An address as it is judged, shown and then used. */
export interface WebTarget {
  /** Normalised, without user, password and fragment. */
  readonly url: string
  /** Lower case, with the port where it is not the usual one. */
  readonly host: string
}

const URL_CHARS = 8_192

/** Reads an address the way browsers do, so that 0x7f.1 and ⑯⑨.254 are what they will be on the wire. */
export function webTarget(given: string): WebTarget {
  if (given.length > URL_CHARS) throw refused(`It has ${given.length} characters; ${URL_CHARS} are allowed.`)
  const url = URL.parse(given.trim())
  if (url === null) throw refused(`${JSON.stringify(given.slice(0, 200))} is not a complete web address.`)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refused(`It starts with ${url.protocol}`)
  if (url.username !== '' || url.password !== '') throw refused('It carries a user name or a password.')
  url.hash = ''
  return { url: url.href, host: url.host }
}

function refused(why: string): HostError {
  return new HostError('INVALID_PARAMETERS', `url cannot be used. ${why}`, {
    hint: 'Give a whole address such as https://example.com/page.',
  })
}
