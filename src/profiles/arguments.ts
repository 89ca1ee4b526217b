import { isDeepStrictEqual } from 'node:util'
import { HostError } from '../base/host-error.ts'
import type { CatalogEntry } from '../tools/catalog.ts'
import { invalidArguments, parametersHint } from './argument-errors.ts'
import { withNumbers } from './numeric-strings.ts'

type Args = Readonly<Record<string, unknown>>

const MAX_DEPTH = 64
const MAX_PARAMETERS = 1_000

/** Checked arguments, defaults filled in. Throws INVALID_PARAMETERS and nothing else; never changes what it is given. */
export function parseArguments(entry: CatalogEntry, args: Args): Record<string, unknown> {
  const count = Object.keys(args).length
  if (count > MAX_PARAMETERS) throw refused(entry, `${count} parameters were given.`)
  refuseDangerous(entry, args, MAX_DEPTH)
  const named = resolveAliases(entry, args)
  const result = entry.operation.input.safeParse(withNumbers(entry.operation.input, named))
  if (result.success) return result.data
  throw invalidArguments(entry, named, result.error.issues)
}

/** A `__proto__` key is never a parameter, at any depth: somewhere behind us it could become a prototype. */
function refuseDangerous(entry: CatalogEntry, value: unknown, depthLeft: number): void {
  if (typeof value !== 'object' || value === null) return
  if (depthLeft === 0) throw refused(entry, `The arguments nest deeper than ${MAX_DEPTH} levels.`)
  if (Object.hasOwn(value, '__proto__')) throw refused(entry, 'The key "__proto__" is not a parameter.')
  for (const item of Object.values(value)) refuseDangerous(entry, item, depthLeft - 1)
}

function resolveAliases(entry: CatalogEntry, args: Args): Args {
  let result = args
  for (const [field, aliases] of Object.entries(entry.operation.aliases)) {
    const present = [field, ...aliases].filter((name) => Object.hasOwn(args, name))
    const [first, ...others] = present
    if (first === undefined || (first === field && others.length === 0)) continue
    const other = others.find((name) => !isDeepStrictEqual(args[name], args[first]))
    if (other !== undefined) {
      throw refused(entry, `${first} and ${other} are two spellings of ${field} and have different values.`)
    }
    result = Object.fromEntries(Object.entries(result).filter(([name]) => name === field || !present.includes(name)))
    result = { ...result, [field]: args[first] }
  }
  return result
}

function refused(entry: CatalogEntry, message: string): HostError {
  return new HostError('INVALID_PARAMETERS', message, { hint: parametersHint(entry) })
}
