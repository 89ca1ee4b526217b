import type { CatalogEntry } from '../../../tools/catalog.ts'
import type { OfferedTool } from '../tool-definitions.ts'
import type { JsonSchema, Schemas } from './json-schema.ts'
import { truncatedView } from './views.ts'

/** One path a tool: its name is the operation's id, its arguments are the body. */
export function toolPaths(offered: readonly OfferedTool[], schemas: Schemas): Readonly<Record<string, object>> {
  return Object.fromEntries(offered.map((one) => [`/tools/${one.tool.name}`, { post: toolOperation(one, schemas) }]))
}

function toolOperation({ tool, entries }: OfferedTool, schemas: Schemas): object {
  const { properties = {}, required = [] } = tool.inputSchema as { properties?: object; required?: readonly string[] }
  const hasArguments = Object.keys(properties).length > 0
  return {
    operationId: tool.name,
    summary: tool.title,
    description: tool.description,
    tags: [entries[0]?.toolset.category ?? 'tools'],
    ...(hasArguments
      ? {
          requestBody: {
            required: required.length > 0,
            content: { 'application/json': { schema: tool.inputSchema } },
          },
        }
      : {}),
    responses: {
      200: {
        description: 'It ran. This is its output.',
        headers: { 'Upperhand-Call': { $ref: '#/components/headers/Call' } },
        content: { 'application/json': { schema: answerSchema(entries, schemas) } },
      },
      202: { $ref: '#/components/responses/ApprovalPending' },
      default: { $ref: '#/components/responses/Error' },
    },
  }
}

/** What one of its operations gives; a long text is kept, and the beginning and the end come instead. */
function answerSchema(entries: readonly CatalogEntry[], schemas: Schemas): JsonSchema {
  const outputs = entries.map(({ operation }) => schemas.output(operation.output))
  const isCut = entries.some(({ operation }) => operation.bound === 'inline')
  const all = [...outputs, ...(isCut ? [schemas.output(truncatedView)] : [])]
  const different = [...new Map(all.map((schema) => [JSON.stringify(schema), schema])).values()]
  const [only, ...others] = different
  return only !== undefined && others.length === 0 ? only : { anyOf: different }
}
