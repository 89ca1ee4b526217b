import type { FieldSchema } from '../base/field-words.ts'
import { EFFECT_TRAITS, strictestEffect } from '../contract/effects.ts'
import type { Profile } from '../contract/policy.ts'
import type { Catalog } from '../tools/catalog.ts'
import { operationId } from '../tools/catalog.ts'
import type { IconName } from '../tools/icons.ts'
import type { Operation, Toolset } from '../tools/operation.ts'
import { flatNames } from './flat-names.ts'
import { listedSchemaOf } from './input-schema.ts'
import type { Published, PublishedTool } from './published.ts'

const DESCRIPTION_BYTES = 2_048

export interface PublishOptions {
  /** Undefined while there is no address to give. */
  readonly iconUrl?: ((name: IconName) => string | undefined) | undefined
}

/** What `tools/list` says in a profile: its enabled operations in catalog order, grouped or one by one. */
export function publish(
  catalog: Catalog,
  profile: Pick<Profile, 'spelling' | 'isEnabled'>,
  options: PublishOptions = {},
): Published {
  const names = new Map([...flatNames(catalog)].map(([name, entry]) => [entry.operation, name]))
  const tools = catalog.toolsets.flatMap((toolset) => {
    const enabled = toolset.operations.filter((operation) => profile.isEnabled(operationId(toolset, operation)))
    if (enabled.length === 0) return []
    if (toolset.shape === 'grouped' && profile.spelling === 'grouped') return [groupedTool(toolset, enabled, options)]
    return enabled.map((operation) => singleTool(names.get(operation) ?? operation.name, operation, options))
  })
  return { tools, json: JSON.stringify(tools) }
}

export function singleTool(name: string, operation: Operation, options: PublishOptions = {}): PublishedTool {
  const { fields, required } = listedSchemaOf(operation)
  return {
    name,
    title: operation.title,
    description: bounded(name, operation.description),
    inputSchema: objectSchema(fields, [...required]),
    ...marks(operation.icon, [operation], options),
  }
}

/** One tool for several operations. What each of them needs is in its line of the description: `read_file(filePath, limit?)`. */
export function groupedTool(
  toolset: Toolset,
  operations: readonly Operation[],
  options: PublishOptions = {},
): PublishedTool {
  const schemas = operations.map(listedSchemaOf)
  const fields = new Map<string, FieldSchema>([
    ['operation', { type: 'string', enum: operations.map((operation) => operation.name) }],
    ...schemas.flatMap((schema) => [...schema.fields]),
  ])
  const inAll = [...fields.keys()].filter((name) => schemas.every(({ required }) => required.has(name)))
  return {
    name: toolset.name,
    title: toolset.title,
    description: bounded(toolset.name, [toolset.summary, ...operations.map(operationLine)].join('\n')),
    inputSchema: objectSchema(fields, ['operation', ...inAll]),
    ...marks(toolset.operations[0]?.icon, operations, options),
  }
}

function operationLine(operation: Operation): string {
  const { fields, required } = listedSchemaOf(operation)
  const parameters = [...fields.keys()].map((name) => (required.has(name) ? name : `${name}?`))
  return `${operation.name}(${parameters.join(', ')}): ${operation.description}`
}

function objectSchema(fields: ReadonlyMap<string, FieldSchema>, required: readonly string[]): FieldSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(fields),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  }
}

function marks(icon: IconName | undefined, operations: readonly Operation[], { iconUrl }: PublishOptions) {
  const effect = strictestEffect(operations.map((operation) => operation.effect))
  const { annotations } = EFFECT_TRAITS[effect]
  const src = icon === undefined ? undefined : iconUrl?.(icon)
  return src === undefined ? { annotations } : { annotations, icons: [{ src }] }
}

function bounded(name: string, description: string): string {
  const bytes = Buffer.byteLength(description)
  if (bytes > DESCRIPTION_BYTES)
    throw new Error(`the description of ${name} has ${bytes} bytes; at most ${DESCRIPTION_BYTES}`)
  return description
}
