import { HostError } from '../base/host-error.ts'
import { nearest } from '../base/nearest.ts'
import { shown } from '../base/shown.ts'
import { oneLine } from '../base/visible.ts'
import type { Catalog, CatalogEntry } from '../tools/catalog.ts'
import type { Toolset } from '../tools/operation.ts'
import { correctCall } from './correct-call.ts'
import { flatNames } from './flat-names.ts'

type Args = Readonly<Record<string, unknown>>

export interface Resolved {
  readonly entry: CatalogEntry
  /** The arguments of the operation itself: `operation` is taken out. */
  readonly args: Args
}

export interface Names {
  /** Every spelling of a call, in every profile: flat, grouped with `operation`, dotted. Throws TOOL_NOT_FOUND. */
  readonly resolve: (name: string, args: Args) => Resolved
  /** The operations a name stands for without arguments: one, all of a toolset, or none. */
  readonly operations: (name: string) => readonly CatalogEntry[]
  readonly flatName: (entry: CatalogEntry) => string
  readonly isKnown: (name: string) => boolean
  readonly near: (name: string) => string[]
}

export function createNames(catalog: Catalog): Names {
  const flat = flatNames(catalog)
  const toolsets = new Map(
    catalog.toolsets
      .filter(({ shape }) => shape !== 'single')
      .flatMap((toolset) => [toolset.name, ...(toolset.aliases ?? [])].map((name) => [name, toolset] as const)),
  )
  const byToolset = Map.groupBy(catalog.entries, ({ toolset }) => toolset)
  const entriesOf = (toolset: Toolset): readonly CatalogEntry[] => byToolset.get(toolset) ?? []
  const dotted = new Map<string, CatalogEntry>(
    [...toolsets].flatMap(([name, toolset]) =>
      entriesOf(toolset).map((entry) => [`${name}.${entry.operation.name}`, entry] as const),
    ),
  )
  const flatNameOf = new Map([...flat].map(([name, entry]) => [entry, name]))

  const near = (name: string): string[] =>
    nearest(name, name.includes('.') ? dotted.keys() : [...toolsets.keys(), ...flat.keys()])

  const unknown = (name: string): HostError => {
    const missing = catalog.unavailable.find((toolset) => stands(toolset, name))
    if (missing !== undefined) {
      return new HostError('UNAVAILABLE', `${missing.name} is not available: ${missing.reason}`)
    }
    const suggestions = near(name)
    const question = suggestions.length === 0 ? '' : ` Did you mean ${suggestions.join(' or ')}?`
    return new HostError('TOOL_NOT_FOUND', `There is no tool "${oneLine(name, 80)}".${question}`, {
      hint: `Known tools: ${knownTools(catalog).join(', ')}.`,
    })
  }

  return {
    resolve: (name, args) => {
      const entry = flat.get(name) ?? dotted.get(name)
      if (entry !== undefined) return { entry, args: withoutOperation(entry, args) }
      const toolset = toolsets.get(name)
      if (toolset === undefined) throw unknown(name)
      return chosen(name, entriesOf(toolset), args)
    },
    operations: (name) => {
      const entry = flat.get(name) ?? dotted.get(name)
      if (entry !== undefined) return [entry]
      const toolset = toolsets.get(name)
      return toolset === undefined ? [] : entriesOf(toolset)
    },
    flatName: (entry) => flatNameOf.get(entry) ?? entry.id,
    isKnown: (name) => flat.has(name) || dotted.has(name) || toolsets.has(name),
    near,
  }
}

function chosen(name: string, entries: readonly CatalogEntry[], args: Args): Resolved {
  const given = Object.hasOwn(args, 'operation') ? args['operation'] : undefined
  const entry = entries.find(({ operation }) => operation.name === given)
  if (entry !== undefined) return { entry, args: withoutOperation(entry, args) }
  const known = entries.map(({ operation }) => operation.name)
  const suggestions = typeof given === 'string' ? nearest(given, known) : []
  const question = suggestions.length === 0 ? '' : ` Did you mean ${suggestions.join(' or ')}?`
  const example = entries[0] === undefined ? '' : ` A correct call: ${name} ${correctCall(entries[0])}`
  throw new HostError(
    'INVALID_PARAMETERS',
    given === undefined ? `${name} needs an operation.` : `${name} has no operation ${shown(given)}.${question}`,
    { hint: `Operations: ${known.join(', ')}.${example}` },
  )
}

/** A name that already says the operation may repeat it as an argument, but not contradict it. */
function withoutOperation({ id, toolset, operation }: CatalogEntry, args: Args): Args {
  if (toolset.shape === 'single' || !Object.hasOwn(args, 'operation') || 'operation' in operation.input.shape)
    return args
  const { operation: given, ...rest } = args
  if (given === operation.name) return rest
  throw new HostError('INVALID_PARAMETERS', `${id} was called with operation ${shown(given)}: the two disagree.`, {
    hint: `Leave operation out, or set it to "${operation.name}".`,
  })
}

function knownTools({ toolsets }: Catalog): string[] {
  return toolsets.flatMap(({ shape, name, operations }) =>
    shape === 'flat' ? operations.map((operation) => operation.name) : [name],
  )
}

function stands(toolset: Catalog['unavailable'][number], name: string): boolean {
  return name === toolset.name || name.startsWith(`${toolset.name}.`) || toolset.operations?.includes(name) === true
}
