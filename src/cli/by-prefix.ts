import { HostError } from '../base/host-error.ts'

/** The one entry whose id is, or begins with, what was given. */
export function byPrefix<T extends { readonly id: string }>(entries: readonly T[], given: string, noun: string): T {
  const found = entries.filter(({ id }) => id.startsWith(given))
  const exact = found.find(({ id }) => id === given) ?? (found.length === 1 ? found[0] : undefined)
  if (exact !== undefined) return exact
  if (found.length === 0) throw new HostError('NOT_FOUND', `There is no ${noun} "${given}".`)
  throw new HostError('INVALID_PARAMETERS', `"${given}" is the beginning of several ids.`, {
    hint: 'Give more characters of the id.',
  })
}
